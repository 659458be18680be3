import { isObject, type Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import type { ProbeDeps } from "../../flows/manage/probe.ts";
import { basicAuth, exchange, type UpstreamAccount } from "./caller.ts";
import { requestOf } from "./request.ts";

/** Query parameters by whose names one may know a secret that was configured into an operation. */
const SECRET_PARAMETERS = /([?&](?:[^=&#]*[_-])?(?:key|token|secret|password|auth|sign|signature)=)[^&#]*/gi;

/** A shorter user name would hide words of the answer. */
const SHORTEST_NAME = 4;

const HIDDEN = "***";

/** Deeper than any answer that means something. */
const DEEPEST = 200;

/** Calls the polled service for a person who wants to see it all, our credentials aside. */
export function upstreamProber(
  account: UpstreamAccount,
  count: (key: string) => void,
  fetcher: typeof fetch,
): Pick<ProbeDeps, "request" | "call" | "hide"> {
  const { baseUrl, username, password, operations } = account;
  const secrets = [basicAuth(username, password).slice("Basic ".length), password];
  if (username.length >= SHORTEST_NAME) secrets.push(username);
  const hidden = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
  const request: ProbeDeps["request"] = (name, values) => {
    const made = requestOf(baseUrl, operations.get(name)!, values);
    if (!made.ok) return made;
    const { method, url } = made.value;
    return ok({ method, url: hidden(url).replace(SECRET_PARAMETERS, `$1${HIDDEN}`) });
  };
  return {
    request,
    call: (name, values) => exchange(account, operations.get(name)!, values, count, fetcher),
    hide: (value) => mapTexts(value, hidden, 0),
  };
}

/** The same value with each text in it, keys included, mapped. */
function mapTexts(value: Json, map: (text: string) => string, depth: number): Json {
  if (typeof value === "string") return map(value);
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map, depth + 1)]));
}
