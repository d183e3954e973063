/** The page that explains a failed sign-in through an identity provider; the house has written it. */

import { openPage } from "../common/page.js";

await openPage();
