import { matchesType } from "../../../core/event.ts";
import { listed, localeOf, once } from "../../../core/language.ts";
import { withColon } from "../../../core/sentence.ts";
import { mentionText } from "../../../resources/ref.ts";
import type { Subscription } from "../resource/subscription.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";
import { comesAndGoes } from "../../../kinds/presence.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { language, marked, t } from "../../../ui/words/text.ts";

/** Event types of the same subject. */
export interface Group {
  /** The kind of targets; "*" for several, "" for none. */
  kind: string;
  title: string;
  /** The subjects of a clause: anyone, and someone of a watchlist. */
  any: string;
  some: string;
  types: string[];
  /** Patterns that match all of them, including future ones. */
  all: string[];
  /** Whether a target of the subject holds what events are about, such as a list its items. */
  holds: boolean;
}

type Subject = Pick<Group, "title" | "any" | "some">;

const SUBJECTS: Record<string, Subject> = {
  ...Object.fromEntries(Object.values(targetKinds).map(({ kind, page }) => [kind, page.alerts])),
  "": { title: marked("Tallylight and the data service"), any: "", some: "" },
};

const REST: Subject = { title: marked("Failed checks"), any: marked("anything"), some: marked("anything") };

const subjectOf = (kinds: string[]): string => (kinds.length === 1 ? kinds[0]! : kinds.length === 0 ? "" : "*");

const prefixOf = (type: string): string => `${type.split(".")[0]}.*`;

/** All event types by subject. */
export const GROUPS: Group[] = [...Map.groupBy(eventTypeNames, (type) => subjectOf(eventTypes[type]!.kinds))].map(
  ([kind, types]) => {
    const prefixes = [...new Set(types.map(prefixOf))];
    // "target.*" is about all kinds, although one of its types is only about one.
    const all = prefixes.filter((pattern) =>
      eventTypeNames.every((type) => !matchesType(pattern, type) || types.includes(type)),
    );
    const holds = targetKinds[kind] !== undefined && !comesAndGoes(targetKinds[kind]);
    return { kind, ...(SUBJECTS[kind] ?? { ...REST, title: kind === "*" ? REST.title : kind }), types, all, holds };
  },
);

/** The verb phrase of an event type, or of all types of a pattern. */
export const happens = (pattern: string): string => {
  if (pattern === "*") return t("does anything");
  if (pattern.endsWith(".*")) return t(ALL_OF[pattern] ?? pattern.slice(0, -2));
  return t(eventTypes[pattern]?.happens ?? pattern.replaceAll(/[._]/g, " "));
};

const ALL_OF: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(targetKinds).flatMap(({ events, page }) =>
      Object.keys(events).map((type) => [prefixOf(type), page.alerts.all]),
    ),
  ),
  "goal.*": marked("falls behind or reaches a goal"),
  "target.*": marked("can't be checked or is renamed"),
  "upstream.*": marked("the service has a problem"),
  "system.*": marked("Tallylight needs attention"),
  "channel.*": marked("a channel changes"),
};

/** "goes live or ends a stream" */
const either = (verbs: string[]): string =>
  once(`either ${language()}`, () => new Intl.ListFormat(localeOf(language()), { type: "disjunction" })).format(verbs);

/** "someone in VIPs" and "goes live" */
export const clause = (subject: string, verbs: string): string => t("{subject} {verbs}", { subject, verbs });

/** What changes where all events of a subject are meant, by the words for all of them. */
const ANY_CHANGE: Record<string, ((group: Group) => string) | undefined> = {
  "does anything": ({ any }) => any,
  "does anything in a ranking": () => marked("a ranking"),
};

/** The subject of a clause about any change; undefined for a clause of its own. */
function changing(patterns: string[], group: Group): string | undefined {
  const all = patterns.find((pattern) => group.all.includes(pattern));
  return all === undefined ? undefined : ANY_CHANGE[ALL_OF[all] ?? ""]?.(group);
}

/** When an alert is sent, as text: a clause per subject, and one for all of which any change counts. `of` is its watchlist, `who` its single target. */
export function whenWords(
  events: string[],
  { of, who }: { of?: string | undefined; who?: string | undefined } = {},
): string {
  const subject = (any: string, some: string, place = of) =>
    place === undefined ? t(any) : t("{someone} in {list}", { someone: t(some), list: place });
  if (events.includes("*")) return clause(who ?? subject(marked("anyone"), marked("someone")), happens("*"));
  const changes = new Set<string>();
  const clauses = GROUPS.flatMap((group) => {
    const its = events.filter((one) => group.types.includes(one) || group.all.includes(one) || belongs(one, group));
    if (its.length === 0) return [];
    const thing = who === undefined || group.holds ? changing(its, group) : undefined;
    if (thing !== undefined) {
      changes.add(t(who === undefined ? thing : REST.any));
      return [];
    }
    const verbs = either(its.map((one) => happens(one)));
    if (group.any === "") return verbs;
    return clause(group.holds || who === undefined ? subject(group.any, group.some, who ?? of) : who, verbs);
  });
  if (changes.size > 0) {
    const place = who ?? of;
    const things = either([...changes]);
    clauses.push(
      t("{things} changes", {
        things: place === undefined ? things : t("{someone} in {list}", { someone: things, list: place }),
      }),
    );
  }
  return clauses.length === 0 ? "" : clauses.reduce((one, other) => t("{one}, or {other}", { one, other }));
}

/**
 * The name of an alert that has none: its subject, and what is watched if that is not only streams. What happens
 * stands in its sentence.
 */
export function defaultName(events: string[], who: string): string {
  const titles = events.includes("*")
    ? [t("Everything")]
    : GROUPS.filter(({ kind, types, all }) => {
        const its = events.filter((one) => types.includes(one) || all.includes(one));
        return its.some((one) => kind !== "live" || !one.startsWith("live."));
      }).map(({ kind, title }) => (kind === "live" ? t("Goals and names") : t(title)));
  return titles.length === 0 ? who : withColon(language(), who, listed(language(), titles));
}

/** A pattern of several groups belongs to the first. */
const belongs = (pattern: string, group: Group): boolean =>
  pattern.endsWith(".*") &&
  !GROUPS.some(({ all }) => all.includes(pattern)) &&
  GROUPS.find(({ types }) => types.some((type) => matchesType(pattern, type))) === group;

/** The mentions of an alert as text; "" for none. */
export const pingWords = ({ mention }: Pick<Subscription, "mention">): string =>
  mention === null ? "" : listed(language(), [mention].flat().map(mentionText));

/** The choices for the end of a stream. */
export const ON_END: Record<string, string> = {
  edit: marked("edit the message"),
  post: marked("send a new message"),
  delete: marked("delete the message"),
  ignore: marked("do nothing"),
};

/** The same as choices. */
export const ON_END_CHOICES: Record<string, string> = {
  edit: marked("Edit the message"),
  post: marked("Send a new message"),
  delete: marked("Delete the message"),
  ignore: marked("Do nothing"),
};

/** How each choice looks to readers. */
export const ON_END_HINTS: Record<string, string> = {
  edit: marked(
    "The message turns gray and says “Streamed for 3 h 42 min”, without pings. If a channel can't edit messages, a new one is sent.",
  ),
  delete: marked(
    "If the message names others who are still live, only this creator is removed. If a channel can't delete messages, a new one is sent.",
  ),
};
