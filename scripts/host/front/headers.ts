import type { IncomingHttpHeaders } from "node:http";
import { FRONT_HEADER } from "../../../src/edges/http/from-front.ts";

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
  /^(mf-|cf-|x-mf-|x-tallylight-|proxy$|proxy-|x-forwarded|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$)/;

/** The headers that the Worker may see, the address of who asks, and what says that they come from here (null for nothing). */
export function passedOn(headers: IncomingHttpHeaders, client: string, secret: string | null): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.includes(name) && !CLAIMS.test(name)) passed[name] = headers[name];
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) passed["transfer-encoding"] = coding;
  passed["cf-connecting-ip"] = client;
  if (secret !== null) passed[FRONT_HEADER] = secret;
  return passed;
}

/** Takes from an answer what the runtime says to itself and what is of its own connection. */
export function cleaned(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (/^(mf-|x-mf-|keep-alive$|connection$)/.test(name)) delete headers[name];
}
