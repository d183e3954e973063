/** HTTP calls over connections that are kept open. */

import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/**
 * Call and return what was answered, read as JSON, and the cookie that came with it.
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

/** Close the connections, before a server does because nothing has come for long. */
export function hangUp() {
  agent.destroy();
}
