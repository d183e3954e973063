/** The house's HTTP API for notices. */

import { callHouse } from "../common/api.js";

/**
 * @typedef {object} NoticeSettings
 * @property {boolean} turns whether turns in matches of days are told
 * @property {boolean} challenges
 * @property {boolean} rounds of tournaments
 * @property {number | null} quiet_from minutes after midnight; null without quiet hours
 * @property {number | null} quiet_to
 * @property {string} zone the IANA name of the time zone
 * @property {boolean} mail whether notices come by e-mail, too
 * @property {number | null} digest_hour of the one mail a day; null for mails at once
 * @typedef {object} Notices
 * @property {string} public_key of the house, for push services, in base64url
 * @property {NoticeSettings | null} settings null if the reader has never asked for notices
 * @property {{id: string, device: string, made_at: number, is_this: boolean}[]} browsers
 * @property {"none" | "unconfirmed" | "possible"} mail whether the reader can have notices by e-mail
 */

const PATH = "/api/account/notices";

/** @returns {Promise<Notices>} */
export const fetchNotices = () => callHouse(PATH);

/** @param {NoticeSettings} settings @returns {Promise<Notices>} */
export const chooseNotices = (settings) => callHouse(PATH, settings);

/**
 * Get notices in a browser.
 * @param {{endpoint: string, public_key: string, secret: string, zone: string}} subscription
 * @returns {Promise<Notices>}
 */
export const addBrowser = (subscription) => callHouse(`${PATH}/browsers`, subscription);

/** Get no more notices in a browser. @param {string} id @returns {Promise<Notices>} */
export const removeBrowser = (id) => callHouse(`${PATH}/browsers/remove`, { id });

/** End notices by e-mail, with the key in the address of a page. @param {string} address @returns {Promise<void>} */
export const endMails = (address) => callHouse(address, {});
