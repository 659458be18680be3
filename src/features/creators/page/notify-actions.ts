import type { Json, JsonObject } from "../../../core/json.ts";
import type { Operation } from "../../../core/operation.ts";
import { writtenCount } from "../../../core/written-number.ts";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";
import { found, granted, Problem } from "../../../http/problem.ts";
import { change, create, remove } from "../../../resources/write/write-resource.ts";
import type { Flash } from "../../../ui/flash.ts";
import { backTo, formsAt, type PageContext, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { CREATOR_ROOM } from "../../../ui/words/rooms.ts";
import { t } from "../../../ui/words/text.ts";
import { subscription } from "../../alerts/resource/subscription.ts";
import {
  countedIn,
  followersField,
  followersNow,
  grantedWishes,
  isWish,
  milestonesOf,
  nextMilestone,
  relatedTo,
  roomOf,
  watchedOf,
  withMilestone,
  withoutMilestone,
  WISHES,
  type Granted,
  type Wish,
} from "../notify.ts";
import { pollSeveral } from "../poll-several.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import type { OnePorts, OneReading } from "../target-reading.ts";
import { WISH_WORDS } from "./notify.tsx";

/** The operations of the service, which say what can be watched. */
export interface OperationsPorts {
  firstSteps: { operations(): Promise<ReadonlyMap<string, Operation>> };
}

type Context = PageContext<OnePorts & OperationsPorts & PollingPorts>;

interface Wished {
  reading: OneReading & { target: Target };
  operations: ReadonlyMap<string, Operation>;
  wish: Wish;
  /** What the form says besides the wish: a milestone. */
  rest: string;
  offer: Granted;
}

/** Reads the creator and the wish that the form names. */
async function wishedIn({ params, ports, fields, now }: Context): Promise<Wished> {
  const [read, operations] = await Promise.all([ports.one.read(params["id"]!, now), ports.firstSteps.operations()]);
  const one = found(read.target?.kind === CREATOR_ROOM.kind ? read.target : null, CREATOR_ROOM.noun);
  const [wish = "", rest = ""] = fields.text("wish").split(":");
  if (!isWish(wish)) throw new Problem(400, t("Choose what you want to hear about."));
  const reading = { ...read, target: one };
  const offer = grantedWishes(reading, operations, now).find((each) => each.wish === wish)!;
  return { reading, operations, wish, rest, offer };
}

const pathOf = ({ id }: Target): string => `${CREATOR_ROOM.path}/${id}`;

/** A number as people type it: "100,000", "100.000", "100K"; null if it is none above zero. */
export function typedCount(text: string): number | null {
  const plain = text.trim();
  if (/^\d+[.,]\d{1,2}$/.test(plain)) return null;
  const whole = /^\d{1,3}(?:[.,'’\s]\d{3})+$/u.test(plain) ? Number(plain.replaceAll(/\D/g, "")) : writtenCount(plain);
  return whole !== null && Number.isSafeInteger(whole) && whole > 0 ? whole : null;
}

/** The target that a wish needs, as the API would create it. */
function bodyFor({ reading: { target: one }, wish, operations }: Wished, watch: Json): JsonObject {
  const { kind, operation } = WISHES[wish];
  const shared = { kind, watchlistId: one.watchlistId };
  const userId = one.params["userId"] as string;
  if (operation === null) return { ...shared, name: one.name, params: { userId, roomId: roomOf(one) } };
  const params = { operation, values: { userId } };
  if (kind === "record") return { ...shared, name: one.name, params, settings: { watch } };
  const timed = Object.hasOwn(operations.get(operation)?.fields ?? {}, "time");
  const name = t("Videos of {name}", { name: one.name }).slice(0, 200).toWellFormed();
  return { ...shared, name, params, settings: timed ? { timeField: "time" } : {} };
}

/** Watches what a wish needs, unless it is watched already. */
async function watched(context: Context, wished: Wished, milestone: number | null): Promise<Target> {
  const { reading, wish, operations } = wished;
  if (wish === "live") return reading.target;
  const before = relatedTo(wish, reading.related);
  const isCount = wish === "followers";
  const field = followersField(operations);
  const watch = before === null ? [] : watchedOf(before);
  const next = isCount ? withMilestone(watch, field!, milestone) : watch;
  if (before === null) {
    const body = bodyFor(wished, next as unknown as Json);
    const created = granted(await create(target, body, storeDepsAs("createTarget", context, 201)));
    return created.one as unknown as Target;
  }
  const patch = { ...(isCount ? { settings: { watch: next as unknown as Json } } : {}), enabled: true };
  const deps = storeDepsAs("changeTarget", context, 200);
  return granted(await change(target, before as never, patch, null, deps)).one as unknown as Target;
}

const back = (context: Context, one: Target, flash: Flash): Promise<Response> =>
  backTo(`${pathOf(one)}#notify`, flash, context);

/** The milestone that a form means, null for every round number; or why it means none. */
function reachIn(
  { fields }: Context,
  { reading, operations }: Wished,
): { milestone: number | null } | { wrong: string } {
  const text = fields.text("reach").trim();
  const field = followersField(operations);
  const count = followersNow(reading, field);
  const name = displayedName(reading.target.name);
  if (text === "") {
    // An Undo may bring back "every round number".
    if (fields.has("undo")) return { milestone: null };
    return { milestone: nextMilestone(count, milestonesOf(relatedTo("followers", reading.related), field)) };
  }
  const reach = typedCount(text);
  if (reach === null)
    return { wrong: t("“{text}” is not a number above 0. Nothing was changed.", { text: displayedName(text) }) };
  if (count !== null && reach <= count)
    return { wrong: t("{name} has {n} followers already. Choose a higher number.", { name, n: count }) };
  return { milestone: reach };
}

/** Takes a first look. A milestone that the first count has passed becomes the next round number; returns it. */
async function firstLook(context: Context, stored: Target, milestone: number | null, field: string | null) {
  const { ports } = context;
  await pollSeveral([stored], ports.polling);
  const first = milestone === null ? null : countedIn(await ports.keep.find(target, stored.id), field);
  if (milestone === null || first === null || milestone > first) return milestone;
  const next = nextMilestone(first, { rounds: false, numbers: [] });
  const watch = [{ field: field!, milestones: [next] }];
  const deps = storeDepsAs("changeTarget", context, 200);
  granted(await change(target, stored as never, { settings: { watch } }, null, deps));
  return next;
}

/** Alerts the channel of the form about a wish, unless it hears of it already. Returns the channel. */
async function alerted(context: Context, { reading, operations, wish, offer }: Wished, stored: Target) {
  const { fields, now } = context;
  const to = reading.channels.find(({ id }) => id === fields.text("channelId")) ?? null;
  const after = offer.target === null ? grantedWishes(withTarget(reading, stored), operations, now) : [offer];
  const heard = after.find((each) => each.wish === wish)!.channels;
  if (to === null || heard.some(({ id }) => id === to.id)) return to;
  const name = `${reading.target.name}: ${t(WISH_WORDS[wish].title)}`.slice(0, 200).toWellFormed();
  const body = { name, targetId: stored.id, events: WISHES[wish].events, channelId: to.id };
  granted(await create(subscription, body, storeDepsAs("createSubscription", context, 201)));
  return to;
}

/** Grants a wish: watches what it needs, and alerts the channel. */
async function wished(context: Context): Promise<Response> {
  const all = await wishedIn(context);
  const { reading, operations, wish, offer } = all;
  const { target: one } = reading;
  const name = displayedName(one.name);
  if (offer.unready !== null) return back(context, one, { text: t("This can’t be watched yet.") });
  const isCount = wish === "followers";
  const read = isCount ? reachIn(context, all) : { milestone: null };
  if ("wrong" in read) return back(context, one, { text: read.wrong });
  const stored = await watched(context, all, read.milestone);
  const to = await alerted(context, all, stored);
  if (wish === "live" && offer.channels.some(({ id }) => id === to?.id))
    return back(context, one, { text: t("{channel} is notified already", { channel: displayedName(to!.name) }) });
  const isNew = wish !== "live" && relatedTo(wish, reading.related) === null;
  const milestone = isNew
    ? await firstLook(context, stored, read.milestone, followersField(operations))
    : read.milestone;
  const undo = {
    action: `${pathOf(one)}/notify/stop`,
    fields: { wish: isCount ? `followers:${milestone ?? ""}` : wish },
  };
  const what = milestone === null ? t(WISH_WORDS[wish].title) : t("{n} followers", { n: milestone });
  const text =
    to === null
      ? t("Added for {name}: {what}", { name, what })
      : t("Added for {name}: {what}. Alerts go to {channel}.", { name, what, channel: displayedName(to.name) });
  return back(context, one, { text, undo });
}

/** A reading with a target that was stored since. */
const withTarget = (reading: Wished["reading"], one: Target): Wished["reading"] =>
  one.id === reading.target.id
    ? reading
    : { ...reading, related: [...reading.related.filter(({ id }) => id !== one.id), one] };

/** Takes back a wish, or one milestone of it. What nobody wants to hear of is no longer watched. */
async function stopped(context: Context): Promise<Response> {
  const { reading, operations, wish, rest, offer } = await wishedIn(context);
  const { target: one, related, relatedAlerts } = reading;
  const name = displayedName(one.name);
  const text = t("Removed for {name}: {what}", { name, what: t(WISH_WORDS[wish].title) });
  const channelId = offer.own?.channelId ?? offer.channels[0]?.id ?? "";
  const undo = { action: `${pathOf(one)}/notify`, fields: { wish, channelId, reach: rest, undo: "1" } };
  const record = wish === "live" ? one : relatedTo(wish, related);
  if (record === null) return back(context, one, { text });
  if (wish === "followers") {
    const left = withoutMilestone(
      watchedOf(record),
      followersField(operations) ?? "",
      rest === "" ? null : Number(rest),
    );
    const kept = milestonesOf({ settings: { watch: left as unknown as Json } }, followersField(operations));
    const deps = storeDepsAs("changeTarget", context, 200);
    const patch = { settings: { watch: left as unknown as Json } };
    if (kept.rounds || kept.numbers.length > 0) {
      granted(await change(target, record as never, patch, null, deps));
      return back(context, one, { text, undo });
    }
    if (isWantedOtherwise(record, relatedAlerts, offer))
      granted(await change(target, record as never, patch, null, deps));
  }
  if (wish === "live" || isWantedOtherwise(record, relatedAlerts, offer)) {
    if (offer.own !== null) await withoutAlert(context, offer.own);
    return back(context, one, { text, undo });
  }
  const deps = storeDepsAs("deleteTarget", context, 204);
  granted(await remove(target, record as never, { cascade: true, revisions: null }, deps));
  return back(context, one, { text, undo });
}

const withoutAlert = async (context: Context, own: NonNullable<Granted["own"]>): Promise<void> => {
  const deps = storeDepsAs("deleteSubscription", context, 204);
  granted(await remove(subscription, own as never, { cascade: false, revisions: null }, deps));
};

/** Whether another alert is about this target too, so that it stays watched. */
const isWantedOtherwise = (record: Target, alerts: OneReading["relatedAlerts"], { own }: Granted): boolean =>
  alerts.some(({ targetId, id }) => targetId === record.id && id !== own?.id);

const post = formsAt("/creators/{id}");

export const notifyPages = [
  post<Context["ports"]>("/notify", "createTarget", wished),
  post<Context["ports"]>("/notify/stop", "deleteTarget", stopped),
];
