/** The page that says why somebody could not sign in through an identity provider; the house has written it. */

import { openPage } from "../common/page.js";

await openPage();
