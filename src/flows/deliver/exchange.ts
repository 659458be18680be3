import { channelKinds } from "../../channels/registry.ts";
import { lazy } from "../../core/lazy.ts";
import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import type { Exchange } from "../../core/exchange.ts";

const MAX_BYTES = 4096;

/** What helps to understand an answer; a cookie or anything else that may be a secret is not among it. */
const HEADERS = /^(content-type|date|retry-after|server|cf-ray|via|x-(ratelimit-[a-z-]+|request-id|slack-[a-z-]+))$/;

const MAX_HEADERS = 20;
const LONGEST_HEADER = 200;

/** What tokens and addresses with tokens look like, whoever's they are. */
const secretsOfKinds = lazy(
  () =>
    new RegExp(
      Object.values(channelKinds)
        .flatMap(({ secret }) => secret?.source ?? [])
        .join("|"),
      "g",
    ),
);

/** Shorter texts of settings are no secrets, but parts of other words. */
const SHORTEST = 6;

/** The exchange as it is kept: `settings` are the channel's, whose texts are masked wherever they stand. */
export function exchangeOf(request: OutboundRequest, answer: OutboundAnswer, settings: unknown): Exchange {
  const shown = showerOf(settings);
  const { status } = answer;
  const headers = Object.entries(answer.headers).filter(([name]) => HEADERS.test(name));
  return {
    request: { body: cutBytes(shown(request.body)) },
    response:
      status === null
        ? null
        : {
            status,
            headers: Object.fromEntries(
              headers.slice(0, MAX_HEADERS).map(([name, value]) => [name, shown(value).slice(0, LONGEST_HEADER)]),
            ),
            body: cutBytes(shown(answer.body)),
          },
  };
}

/** By the settings of a channel: a run sends it many messages. */
const showers = new WeakMap<object, (text: string) => string>();

function showerOf(settings: unknown): (text: string) => string {
  const key = Object(settings) as object;
  const made = showers.get(key) ?? shower(settings);
  showers.set(key, made);
  return made;
}

/** Writes a text without the secrets of these settings. */
function shower(settings: unknown): (text: string) => string {
  const texts = Object.values((settings ?? {}) as Record<string, unknown>).filter((one) => typeof one === "string");
  const paths = texts.flatMap((text) => {
    if (!/^https?:/.test(text) || !URL.canParse(text)) return [];
    const { pathname, search } = new URL(text);
    return [pathname + search, pathname];
  });
  const secrets = [...texts, ...paths]
    .flatMap((one) => [one, one.replaceAll("/", "\\/")])
    .filter((one) => one.length >= SHORTEST && !PUBLIC.test(one))
    .sort((a, b) => b.length - a.length);
  return (text) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text).replaceAll(secretsOfKinds(), "…");
}

/** Ids and names of channels are no secrets. */
const PUBLIC = /^(-?\d+|[#@].*|[CGD][A-Z0-9]+)$/;

const LONGEST_CHARACTER_BYTES = 3;

/** At most so many bytes of UTF-8, no character cut in half. */
function cutBytes(text: string): string {
  if (text.length * LONGEST_CHARACTER_BYTES <= MAX_BYTES) return text.toWellFormed();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read).toWellFormed();
}
