import type { IncomingHttpHeaders } from "node:http";
import { FRONT_HEADER } from "../../../src/wiring/api/from-front.ts";

/**
 * Headers of a single connection (RFC 9110, 7.6.1). Others that `Connection` lists are passed on, because there is no
 * further hop.
 */
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

/**
 * Headers that the local runtime obeys, that claim a client's identity or address, or that are meant for proxies. The
 * assertion of Cloudflare Access passes: the Worker checks its signature.
 */
const CLAIMS =
  /^(mf-|cf-(?!access-jwt-assertion$)|x-mf-|x-tallylight-|proxy$|proxy-|x-forwarded|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$)/;

/** The headers that the Worker receives, with the client address, and the secret of the front (null for none). */
export function passedOn(headers: IncomingHttpHeaders, client: string, secret: string | null): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.includes(name) && !CLAIMS.test(name)) passed[name] = headers[name];
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) passed["transfer-encoding"] = coding;
  passed["cf-connecting-ip"] = client;
  if (secret !== null) passed[FRONT_HEADER] = secret;
  return passed;
}

/** Removes the runtime's internal headers and those of its connection from an answer. */
export function cleaned(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (/^(mf-|x-mf-|keep-alive$|connection$)/.test(name)) delete headers[name];
}
