import { channelKinds } from "../../channels/registry.ts";
import { type SignedLink, UNSUBSCRIBE_PATH } from "../../core/unsubscribe-links.ts";
import { unsubscribe, type UnsubscribeDeps, type UnsubscribePorts } from "./unsubscribe.ts";
import { channel } from "../channels/resource/channel.ts";
import { noteFailedTry } from "../../http/auth.ts";
import { granted, Problem } from "../../http/problem.ts";
import { MinuteLimit } from "../../http/write-limit.ts";
import { page, type PageContext } from "../../ui/page.ts";
import { addressOf, type Session } from "../../ui/session.ts";
import { t } from "../../ui/words/text.ts";
import { ADDRESS, askingPage, donePage, ONE_CLICK, unknownPage } from "./views.tsx";

type Anybody = PageContext<UnsubscribePorts, Session | null>;

/** The actor in the audit log and in messages to operators. */
const BY = "unsubscribe link";

/** Forms of one channel per minute: three times as many as it may have recipients. Kept by each isolate. */
const MAX_A_MINUTE = 60;
const formLimit = new MinuteLimit(MAX_A_MINUTE);

/** Reads the link in the address. Nothing is read from the database for one that was not signed here. */
function linkIn({ ports, params, request }: Anybody | PageContext<UnsubscribePorts, Session | null>) {
  const link = ports.unsubscribeLinks.read(params["link"] ?? "");
  if (link === null) noteFailedTry(request);
  return link;
}

/** Asks, and changes nothing: mail scanners and previews open links. It says nothing about the channel. */
async function asks(context: PageContext<UnsubscribePorts, Session | null>): Promise<Response> {
  const link = linkIn(context);
  return link === null ? unknownPage(context) : askingPage(context, { named: link.isFor !== null });
}

/**
 * Removes the recipient of the link, or the typed one. The answer is the same for an address that is no
 * recipient, so nobody learns who is.
 */
async function removes(context: Anybody): Promise<Response> {
  const link = linkIn(context);
  if (link === null) return unknownPage(context);
  const { fields, ports, now } = context;
  const wait = formLimit.take(link.channelId, now);
  if (wait > 0) throw new Problem(429, t("Too many requests"), {}, { "retry-after": String(wait) });
  const isLeaving = leaverIn(link, fields.text(ONE_CLICK.name) === ONE_CLICK.value, fields.text(ADDRESS));
  if (isLeaving === null) return askingPage(context, { named: link.isFor !== null, typed: fields.text(ADDRESS) }, 422);
  granted(await unsubscribe(link.channelId, isLeaving, { ...ports.keep, by: BY, write: writing(context) }));
  return donePage(context);
}

/** Returns what matches the recipient who leaves; null if the form names none. One click removes only the link's own. */
function leaverIn({ isFor }: SignedLink, oneClick: boolean, text: string): ((recipient: string) => boolean) | null {
  if (isFor !== null) return oneClick ? isFor : null;
  const typed = typedIn(text);
  return typed === null ? null : (recipient) => recipient.toLowerCase() === typed;
}

/** What somebody typed as their address at a channel of any kind; null if it is not one. */
const typedIn = (text: string): string | null =>
  Object.values(channelKinds)
    .map(({ unsubscribing }) => unsubscribing?.typed(text) ?? null)
    .find((typed) => typed !== null) ?? null;

/** Writes the change with its audit entry. */
const writing =
  ({ ports, request }: Anybody): UnsubscribeDeps["write"] =>
  (change, recipient) => {
    const at = ports.audit.wallNow();
    const entry = {
      at,
      tokenId: null,
      tokenName: BY,
      operation: "unsubscribe",
      subject: change.after.id,
      request: { recipient },
      status: 200,
      address: addressOf(request),
    };
    return ports.keep.writeAs([{ do: "change", of: channel, changes: [change] }], {
      at,
      entries: [entry],
      idempotency: null,
    });
  };

const path = `${UNSUBSCRIBE_PATH}/{link}`;

/** The page behind the link in emails. */
export const unsubscribePages = [
  page({ method: "get", path, scope: "public", handle: asks }),
  page({
    method: "post",
    path,
    scope: "public",
    fromAnywhere: true,
    handle: removes,
  }),
];
