/** HTTP calls over keep-alive connections. */

import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/**
 * Send a request; return the answer, parsed as JSON, and its cookie.
 * @param {string} address
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [cookie]
 * @returns {Promise<{body: any, cookie: string}>}
 */
export function called(address, method, path, body, cookie = "") {
  const text = body ? JSON.stringify(body) : "";
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text), cookie };
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { agent, method, headers }, (answer) => {
      let said = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        said += part;
      });
      answer.on("end", () => {
        if ((answer.statusCode ?? 0) >= 300) reject(new Error(`${method} ${path}: ${answer.statusCode} ${said}`));
        else resolve({ body: JSON.parse(said), cookie: (answer.headers["set-cookie"] ?? [""])[0].split(";")[0] });
      });
    });
    asked.on("error", reject);
    asked.end(text);
  });
}

/** Close the connections before the server does so because they are idle. */
export function hangUp() {
  agent.destroy();
}
