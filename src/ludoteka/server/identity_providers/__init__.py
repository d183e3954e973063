"""Sign-in through identity providers with OpenID Connect: configuration, token validation and HTTP calls."""
