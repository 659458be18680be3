import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import { dateRange, isTimezone } from "../../../core/calendar.ts";
import type { Json } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { Message } from "../../../ui/parts/message.tsx";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import type { AlertChannel, AlertNames, AlertPorts } from "../../alerts/alerts.ts";
import type { Look } from "../../messages/preview-messages.ts";
import { type DigestLooks, previewDigestLooks } from "../preview-digest.ts";
import { runDigest, type DigestPorts, type DigestRun } from "../run-digest.ts";
import { digest, type Digest } from "../resource/digest.ts";
import { remove } from "../../../resources/write/write-resource.ts";
import { readForm } from "../../../resources/form.ts";
import { sections } from "../../../sections/registry.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { backTo, countingZone, formsAt, pageAt, type PageContext, storeDepsAs, trialsAt } from "../../../ui/page.ts";
import { differingIn } from "../../../ui/parts/conflict.tsx";
import { draftPages } from "../../alerts/drafts/draft-pages.tsx";
import { showPart, wantsPart } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import {
  bodyOf,
  draftIn,
  draftOf,
  EACH_LIST,
  ONCE,
  freshDraft,
  type Draft,
  DIGESTS,
  PLACE,
  REPORT_PERIODS,
  reportDraft,
  sendsSame,
} from "./draft.ts";
import { digestPage, inZoneOf, stateOf, type DigestState } from "./one.tsx";
import { periodWords, scheduleWords } from "./schedule.ts";
import { NextTimes } from "./fields.tsx";
import { language, marked, plural, t } from "../../../ui/words/text.ts";
import type { EditionPorts } from "../editions.ts";

/** The state of a new digest, which goes to the first channel. */
async function withChannel(context: PageContext<EditionPorts & AlertPorts>, draft: Draft): Promise<DigestState> {
  const state = await stateOf(context, null, draft);
  return { ...state, draft: { ...draft, channelId: state.names.channels[0]?.id ?? "" } };
}

/** Digests that are searched for one that sends a report already: as many as there may be. */
const MAX_DIGESTS = 100;

/** The digest that sends the reports of a month: the one that does so already, or the form of a new one. */
async function reportPage(context: PageContext<EditionPorts & AlertPorts>): Promise<Response> {
  const { ports, url } = context;
  const wanted = url.searchParams.get("period") ?? "";
  const period = wanted in REPORT_PERIODS ? wanted : "lastMonth";
  const list = await ports.keep.find(watchlist, url.searchParams.get("list") ?? "");
  // As the report that leads here: its zone, else the list's own.
  const named = url.searchParams.get("zone") ?? "";
  const timezone = isTimezone(named) ? named : (list?.timezone ?? countingZone(context));
  const draft = reportDraft(freshDraft("", timezone), period, list);
  const { items } = await ports.keep.list(digest, {}, { limit: MAX_DIGESTS, after: null });
  const same = (items as Digest[]).find((one) => sendsSame(one, draft));
  if (same !== undefined) return digestPage(context, await stateOf(context, same, draftOf(same)));
  return digestPage(context, { ...(await withChannel(context, draft)), sends: true });
}

const LABELS: Record<string, string> = {
  name: marked("Name"),
  channelId: marked("Send to"),
  watchlistId: marked("Scope"),
  perWatchlist: marked("Each list by itself"),
  schedule: marked("Schedule"),
  timezone: marked("Time zone"),
  period: marked("Period"),
  sections: marked("Content"),
  language: marked("Language"),
};

const labels = () => Object.fromEntries(Object.entries(LABELS).map(([field, label]) => [field, t(label)]));

