import type { Filter } from "../../../core/filter.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import { differingIn, type Differing } from "../../../ui/parts/conflict.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { lasting } from "../../../ui/words/time.ts";
import type { AlertNames, AlertPorts } from "../alerts.ts";
import { subscription, type Subscription } from "../resource/subscription.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import type { PageContext } from "../../../ui/page.ts";
import { draftPages, type Read } from "../drafts/draft-pages.tsx";
import { bodyOf, draftOf, freshDraft, type Draft, PLACE, readDraft } from "./draft.ts";
import { alertPage, stateOf, storedState, type AlertState } from "./one.tsx";
import { filterWords } from "./only-if.ts";
import { defaultName, GROUPS, ON_END, whenWords } from "./words.ts";
import type { CreatorPorts } from "../../creators/creators.ts";
import type { TrialPorts } from "../backtest.ts";

/** All events of what is chosen, which for live creators are those of any new alert. */
const eventsOf = (kind: string): Partial<Draft> =>
  kind === "live" ? {} : { events: GROUPS.find((group) => group.kind === kind)?.all ?? [] };

/** A new alert, with the subject from the query, or a copy of another one. */
async function fresh(context: PageContext<AlertPorts>): Promise<AlertState> {
  const { ports, url, zone } = context;
  const like = url.searchParams.get("like");
  const found = like === null ? null : await ports.keep.find(subscription, like);
  const requested = found?.targetId ?? url.searchParams.get("target");
  const state = await stateOf(context, null, { ...freshDraft("", zone), meant: requested });
  const { channels, targets } = state.names;
  const target = targets.find(({ id }) => id === requested);
  const draft: Draft = {
    ...freshDraft(url.searchParams.get("channel") ?? channels[0]?.id ?? "", zone),
    watchlistId: url.searchParams.get("list") ?? "",
    ...(target === undefined ? {} : { targetId: target.id, subject: target.name, ...eventsOf(target.kind) }),
  };
  const filled = found === null ? draft : { ...draftOf(found, targets, zone), name: "" };
  return { ...state, draft: { ...filled, meant: target?.id ?? null } };
}

/** The draft of a form. An alert without a name is named after its subject. */
async function read(context: PageContext<CreatorPorts & AlertPorts>): Promise<Read<Draft>> {
  const { draft, target, wrong } = await readDraft(context);
  const { watchlistId, events, meant } = draft;
  return {
    draft,
    wrong,
    async name() {
      if (draft.name.trim() !== "") return draft.name;
      // Without events there is nothing to name it after, and that is the error.
      if (events.length === 0) return t("Alert");
      const list = watchlistId === "" || meant !== null ? null : await context.ports.keep.find(watchlist, watchlistId);
      return cut(defaultName(events, target?.name ?? list?.name ?? t("Everyone")), 200);
    },
  };
}

/** A merge patch keeps missing fields, so removed templates are set to null. */
function patching(was: JsonObject, patch: JsonObject): JsonObject {
  if (!("template" in patch)) return patch;
  const before = isObject(was["template"]) ? Object.keys(was["template"]) : [];
  const now = isObject(patch["template"]) ? patch["template"] : {};
  return { ...patch, template: { ...Object.fromEntries(before.map((type) => [type, null])), ...now } };
}

const LABELS: Record<string, string> = {
  name: marked("Name"),
  channelId: marked("Send to"),
  watchlistId: marked("List"),
  targetId: marked("Only one"),
  events: marked("When"),
  mention: marked("Mention"),
  template: marked("Custom text"),
  onEnd: marked("When the stream ends"),
  quietHours: marked("Quiet hours"),
  cooldownSeconds: marked("Frequency"),
  group: marked("Events that happen together"),
  filters: marked("Only if"),
};

const labels = () => Object.fromEntries(Object.entries(LABELS).map(([field, label]) => [field, t(label)]));

/** The value of an alert's field as text. */
function wordsOf(field: string, value: Json, names: AlertNames): string {
  const nameIn = (all: { id: string; name: string }[]) =>
    displayedName(all.find(({ id }) => id === value)?.name ?? "", t("another"));
  if (value === null) return field === "watchlistId" ? t("everyone") : "";
  switch (field) {
    case "channelId":
      return nameIn(names.channels);
    case "watchlistId":
      return nameIn(names.lists);
    case "targetId":
      return nameIn(names.targets);
    case "events":
      return whenWords(value as string[]);
    case "onEnd":
      return t(ON_END[value as string] ?? "");
    case "cooldownSeconds":
      return value === 0 ? t("every time") : t("at most once in {time}", { time: lasting(Number(value) * 1000) });
    case "group":
      return value === true ? t("one message") : t("separate messages");
    case "quietHours": {
      const { action, ...hours } = value as Record<string, string>;
      return action === "hold"
        ? t("{from}–{to} in {timezone}, one summary", hours)
        : t("{from}–{to} in {timezone}, skipped", hours);
    }
    case "filters":
      return (value as unknown as Filter[]).map(filterWords).join("; ");
    case "template":
      return Object.values(value as Record<string, string>).join(" / ");
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** The fields in which two versions of an alert differ. */
const alertDiffering = (now: JsonObject, mine: JsonObject, names: AlertNames): Differing[] =>
  differingIn(labels(), now, mine, (field, value) => wordsOf(field, value, names));

export const changePages = draftPages<Subscription, Draft, AlertState, AlertPorts & CreatorPorts & TrialPorts>({
  ...PLACE,
  of: subscription,
  read,
  bodyOf,
  patching,
  fresh,
  stored: storedState,
  drafted: stateOf,
  differing: (now, draft, { names }, { zone }) =>
    alertDiffering(bodyOf(draftOf(now, names.targets, zone)), bodyOf(draft), names),
  page: alertPage,
});
