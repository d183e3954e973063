"""The house: its foundation with its features."""

from collections.abc import Sequence

from ludoteka.features.accounts.feature import FEATURE as ACCOUNTS
from ludoteka.features.analysis.feature import FEATURE as ANALYSIS
from ludoteka.features.challenges.feature import FEATURE as CHALLENGES
from ludoteka.features.dice.feature import FEATURE as DICE
from ludoteka.features.help.feature import FEATURE as HELP
from ludoteka.features.moderation.feature import FEATURE as MODERATION
from ludoteka.features.notifications.feature import FEATURE as NOTIFICATIONS
from ludoteka.features.previews.feature import FEATURE as PREVIEWS
from ludoteka.features.profiles.feature import FEATURE as PROFILES
from ludoteka.features.programs.feature import FEATURE as PROGRAMS
from ludoteka.features.puzzles.feature import FEATURE as PUZZLES
from ludoteka.features.ratings.feature import FEATURE as RATINGS
from ludoteka.features.reviews.feature import FEATURE as REVIEWS
from ludoteka.features.settings.feature import FEATURE as SETTINGS
from ludoteka.features.sign_in.feature import FEATURE as SIGN_IN
from ludoteka.features.tournaments.feature import FEATURE as TOURNAMENTS
from ludoteka.server.calls import openapi
from ludoteka.server.calls.call import Call
from ludoteka.server.foundation import Feature, Foundation
from ludoteka.server.http import files, game_list, health, matches, pages
from ludoteka.server.protocol import asyncapi
from ludoteka.server.settings import Settings
from ludoteka.store import Store

FEATURES = (  # each may use the services of those before it
    *(ACCOUNTS, SIGN_IN, NOTIFICATIONS, MODERATION, SETTINGS, RATINGS, PROFILES, CHALLENGES, TOURNAMENTS),
    *(PROGRAMS, ANALYSIS, PUZZLES, REVIEWS, DICE, PREVIEWS, HELP),
)
GENERAL = (files.calls, game_list.calls, health.calls, matches.calls, pages.calls, openapi.calls, asyncapi.calls)


def calls_of(features: Sequence[Feature]) -> list[Call]:
    """Return the calls of a house with these features."""
    return [call for calls in (*GENERAL, *(calls for feature in features for calls in feature.calls)) for call in calls]


CALLS = calls_of(FEATURES)


class House(Foundation):
    """A running house."""

    def __init__(self, store: Store, settings: Settings, features: Sequence[Feature] = FEATURES) -> None:
        super().__init__(store, settings)
        self.calls += calls_of(features)
        for feature in features:
            feature.add(self)
