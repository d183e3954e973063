/** The house's HTTP API for notifications. */

import { callHouse } from "../common/api.js";

/**
 * @typedef {object} NoticeSettings
 * @property {boolean} turns whether to notify turns in correspondence matches
 * @property {boolean} challenges
 * @property {boolean} rounds of tournaments
 * @property {number | null} quiet_from minutes after midnight; null without quiet hours
 * @property {number | null} quiet_to
 * @property {string} zone the IANA name of the time zone
 * @property {boolean} mail whether notifications are also sent by e-mail
 * @property {number | null} digest_hour of the daily e-mail; null to send e-mails at once
 * @typedef {object} Notices
 * @property {string} public_key of the house, for push services, in base64url
 * @property {NoticeSettings | null} settings null if the reader has never enabled notifications
 * @property {{id: string, device: string, made_at: number, is_this: boolean}[]} browsers
 * @property {"none" | "unconfirmed" | "possible"} mail whether the reader can be notified by e-mail
 */

const PATH = "/api/account/notices";

/** @returns {Promise<Notices>} */
export const fetchNotices = () => callHouse(PATH);

/** @param {NoticeSettings} settings @returns {Promise<Notices>} */
export const chooseNotices = (settings) => callHouse(PATH, settings);

/**
 * Subscribe a browser to notifications.
 * @param {{endpoint: string, public_key: string, secret: string, zone: string}} subscription
 * @returns {Promise<Notices>}
 */
export const addBrowser = (subscription) => callHouse(`${PATH}/browsers`, subscription);

/** Unsubscribe a browser from notifications. @param {string} id @returns {Promise<Notices>} */
export const removeBrowser = (id) => callHouse(`${PATH}/browsers/remove`, { id });

/** Unsubscribe from e-mail notifications, with the key in the address of a page. @param {string} address @returns {Promise<void>} */
export const endMails = (address) => callHouse(address, {});
