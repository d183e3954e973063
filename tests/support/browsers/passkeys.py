"""The passkeys of a visitor, in authenticators that Chromium pretends to have."""

DEVICE = {"protocol": "ctap2", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}


class Authenticators:
    """The passkeys of a visitor."""

    def __init__(self, visitor):
        self.session = visitor.context.new_cdp_session(visitor.page)
        self.session.send("WebAuthn.enable")
        self.device = self.add("usb")

    def add(self, transport):
        """Add an authenticator: a key on USB is asked only on request, one inside offers its passkeys in the field at once."""
        options = DEVICE | {"transport": transport}
        return self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def all(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]

    def replace(self, transport):
        """Put an authenticator without passkeys in place of the one before."""
        self.session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.device})
        self.device = self.add(transport)

    def move_inside(self):
        """Move the only passkey into the computer."""
        [passkey] = self.all()
        self.replace("internal")
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.device, "credential": passkey})
