"""E-mails to users about their accounts."""

from ludoteka.core.message import Message
from ludoteka.server.mail.letters import CONFIRMATION, RECOVERY_MAIL, SECURITY, HouseLink, Letter

PAGE = "account/mail"  # where links in e-mails lead.  Browsers never send the part after # to a server
PASSWORD_CHANGED = Message("The password of your account was changed.")
PASSKEY_ADDED = Message("A passkey was added to your account.")
PASSKEY_REMOVED = Message("A passkey was removed from your account.")
IDENTITY_LINKED = Message("A sign-in service was linked to your account.")
IDENTITY_UNLINKED = Message("A sign-in service was unlinked from your account.")
CODES_REPLACED = Message("Your account got new recovery codes. The former ones are no longer valid.")
CODE_USED = Message("Somebody got into your account with a recovery code and set a new password.")
LINK_USED = Message("Somebody got into your account with a link from an e-mail and set a new password or passkey.")
ADDRESS_CHANGED = Message("The e-mail address of your account was changed. E-mail goes to the new address from now on.")
ADDRESS_ASKED = Message(
    "Another e-mail address was given for your account. It takes effect when the link that was sent there is opened."
)
ADDRESS_REMOVED = Message("The e-mail address of your account was removed. This server won't send you any more e-mail.")


def confirmation_letter(name: str, token: str, language: str) -> Letter:
    """Return the e-mail whose link confirms an account's address."""
    paragraphs = (
        Message("The account {name} wants to use this e-mail address.", name=name),
        Message("To confirm the address, open this link within a day. It works once:"),
        HouseLink(f"{PAGE}#confirm={token}"),
        Message("If you have not asked for this, ignore this e-mail. Then nothing happens."),
    )
    return Letter(Message("Confirm your e-mail address"), paragraphs, language, purpose=CONFIRMATION)


def taken_letter(name: str, owner: str, language: str) -> Letter:
    """Return the e-mail that says that the address already belongs to another account."""
    paragraphs = (
        Message("The account {name} wants to use this e-mail address.", name=name),
        Message("The address belongs to the account {owner} already, so nothing has changed.", owner=owner),
        Message(
            "If both accounts are yours and you want to change this, remove the address from {owner} first.",
            owner=owner,
        ),
    )
    return Letter(Message("This e-mail address is in use already"), paragraphs, language, purpose=CONFIRMATION)


def recovery_letter(name: str, token: str, language: str) -> Letter:
    """Return the e-mail whose link recovers an account."""
    paragraphs = (
        Message("Somebody, probably you, has asked to get back into your account {name}.", name=name),
        Message("To set a new password or passkey, open this link within an hour. It works once:"),
        HouseLink(f"{PAGE}#recover={token}"),
        Message("All browsers and programs are then signed out, and the former password is no longer valid."),
        Message("If you have not asked for this, ignore this e-mail. Then nothing happens."),
    )
    return Letter(Message("Get back into your account"), paragraphs, language, purpose=RECOVERY_MAIL)


def security_letter(name: str, change: Message, language: str, *, may_recover: bool) -> Letter:
    """Return the e-mail that notifies a user of a change to how they sign in."""
    advice = Message(
        "If it wasn't you, choose “Lost your password or passkey?” on the sign-in page at once, and "
        "tell the owner of this server."
    )
    helpless = Message("If it wasn't you, tell the owner of this server at once.")
    paragraphs = (
        Message("This is about your account {name}.", name=name),
        change,
        Message("If it was you, there is nothing to do."),
        advice if may_recover else helpless,
    )
    return Letter(Message("Your account was changed"), paragraphs, language, purpose=SECURITY)
