"""Sign-in through identity providers, with OpenID Connect."""
