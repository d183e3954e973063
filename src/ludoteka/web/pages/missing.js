/** The page for an unknown address. */

import { showContent, createNotice, openPage } from "../common/page.js";
import { t } from "../common/texts.js";

await openPage();
showContent(
  t("Page not found"),
  createNotice(t("Page not found"), t("There's nothing at this address. It may contain a typo, or the page may have moved.")),
);
