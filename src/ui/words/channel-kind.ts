import { type AnyChannelKind, channelKinds, secretSettings } from "../../channels/registry.ts";
import { localeOf, once } from "../../core/language.ts";
import type { FieldError } from "../../core/refusal.ts";
import { isLoopback } from "../../core/public-url.ts";
import { language, t } from "./text.ts";

/** The chat kinds that a pasted address can identify. */
const PASTED_KINDS: AnyChannelKind[] = Object.values(channelKinds).filter(
  ({ pasted, preview }) => pasted !== undefined && preview !== undefined,
);

/** Returns the channel kind of a pasted address, or null if none matches. */
export function kindOf(address: string): AnyChannelKind | null {
  const url = URL.parse(address.trim().replace(/^["'`<]+|["'`>]+$/g, ""));
  if (url === null) return null;
  const local = isLoopback(url.hostname);
  return Object.values(channelKinds).find(({ pasted }) => pasted?.recognizes(url, local) === true) ?? null;
}

/** The services whose addresses are recognized: "Discord, Google Chat, Microsoft Teams or Slack". */
export function pastedTitles(): string {
  const titles = PASTED_KINDS.flatMap(({ title, pasted }) => pasted?.of ?? t(title)).toSorted();
  const locale = localeOf(language());
  return once(`either ${locale}`, () => new Intl.ListFormat(locale, { type: "disjunction" })).format(titles);
}

/** Returns the name for a channel that was added without one. */
export const nameOfKind = ({ page, title }: AnyChannelKind): string => page.named ?? title;

/** The addresses of a chat's own pages: of a Discord channel, of a Slack channel in a browser or an app. */
const OF_CHAT = /^\/(channels|archives|client)\//;

/** Says what an address is not, and where the right one is found. One of a known service names only that. */
function addressWords(address: string, kind: AnyChannelKind | null): string {
  const url = URL.parse(address.trim());
  const near =
    kind ?? PASTED_KINDS.find(({ kind: name, pasted }) => pasted?.of === undefined && url?.hostname.includes(name));
  if (near === undefined)
    return t("That isn’t a webhook address of {services}. Choose your service to see where to find one.", {
      services: pastedTitles(),
    });
  const values = { service: t(near.title), where: t(near.page.where) };
  return url !== null && OF_CHAT.test(url.pathname) && url.hostname.includes(near.kind)
    ? t("That’s the address of a channel. Alerts need a webhook address, which you find here: {where}", values)
    : t("That isn’t a webhook address of {service}. Find one here: {where}", values);
}

const ADDRESS = "/settings/url";

/** The error for an address that no kind recognizes. */
export const unknownAddress = (address: string): FieldError => ({
  pointer: ADDRESS,
  message: addressWords(address, null),
});

/** The errors of a channel's form; of a webhook's address, what it is not, in place of what it has to look like. */
export function addressErrors(errors: FieldError[], address: string, kind: AnyChannelKind | null): FieldError[] {
  const isPasted = kind === null || PASTED_KINDS.includes(kind);
  if (!isPasted || address.trim() === "" || !errors.some(({ pointer }) => pointer === ADDRESS)) return errors;
  return [
    ...errors.filter(({ pointer }) => pointer !== ADDRESS),
    { pointer: ADDRESS, message: addressWords(address, kind) },
  ];
}

/** A rejected address as it may be shown again: "" for one with a part that may be a secret. */
export const displayedAddress = (address: string): string =>
  /(?=[\w-]*[a-z])[\w-]{16,}/i.test(address.replace(/^\w+:\/\/[^/]*/, "")) ? "" : address;

/** Returns the pointers of the secret settings. */
export const secretsOf = (kind: AnyChannelKind): string[] => secretSettings(kind).map((name) => `/settings/${name}`);
