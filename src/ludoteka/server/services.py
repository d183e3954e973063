"""The services of a running house: its parts, each found by its type."""

from typing import Any, TypeVar

Service = TypeVar("Service")


class Services:
    """What handlers of calls are given: one object of each type."""

    def __init__(self) -> None:
        self._services: dict[type, Any] = {}

    def add(self, service: Service, kind: type | None = None) -> Service:
        """Offer an object under its type, or under a `kind`; return it."""
        self._services[kind or type(service)] = service
        return service

    def add_all(self, *services: object) -> None:
        """Offer objects under their types."""
        for service in services:
            self.add(service)

    def __getitem__(self, kind: type[Service]) -> Service:
        """Return the service of a type.  Raises KeyError if the house has none."""
        service: Service = self._services[kind]
        return service

    def __contains__(self, kind: type) -> bool:
        return kind in self._services
