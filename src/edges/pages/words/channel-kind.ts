import { channelKinds, type AnyChannelKind } from "../../../channels/registry.ts";
import { isLoopback } from "../../../core/public-url.ts";

/** Kinds of chats that a pasted address names. */
export const PASTED_KINDS: AnyChannelKind[] = Object.values(channelKinds).filter(
  ({ recognizes, preview }) => recognizes !== undefined && preview !== undefined,
);

/** The kind of channel that a pasted address is of; null where none knows it. */
export function kindOf(address: string): AnyChannelKind | null {
  const url = URL.parse(address.trim().replace(/^["'`<]+|["'`>]+$/g, ""));
  if (url === null) return null;
  const local = isLoopback(url.hostname);
  return Object.values(channelKinds).find(({ recognizes }) => recognizes?.(url, local) === true) ?? null;
}

/** What a channel is called that nobody named. */
export const nameOfKind = ({ named, title }: AnyChannelKind): string => named ?? title;

/** What is wrong with an address that no kind knows. */
export function unknownAddress(): { pointer: string; message: string } {
  const titles = PASTED_KINDS.map(({ title }) => title).toSorted();
  const where = PASTED_KINDS.map(({ title, where: at }) => `${title}: ${at}`).toSorted();
  return {
    pointer: "/settings/url",
    message: `must be a ${titles.join(" or ")} webhook URL. ${where.join(". ")}`,
  };
}

/** The settings that nobody may read: those that are masked. */
export function secretsOf(kind: AnyChannelKind): string[] {
  const settings = kind.example.settings as Record<string, string>;
  const shown = kind.mask(settings);
  return Object.entries(settings).flatMap(([name, value]) => (shown[name] === value ? [] : [`/settings/${name}`]));
}
