/** The page to unsubscribe from e-mail notifications. */

import { createButton, html } from "../common/elements.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { t } from "../common/texts.js";
import { reportRefusal } from "../common/forms.js";
import { endMails } from "./notices-api.js";

await openPage();
const title = t("Notifications by e-mail");
const problem = html("p", { class: "refusal", role: "alert" });
const end = createButton(
  t("Stop them"),
  () =>
    void reportRefusal(problem, async () => {
      await endMails(location.pathname);
      const settings = html("a", { href: "/account#notices" }, t("Your notifications"));
      showContent(title, createNotice(title, t("You won't get any more notifications by e-mail. If you want them again, switch them on in your account."), settings));
    }),
  "primary",
);
showContent(title, createNotice(title, t("Stop e-mail notifications?"), end), problem);
