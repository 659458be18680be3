import { matchesType } from "../../core/event.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import { placeholdersOf, type Operation } from "../../core/operation.ts";
import { stepAbove } from "../../core/watched-number.ts";
import { matchAll } from "../../engine/route/match.ts";
import { exampleEvent } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Subscription } from "../alerts/resource/subscription.ts";
import { BROADCASTING } from "../history/broadcasts.ts";
import type { Target } from "./resource/form.ts";
import type { NamedChannel, OneReading } from "./target-reading.ts";

/** What people want to hear of a creator. */
export type Wish = "live" | "videos" | "followers" | "profile" | "ranking";

interface WishShape {
  kind: string;
  /** The operation that is polled for it; null for kinds that have their own. */
  operation: string | null;
  /** The events of its alert, and the one that an alert must match to count. */
  events: string[];
  type: string;
}

const PROFILE = "user.info";

/** Finds the ID of a name. */
const RESOLVE = "user.resolve";

/** In the order of the page. */
export const WISHES: Record<Wish, WishShape> = {
  live: { kind: BROADCASTING, operation: null, events: ["live.*"], type: "live.started" },
  videos: { kind: "list", operation: "user.videos", events: ["item.appeared"], type: "item.appeared" },
  followers: { kind: "record", operation: PROFILE, events: ["field.milestone"], type: "field.milestone" },
  profile: { kind: "record", operation: PROFILE, events: ["field.changed"], type: "field.changed" },
  ranking: { kind: "ranking", operation: null, events: ["ranking.*"], type: "ranking.entered" },
};

export const isWish = (text: string): text is Wish => Object.hasOwn(WISHES, text);

/** Why a wish can't be granted yet: the service's name for the creator, its operation or a value in it is not known. */
type Unready = "no-id" | "names-only" | "no-operation" | "no-count" | "no-room";

/** Whether somebody hears of a wish. */
export interface Granted {
  wish: Wish;
  /** What is watched for it; null for nothing. */
  target: Target | null;
  /** What is watched for it in another list, if nothing is here. */
  elsewhere: Target | null;
  /** The alert of this target alone; null where a wider one is enough, or none matches. */
  own: Subscription | null;
  /** The channels that are notified. */
  channels: NamedChannel[];
  unready: Unready | null;
}

type Reading = Pick<OneReading, "related" | "elsewhere" | "relatedAlerts" | "subscriptions" | "channels" | "events"> & {
  target: Target;
};

type Operations = ReadonlyMap<string, Operation>;

/** The field of a profile that counts followers; null if it has none. */
export const followersField = (operations: Operations): string | null => {
  const names = Object.keys(operations.get(PROFILE)?.fields ?? {});
  return names.find((name) => name === "followers") ?? names.find((name) => /^followers?_?count$/i.test(name)) ?? null;
};

/** Numbers whose passing is notified, ascending; `rounds` if every round number is. */
export interface Milestones {
  rounds: boolean;
  numbers: number[];
}

/** The watched numbers of a record, as its settings have them. */
type Watched = { field: string; above?: number; below?: number; surgePercent?: number; milestones?: number[] }[];

export const watchedOf = ({ settings }: Pick<Target, "settings">): Watched =>
  Array.isArray(settings["watch"]) ? (settings["watch"] as unknown as Watched) : [];

/** An entry with nothing but a field has every round number. */
const isRounds = ({ above, below, surgePercent, milestones }: Watched[number]): boolean =>
  [above, below, surgePercent, milestones].every((one) => one === undefined);

export function milestonesOf(record: Pick<Target, "settings"> | null, field: string | null): Milestones {
  const entries = record === null ? [] : watchedOf(record).filter((one) => one.field === field);
  const numbers = new Set(entries.flatMap(({ milestones }) => milestones ?? []));
  return { rounds: entries.some(isRounds), numbers: [...numbers].toSorted((a, b) => a - b) };
}

/** Settings with one more milestone of a field; null for every round number. */
export function withMilestone(watch: Watched, field: string, milestone: number | null): Watched {
  if (milestone === null)
    return watch.some((one) => one.field === field && isRounds(one)) ? watch : [...watch, { field }];
  const at = watch.findIndex((one) => one.field === field && one.milestones !== undefined);
  if (at < 0) return [...watch, { field, milestones: [milestone] }];
  const numbers = [...new Set([...watch[at]!.milestones!, milestone])].toSorted((a, b) => a - b);
  return watch.with(at, { ...watch[at]!, milestones: numbers });
}

/** Settings without a milestone; null for every round number. An entry that says nothing else goes. */
export const withoutMilestone = (watch: Watched, field: string, milestone: number | null): Watched =>
  watch.flatMap((one) => {
    if (one.field !== field) return [one];
    if (milestone === null) return isRounds(one) ? [] : [one];
    const { milestones, ...rest } = one;
    if (milestones === undefined) return [one];
    const left = milestones.filter((each) => each !== milestone);
    return left.length === 0 && isRounds(rest) ? [] : [{ ...rest, milestones: left }];
  });

