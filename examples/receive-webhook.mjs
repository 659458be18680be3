// @ts-check
// Receives Tallylight's webhooks and prints them:
//   SECRET=whsec_… PORT=9000 node examples/receive-webhook.mjs
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const { SECRET = "", PORT = "9000" } = process.env;
const MOST_BYTES = 1024 * 1024;

// Checks the signature, and that the timestamp is no more than five minutes from now: an old message is refused.
const webhook = new Webhook(SECRET);

// Messages may come twice: the id tells.
/** @type {Set<string>} */
const seen = new Set();

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  request.on("data", (/** @type {Buffer} */ chunk) => {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
  });
  request.on("end", () => {
    response.statusCode = length > MOST_BYTES ? 413 : answer(Buffer.concat(chunks), request.headers);
    response.end();
  });
});

/**
 * The status that a message is answered with.
 * @param {Buffer} body
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function answer(body, headers) {
  try {
    const message = webhook.verify(body.toString("utf8"), /** @type {Record<string, string>} */ (headers));
    const id = String(headers["webhook-id"]);
    if (!seen.has(id)) console.log(JSON.stringify(message));
    seen.add(id);
    return 204;
  } catch {
    return 401;
  }
}

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`);
});
