/** The page for an address that leads nowhere. */

import { showContent, createNotice, openPage } from "../common/page.js";
import { t } from "../common/texts.js";

await openPage();
showContent(
  t("No such page"),
  createNotice(t("No such page"), t("There is nothing at this address. Perhaps a letter is wrong, or the page has moved.")),
);
