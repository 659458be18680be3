import { isObject, type Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { suggestsSecret } from "../../core/secret-names.ts";
import type { Prober } from "./probe.ts";
import { HIDDEN, secretsOf } from "./authentication.ts";
import { exchange } from "./caller.ts";
import { listOperations } from "./catalogue.ts";
import { requestOf } from "./request.ts";
import type { Service } from "./service.ts";

/** Query parameters with their values. */
const PARAMETERS = /([?&])([^=&#]*)=([^&#]*)/g;

/** Deeper than any meaningful answer. */
const DEEPEST = 200;

/** Calls the polled service for a person who wants to see the whole answer. Credentials are hidden. */
export function upstreamProber(service: Service, count: (key: string) => void, fetcher: typeof fetch): Prober {
  const { credentials, operations } = service;
  const secrets = credentials === null ? [] : secretsOf(credentials);
  const hidden = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
  const request: Prober["request"] = (name, values) => {
    const created = requestOf(credentials?.baseUrl ?? "", operations.get(name)!, values);
    if (!created.ok) return created;
    const { method, url } = created.value;
    return ok({ method, url: hidden(url).replaceAll(PARAMETERS, withoutSecret) });
  };
  return {
    request,
    connected: credentials !== null,
    operations: () => listOperations(service),
    call: (name, values) =>
      exchange({ ...service, credentials: credentials! }, operations.get(name)!, values, count, fetcher),
    hide: (value) => mapTexts(value, hidden, 0),
  };
}

const withoutSecret = (parameter: string, sign: string, name: string): string =>
  suggestsSecret(nameIn(name)) ? `${sign}${name}=${HIDDEN}` : parameter;

function nameIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Maps all texts in a value, including keys. */
function mapTexts(value: Json, map: (text: string) => string, depth: number): Json {
  if (typeof value === "string") return map(value);
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map, depth + 1)]));
}
