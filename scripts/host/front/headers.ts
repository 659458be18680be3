import type { IncomingHttpHeaders } from "node:http";

/** Of one connection only (RFC 9110, 7.6.1). What `Connection` names beyond these is passed on: nobody stands behind us. */
const HOP_BY_HOP = [
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** What the local runtime obeys, what says who or where a client claims to be, and what is said to a proxy. */
const CLAIMS =
  /^(mf-|cf-|x-mf-|proxy$|proxy-|x-forwarded|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$)/;

/** The headers that the Worker may see, and the address that the connection really has. */
export function passedOn(headers: IncomingHttpHeaders, peer: string): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.includes(name) && !CLAIMS.test(name)) passed[name] = headers[name];
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) passed["transfer-encoding"] = coding;
  passed["cf-connecting-ip"] = peer.replace(/^::ffff:(?=\d+\.)/, "");
  return passed;
}

/** Takes from an answer what the runtime says to itself and what is of its own connection. */
export function cleaned(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (/^(mf-|x-mf-|keep-alive$|connection$)/.test(name)) delete headers[name];
}
