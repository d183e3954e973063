/** The page behind the link in a mail, on which its reader ends such mails. */

import { createButton, html } from "../common/elements.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { t } from "../common/texts.js";
import { reportRefusal } from "../account/forms.js";
import { endMails } from "./notices-api.js";

await openPage();
const title = t("Notices by e-mail");
const problem = html("p", { class: "refusal", role: "alert" });
const end = createButton(
  t("End them"),
  () =>
    void reportRefusal(problem, async () => {
      await endMails(location.pathname);
      const settings = html("a", { href: "/account#notices" }, t("Your notices"));
      showContent(title, createNotice(title, t("You get no more notices by e-mail. If you want them again, switch them on in your account."), settings));
    }),
  "primary",
);
showContent(title, createNotice(title, t("Do you want no more notices of this house by e-mail?"), end), problem);