/** The follower count in the last answer about a profile; null if none was read. */
export function countedIn(record: Pick<Target, "state"> | null, field: string | null): number | null {
  const state = record?.state ?? null;
  const fields = state === null ? null : targetKinds["record"]!.snapshot(state as JsonObject)["fields"];
  const counted = isObject(fields) && field !== null ? fields[field] : null;
  return typeof counted === "number" ? counted : null;
}

/** The follower count that was last seen: of the profile, else of a stream whose facts have it; null if none was. */
export function followersNow({ target, related, events }: Reading, field: string | null): number | null {
  const counted = countedIn(relatedTo("followers", related), field);
  if (counted !== null) return counted;
  const session = isObject(target.state) ? target.state["session"] : null;
  const infos = [isObject(session) ? session["info"] : null, ...events.map(({ data }) => data["info"])];
  const info = infos.find((one) => isObject(one) && typeof one["followers"] === "number");
  return isObject(info) ? (info["followers"] as number) : null;
}

/** Proposed while nobody has counted yet. */
const UNCOUNTED = 100_000;

/** The milestone that is proposed: the next round number that is not watched yet. */
export function nextMilestone(now: number | null, { numbers }: Milestones): number {
  let next = now === null ? UNCOUNTED : stepAbove(now);
  while (numbers.includes(next)) next = stepAbove(next);
  return next;
}

/** What is watched for a wish. */
export const relatedTo = (wish: Wish, related: Target[]): Target | null =>
  related.find(({ kind, params }) => {
    const { kind: wanted, operation } = WISHES[wish];
    return kind === wanted && (operation === null || params["operation"] === operation);
  }) ?? null;

/** The room of a creator's latest stream; null if none was seen. */
export function roomOf({ params, state }: Target): string | null {
  const seen = isObject(state) ? state["room"] : null;
  const session = isObject(state) && isObject(state["session"]) ? state["session"]["room"] : null;
  const known = [seen, session, params["roomId"]].find((one) => typeof one === "string" && one !== "");
  return (known as string | undefined) ?? null;
}

/** Why a wish that is not watched yet can't be. */
function unreadyFor(wish: Wish, { target }: Reading, operations: Operations): Unready | null {
  const { operation } = WISHES[wish];
  if (wish === "live") return null;
  if (typeof target.params["userId"] !== "string") return operations.has(RESOLVE) ? "no-id" : "names-only";
  if (wish === "ranking") return roomOf(target) === null ? "no-room" : null;
  const called = operation === null ? undefined : operations.get(operation);
  const asks = called === undefined ? [] : [...placeholdersOf(called)];
  if (called === undefined || asks.some((name) => name !== "userId") || Object.keys(called.fields).length === 0)
    return "no-operation";
  if ((called.listing !== null) !== (WISHES[wish].kind === "list")) return "no-operation";
  return wish === "followers" && followersField(operations) === null ? "no-count" : null;
}

/** Whether this alert is about one target alone, and what it is for. */
const isOwn = (alert: Subscription, target: Target, wish: Wish): boolean =>
  alert.targetId === target.id && alert.events.some((event) => matchesType(event, WISHES[wish].type));

/** What is watched for a wish in another list. A profile may be watched there for its followers alone, or for neither. */
function watchedElsewhere(wish: Wish, elsewhere: Target[], field: string | null): Target | null {
  if (wish === "live" || wish === "profile") return null;
  if (wish !== "followers") return relatedTo(wish, elsewhere);
  const counted = elsewhere.filter((one) => {
    const { rounds, numbers } = milestonesOf(one, field);
    return rounds || numbers.length > 0;
  });
  return relatedTo(wish, counted);
}

/** Whether somebody hears of each wish about a creator. Pure. */
export function grantedWishes(reading: Reading, operations: Operations, at: number): Granted[] {
  const { target: creator, related, elsewhere, relatedAlerts, subscriptions, channels } = reading;
  const alerts = [...subscriptions, ...relatedAlerts];
  const field = followersField(operations);
  return (Object.keys(WISHES) as Wish[]).map((wish) => {
    const found = wish === "live" ? creator : relatedTo(wish, related);
    const { rounds, numbers } = wish === "followers" ? milestonesOf(found, field) : { rounds: true, numbers: [] };
    const target = rounds || numbers.length > 0 ? found : null;
    if (target === null) {
      const unready = unreadyFor(wish, reading, operations);
      return { wish, target, elsewhere: watchedElsewhere(wish, elsewhere, field), own: null, channels: [], unready };
    }
    const { id: targetId, watchlistId, name, kind, params } = target;
    const about = { targetId, watchlistId, target: { name, kind, params } };
    const event = exampleEvent(WISHES[wish].type, "evt_wish", at, about);
    const heard = matchAll([event], { subscriptions: alerts, channels, silences: [] });
    const ids = new Set(heard.map(({ channel }) => channel.id));
    const own = alerts.find((one) => one.enabled && isOwn(one, target, wish)) ?? null;
    // The profile is watched for its followers too: only an alert says that its texts are wanted.
    const isWanted = wish !== "profile" || ids.size > 0 || own !== null;
    return {
      wish,
      target: isWanted ? target : null,
      elsewhere: null,
      own,
      channels: channels.filter(({ id }) => ids.has(id)),
      unready: null,
    };
  });
}