function wordsOf(field: string, value: Json, names: AlertNames): string {
  const nameIn = (all: { id: string; name: string }[]) =>
    displayedName(all.find(({ id }) => id === value)?.name ?? "", t("another"));
  if (field === "watchlistId") return value === null ? t("everything") : nameIn(names.lists);
  if (field === "perWatchlist") return value === true ? t("yes") : t("no");
  if (field === "period") return periodWords(value as string | null);
  if (value === null) return t("the channel's language");
  if (field === "channelId") return nameIn(names.channels);
  if (field === "schedule") return scheduleWords(value as string);
  if (field === "sections")
    return (value as string[]).map((name) => sections[name]?.title(language()) ?? name).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Says what is being sent, and where it is: the page of a digest lists the messages of all its lists. */
function sentWords(one: Digest, { delivery, deliveries }: DigestRun): { text: string; to: string } {
  const name = displayedName(one.name);
  if (!one.perWatchlist) return { text: t("{name} is being sent", { name }), to: `/messages/${delivery.id}` };
  return { text: manyWords(name, deliveries.length), to: `${DIGESTS}/${one.id}` };
}

const manyWords = (name: string, messages: number): string =>
  plural(messages, "{name}: {n} message is being sent", "{name}: {n} messages are being sent, one for each list", {
    name,
  });

async function ran(context: PageContext<DigestPorts>): Promise<Response> {
  const one = await recordAt(digest, context);
  const { text, to } = sentWords(one, granted(await runDigest(one, context.ports.digests)));
  return backTo(to, { text }, context);
}

/** Sends a digest once, and deletes it again: its messages stay readable without it. */
async function sentOnce(context: PageContext<DigestPorts>, one: Digest) {
  const run = await runDigest(one, context.ports.digests, { once: true });
  granted(await remove(digest, one, { cascade: false, revisions: null }, storeDepsAs("deleteDigest", context, 204)));
  if (!run.ok)
    return { text: t("Nothing was sent: the channel is off, or the lists are empty."), to: DIGESTS, stays: false };
  const { delivery, deliveries } = run.value;
  const name = displayedName(one.name);
  const to = deliveries.length === 1 ? `/messages/${delivery.id}` : "/messages";
  return {
    text: deliveries.length === 1 ? t("{name} is being sent", { name }) : manyWords(name, deliveries.length),
    to,
    stays: false,
  };
}

/** Sends a new digest if its form asks for that. It stays if nothing can be sent. */
async function sentToo(context: PageContext<DigestPorts>, one: Digest) {
  const { fields, ports } = context;
  if (fields.text("send") === ONCE) return sentOnce(context, one);
  if (!fields.has("send")) return null;
  const run = await runDigest(one, ports.digests);
  if (run.ok) return { ...sentWords(one, run.value), stays: true };
  const text = t("{name} added. Nothing was sent: its channel is off, or its lists are empty.", {
    name: displayedName(one.name),
  });
  return { text, to: `${DIGESTS}/${one.id}`, stays: true };
}

/** Targets that the first preview of a page reads without a click: some hundred rows each. */
const MAX_FIRST_TARGETS = 30;

/** Chooses the watchlist whose message is shown. The choice is sent with the form, and not stored. */
const ListDisplayed = ({ lists, shown }: { lists: DigestLooks["lists"]; shown: string }) => (
  <div class="field">
    <label for="shown-list">{t("Message for the list")}</label>
    <select class="in" name="shownList" id="shown-list" data-redraws="1">
      {lists.map(({ id, name }) => (
        <option value={id} selected={id === shown}>
          {displayedName(name)}
        </option>
      ))}
    </select>
  </div>
);

/** Says why a page has no preview before somebody asks for it. */
const TooLarge = ({ targets, times }: { targets: number; times: Child }) => (
  <div id="look">
    <Note>
      <p>
        {plural(
          targets,
          "This digest reads the history of {n} entry, so its preview is only prepared when you ask. Press “Show preview”.",
          "This digest reads the history of {n} entries, so its preview is only prepared when you ask. Press “Show preview”.",
        )}
      </p>
    </Note>
    {times}
  </div>
);

/** The preview of a digest in its chat, or in all chats if programs read the channel. */
function DigestLook({
  came,
  channel,
  publicUrl,
  times,
}: {
  came: DigestLooks;
  channel: AlertChannel;
  publicUrl: string | null;
  times: Child;
}) {
  const { zone } = useScene();
  const dates = dateRange(language(), came.period.from, came.period.to, zone);
  const own = channelKinds[channel.kind]?.preview?.chat;
  const [first, ...rest] = came.looks;
  const drawn = came.pictures.map(({ section, alt, svg }) => ({
    section,
    alt,
    src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  }));
  const message = ({ preview, body }: Look) => (
    <Message
      preview={preview}
      body={body}
      channel={channel.name}
      about={preview.chat === own ? t(preview.chat) : t("How it will look in {chat}", { chat: t(preview.chat) })}
      when={t("preview")}
      drawn={drawn}
    />
  );
  return (
    <div id="look" class="stack">
      {came.list === null ? null : <ListDisplayed lists={came.lists} shown={came.list} />}
      <p class="small soft">{dates}</p>
      {message(first!)}
      {rest.map((look) => (
        <Fold title={t("In {chat}", { chat: t(look.preview.chat) })}>{message(look)}</Fold>
      ))}
      {publicUrl !== null ? null : (
        <p class="small soft">
          {t("Slack shows pictures only if this Tallylight has a public address. The owner can set one.")}
        </p>
      )}
      {times}
    </div>
  );
}

/** The preview of a form that is not saved. */
async function displayed(context: PageContext<DigestPorts & EditionPorts & AlertPorts>): Promise<Response> {
  const { fields, ports, now } = context;
  const draft = draftIn(fields);
  const id = fields.text("id");
  const found = id === "" ? null : await ports.keep.find(digest, id);
  const stored = found === null ? null : { ...found, revision: Number(fields.text("revision")) };
  const state = await stateOf(context, stored, draft);
  const name = draft.name.trim() === "" ? t("A digest") : draft.name;
  const refused = (errors: FieldError[]) => digestPage(context, { ...state, errors }, { status: 422 });
  const read = readForm(digest.form(), { ...bodyOf(draft), name });
  if (!read.ok) return refused(invalidIn(read) ?? []);
  const channel = state.names.channels.find((one) => one.id === draft.channelId);
  const inList = ["", EACH_LIST].includes(draft.scope) || state.names.lists.some((one) => one.id === draft.scope);
  if (channel === undefined || !inList) {
    const pointer = channel === undefined ? "/channelId" : "/watchlistId";
    return refused([{ pointer, message: t("no longer exists: choose another") }]);
  }
  const base = { id: "dig_draft", createdAt: now, updatedAt: now, revision: 0, nextAt: null };
  const tried = { ...base, ...read.value, enabled: found?.enabled ?? true } as unknown as Digest;
  const isFirst = context.url.searchParams.has("first");
  const at = { watchlistId: fields.text("shownList") || null, maxTargets: isFirst ? MAX_FIRST_TARGETS : Infinity };
  const arrived = await previewDigestLooks(tried, channel, at, ports.digests);
  const times = <NextTimes one={tried} now={now} id="draft-next" />;
  const look =
    typeof arrived === "number" ? (
      <TooLarge targets={arrived} times={times} />
    ) : (
      <DigestLook came={arrived} channel={channel} publicUrl={ports.publicUrl} times={times} />
    );
  return wantsPart(context) ? showPart(inZoneOf(draft, context), look) : digestPage(context, state, { look });
}

const post = formsAt(DIGESTS);

export const changePages = [
  // Before the pages of single digests, which would take this name for an id.
  pageAt(`${DIGESTS}/report`, reportPage, "write"),
  trialsAt(DIGESTS)("/preview", "previewDigest", displayed),
  ...draftPages<Digest, Draft, DigestState, AlertPorts & EditionPorts & DigestPorts>({
    ...PLACE,
    of: digest,
    async read({ fields }) {
      const draft = draftIn(fields);
      return { draft, wrong: [], name: async () => draft.name };
    },
    bodyOf,
    patching: (_, patch) => patch,
    fresh: (context) => withChannel(context, freshDraft("", context.zone)),
    stored: (context, one) => stateOf(context, one, draftOf(one)),
    drafted: stateOf,
    differing: (now, draft, { names }) =>
      differingIn(labels(), bodyOf(draftOf(now)), bodyOf(draft), (field, value) => wordsOf(field, value, names)),
    page: digestPage,
    afterwards: sentToo,
  }),
  post("/{id}/run", "runDigest", ran),
];
