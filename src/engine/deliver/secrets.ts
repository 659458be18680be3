import { channelKinds, hiddenIn } from "../../channels/registry.ts";
import { isObject, type Json } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";

/** Patterns of tokens and of addresses with tokens, of all channel kinds. */
const secretsOfKinds = lazy(
  () =>
    new RegExp(
      Object.values(channelKinds)
        .flatMap(({ secret }) => secret?.source ?? [])
        .join("|"),
      "g",
    ),
);

/** Shorter secrets are only masked as a whole text of JSON, because they occur in other words. */
const SHORTEST = 6;

/** Cached by settings, because a run sends a channel many messages. */
const maskers = new WeakMap<object, (text: string) => string>();

/** Returns a function that masks the secrets of a channel's settings wherever they occur in a text. */
export function maskerOf(kind: string, settings: unknown): (text: string) => string {
  const key = Object(settings) as object;
  const created = maskers.get(key) ?? masker(kind, settings);
  maskers.set(key, created);
  return created;
}

function masker(kind: string, settings: unknown): (text: string) => string {
  const texts = isObject(settings) ? secretTexts(kind, settings) : [];
  const paths = texts.flatMap((text) => {
    if (!/^https?:/.test(text) || !URL.canParse(text)) return [];
    const { pathname, search } = new URL(text);
    return [pathname + search, pathname];
  });
  const secrets = [...texts, ...paths]
    .filter((one) => one.length >= SHORTEST)
    .flatMap((one) => [one, one.replaceAll("/", "\\/"), JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
    .sort((a, b) => b.length - a.length);
  const short = texts.filter((one) => one !== "" && one.length < SHORTEST);
  return (text) => {
    if (short.includes(text)) return "…";
    const masked = secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);
    return short
      .reduce((left, secret) => left.replaceAll(JSON.stringify(secret), '"…"'), masked)
      .replaceAll(secretsOfKinds(), "…");
  };
}

/** The texts in the settings that their API form does not show: those that are declared secret. */
function secretTexts(kind: string, settings: Record<string, Json>): string[] {
  const known = channelKinds[kind];
  const hidden = known === undefined ? Object.entries(settings) : hiddenIn(known, settings);
  return hidden.flatMap(([, value]) => textsIn(value));
}

const textsIn = (value: Json): string[] =>
  typeof value === "string" ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : [];

/** A value whose texts are masked. */
export function maskedJson(value: Json, mask: (text: string) => string): Json {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((entry) => maskedJson(entry, mask));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedJson(member, mask)]));
}
