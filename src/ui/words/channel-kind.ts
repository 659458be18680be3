import { type AnyChannelKind, channelKinds, secretSettings } from "../../channels/registry.ts";
import { localeOf, once } from "../../core/language.ts";
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

/** Where each type of address is found. */
const wherePasted = (): string[] =>
  PASTED_KINDS.map(({ title, pasted, page: { where } }) =>
    pasted?.of === undefined ? `${t(title)}: ${t(where)}` : t(where),
  ).toSorted();

/** Returns the name for a channel that was added without one. */
export const nameOfKind = ({ page, title }: AnyChannelKind): string => page.named ?? title;

/** Returns the error for an address that no kind recognizes. One of a known service, such as an invitation, names only that. */
export function unknownAddress(address: string): { pointer: string; message: string } {
  const host = URL.parse(address.trim())?.hostname ?? "";
  const near = PASTED_KINDS.find(({ kind, pasted }) => pasted?.of === undefined && host.includes(kind));
  const message =
    near === undefined
      ? `${t("The address must be a {services} webhook URL", { services: pastedTitles() })}. ${wherePasted().join(". ")}`
      : t("This address belongs to {service}, but it isn’t a webhook URL. Find one here: {where}", {
          service: t(near.title),
          where: t(near.page.where),
        });
  return { pointer: "/settings/url", message };
}

/** Returns the pointers of the secret settings. */
export const secretsOf = (kind: AnyChannelKind): string[] => secretSettings(kind).map((name) => `/settings/${name}`);
