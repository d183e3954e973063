"""One house with an identity provider for the tests in this folder."""

import pytest
from houses.inner import InnerHouse
from programs.identity_provider import list_provider, small_provider


@pytest.fixture(scope="module")
def running_provider():
    with small_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def house(tmp_path_factory, running_provider):
    folder = tmp_path_factory.mktemp("club")
    options, environment = list_provider(folder, running_provider.issuer)
    with InnerHouse(folder, options=(*options, "--sockets", "0"), environment=environment) as running:
        yield running


@pytest.fixture
def provider(running_provider):
    running_provider.reset()
    return running_provider
