"""Reviews, as a part of a house."""

from ludoteka.features.reviews.calls import calls
from ludoteka.features.reviews.review_questions import REVIEW_PARTS
from ludoteka.features.reviews.reviews import Reviews, ReviewStore
from ludoteka.server.foundation import Feature, Foundation


def add_reviews(house: Foundation) -> None:
    """Review finished matches."""
    reviews = Reviews(ReviewStore(house.store), house.broker, house.now)
    house.services.add_all(reviews)
    house.questions.append(REVIEW_PARTS)
    house.closing.append(reviews.close)


FEATURE = Feature(add_reviews, (calls,))
