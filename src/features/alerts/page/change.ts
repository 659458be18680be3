import { isObject, type JsonObject } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import { subscription, type Subscription } from "../resource/subscription.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import type { Page, PageContext } from "../../../ui/page.ts";
import { draftPages, type Read } from "../drafts/draft-pages.tsx";
import { bodyOf, draftOf, freshDraft, type Draft } from "./draft.ts";
import { alertDiffering } from "./fields-as-words.ts";
import { alertPage, stateOf, storedState, type AlertState } from "./one.tsx";
import { PLACE } from "./place.ts";
import { readDraft } from "./read-draft.ts";
import { whenWords } from "./words.ts";

/** A new alert, with the subject from the query, or a copy of another one. */
async function fresh(context: PageContext<"keep" | "alerts">): Promise<AlertState> {
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
    ...(target === undefined ? {} : { targetId: target.id, whom: target.name }),
  };
  const filled = found === null ? draft : { ...draftOf(found, targets, zone), name: "" };
  return { ...state, draft: { ...filled, meant: target?.id ?? null } };
}

/** The draft of a form. An alert without a name is named after its subject. */
async function read(context: PageContext<"keep" | "creators" | "alerts">): Promise<Read<Draft>> {
  const { draft, target, wrong } = await readDraft(context);
  const { watchlistId, events, meant } = draft;
  return {
    draft,
    wrong,
    async name() {
      if (draft.name.trim() !== "") return draft.name;
      const list = watchlistId === "" || meant !== null ? null : await context.ports.keep.find(watchlist, watchlistId);
      const words = whenWords(events, { who: target?.name, of: list?.name });
      return cut(words, 200).replace(/^./u, (letter) => letter.toUpperCase());
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

const NEEDS = ["keep", "alerts", "creators", "trials"] as const;

export const changePages: Page[] = draftPages<Subscription, Draft, AlertState, (typeof NEEDS)[number]>({
  needs: NEEDS,
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
