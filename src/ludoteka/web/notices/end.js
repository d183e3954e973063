/** The page to unsubscribe from e-mail notifications. */

import { callHouse } from "../common/api.js";
import { html } from "../common/elements.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { t } from "../common/texts.js";
import { createDeed, createProblem } from "../common/forms.js";

await openPage();
const title = t("Notifications by e-mail");
const problem = createProblem();
const end = async () => {
  await callHouse(location.pathname, {}); // whose key names the recipient
  const settings = html("a", { href: "/account#notices" }, t("Your notifications"));
  showContent(title, createNotice(title, t("You won't get any more notifications by e-mail. If you want them again, switch them on in your account."), settings));
};
const button = createDeed(t("Stop them"), problem, end, "primary");
showContent(title, createNotice(title, t("Stop e-mail notifications?"), button), problem);
