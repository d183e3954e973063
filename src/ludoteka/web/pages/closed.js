/** The page for somebody whom the house doesn't let in for a time. */

import { html } from "../common/elements.js";
import { openPage, showContent } from "../common/page.js";
import { t } from "../common/texts.js";

await openPage();
showContent(
  t("You are banned"),
  html(
    "section",
    { class: "notice" },
    html("h1", {}, t("You are banned")),
    html("p", {}, t("A moderator has banned you, or the network that you use, for a time. If you think that is a mistake, write to the owner of this server.")),
    html("p", {}, t("If only the network is banned, you can come in with your account:"), " ", html("a", { href: "/account" }, t("Sign in"))),
  ),
);
