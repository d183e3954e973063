/** The page for an address that leads nowhere. */

import { fill, notice, openPage } from "../common/page.js";
import { t } from "../common/texts.js";

await openPage();
fill(
  t("No such page"),
  notice(t("No such page"), t("There is nothing at this address. Perhaps a letter is wrong, or the page has moved.")),
);
