import { page, type PageContext } from "../../ui/page.ts";
import { Button, Field, Form } from "../../ui/parts/form.tsx";
import { addressOf, type Session } from "../../ui/session.ts";
import { showAlone } from "../../ui/show.tsx";
import { Top } from "../../ui/parts/top.tsx";
import { marked, t } from "../../ui/words/text.ts";
import { channelKinds } from "../../channels/registry.ts";
import { type SignedLink, UNSUBSCRIBE_PATH } from "../../core/unsubscribe-links.ts";
import { unsubscribe, type UnsubscribeDeps, type UnsubscribePorts } from "./unsubscribe.ts";
import { channel } from "../channels/resource/channel.ts";
import { noteFailedTry } from "../../http/auth.ts";
import { granted, Problem } from "../../http/problem.ts";
import { MinuteLimit } from "../../http/write-limit.ts";

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

/** The field of mail programs that unsubscribe with one click (RFC 8058), and of our own button for one recipient. */
const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

/** The field in which somebody types their address. */
const ADDRESS = "address";

type Alone = PageContext<unknown, Session | null>;

interface Asking {
  /** True if the link was made for one recipient, who only needs to confirm. */
  named: boolean;
  /** What was typed, if it is no address. */
  typed?: string;
}

const NO_ADDRESS = { pointer: ADDRESS, message: marked("Enter an email address like name@example.com.") };

/** Asks for the address, or only for a click. */
const askingPage = (context: Alone, { named, typed }: Asking, status = 200): Response =>
  showAlone(
    context,
    t("Unsubscribe"),
    <>
      <Top
        title={t("Unsubscribe from these emails")}
        text={
          named
            ? t("Press the button to stop getting these emails.")
            : t("Enter the address at which you get them, to stop getting these emails.")
        }
        lamp={false}
      />
      <Form action={context.url.pathname} class="card">
        {named ? (
          <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        ) : (
          <Field
            pointer={ADDRESS}
            label={t("Your email address")}
            value={typed ?? ""}
            hint=""
            errors={typed === undefined ? [] : [NO_ADDRESS]}
          />
        )}
        <Button look="main">{t("Unsubscribe")}</Button>
      </Form>
    </>,
    status,
  );

/** The answer to every address. */
const donePage = (context: Alone): Response =>
  showAlone(
    context,
    t("Unsubscribed"),
    <Top
      title={t("This address gets no more of these emails")}
      text={t("If it was on the list, it has been removed. An email that is already on its way may still arrive.")}
      lamp={false}
    />,
  );

/** The answer to a link that was not signed here. */
const unknownPage = (context: Alone): Response =>
  showAlone(
    context,
    t("Unsubscribe"),
    <Top
      title={t("This link doesn't work")}
      text={t("Open it from the latest email, or ask the sender to remove your address.")}
      lamp={false}
    />,
    404,
  );
