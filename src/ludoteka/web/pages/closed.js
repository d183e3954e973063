/** The page for somebody whom the house doesn't let in for a time. */

import { html } from "../common/elements.js";
import { openPage, showContent } from "../common/page.js";
import { t } from "../common/texts.js";

await openPage();
showContent(
  t("Closed for you"),
  html(
    "section",
    { class: "notice" },
    html("h1", {}, t("Closed for you")),
    html("p", {}, t("Those who keep order in this house have closed it to you, or to the network that you use, for a time. If you think that is a mistake, write to whoever runs it.")),
    html("p", {}, t("If only the network is meant, you can come in with your account:"), " ", html("a", { href: "/account" }, t("Sign in"))),
  ),
);
