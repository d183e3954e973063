"""Signing in through identity providers, by OpenID Connect: the providers, the checks of what they say, and the calls."""
