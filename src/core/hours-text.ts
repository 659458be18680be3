import { coreWords } from "./core-words.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { lazy } from "./lazy.ts";
import { DAYS, type Day, type WeeklyHours } from "./weekly-hours.ts";

const DEFAULT_MINUTES = 180;
const DAY_MINUTES = 1440;
const LONGEST = 300;
const MAX_ENTRIES = 21;

type Token =
  | { is: "day"; days: readonly Day[] }
  | { is: "time"; minutes: number; half: "am" | "pm" | null }
  | { is: "to" }
  | { is: "stop" };

/** Lower case, without accents, digits and dashes of one kind. */
function plain(text: string): string {
  const vietnamese = text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/thứ\s*(hai|ba|tư|năm|sáu|bảy|[2-7])/g, (_, day: string) => `thu${THU[day] ?? day}`)
    .replaceAll(/chủ\s*nhật/g, "chunhat")
    .replaceAll("từ", " ");
  return vietnamese
    .normalize("NFKC")
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("đ", "d")
    .replaceAll(/[‐‑‒–—―−~〜～]/g, "-")
    .replaceAll(/\ba partir d[aeo]s?\b|\bjusqu'?\s*a\b/g, (found) => (found.startsWith("j") ? "-" : " "))
    .replaceAll(/-feiras?\b/g, "")
    .replaceAll(/['’`]/g, " ");
}

const THU: Record<string, string> = { hai: "2", ba: "3", tư: "4", năm: "5", sáu: "6", bảy: "7" };

/** The words of all languages. */
const known = lazy(() => {
  const words = LANGUAGES.map((language) => coreWords[language].hours());
  const groups: [days: readonly Day[], texts: string[]][] = [
    [DAYS, words.flatMap(({ everyDay }) => everyDay)],
    [["sat", "sun"], words.flatMap(({ weekend }) => weekend)],
    [["mon", "tue", "wed", "thu", "fri"], words.flatMap(({ workingDays }) => workingDays)],
  ];
  return {
    /** By language, the names of the days as they are typed. */
    days: new Map(
      LANGUAGES.map((language, place) => [language, words[place]!.days.map((names) => plain(names).split(" "))]),
    ),
    /** Texts for several days, longest first. */
    groups: groups
      .flatMap(([days, texts]) => texts.map((text) => ({ text, days })))
      .toSorted((a, b) => b.text.length - a.text.length),
    to: new Set(["-", ...words.flatMap(({ to }) => to)]),
    empty: new Set(["&", "+", "/", ...words.flatMap(({ empty }) => empty)]),
  };
});

/** Names that a language reads otherwise than the others are known by it. */
function dayNamed(word: string, language: Language): readonly Day[] | null {
  for (const one of [language, ...LANGUAGES]) {
    const place = known()
      .days.get(one)!
      .findIndex((names) => names.includes(word));
    if (place >= 0) return [DAYS[place]!];
  }
  return null;
}

/** Reads the tokens of a text; the error is the word that has no meaning. */
function tokensOf(text: string, language: Language): Token[] | string {
  const { groups, to, empty } = known();
  const tokens: Token[] = [];
  let left = plain(text).trim();
  while (left !== "") {
    const group = groups.find((one) => left.startsWith(one.text) && !/^[a-z]/.test(left.slice(one.text.length)));
    const time = group === undefined ? timeAt(left) : null;
    const [word = ""] = /^(?:[a-z]+\d?|s\/d|から|まで|曜日|ごろ|.)/u.exec(left) ?? [];
    if (group !== undefined) {
      tokens.push({ is: "day", days: group.days });
      left = left.slice(group.text.length);
    } else if (time !== null) {
      tokens.push(time.token);
      left = left.slice(time.length);
    } else {
      const days = dayNamed(word, language);
      if (days !== null) tokens.push({ is: "day", days });
      else if (to.has(word)) tokens.push({ is: "to" });
      else if (/^[;\n]$/.test(word)) tokens.push({ is: "stop" });
      else if (!empty.has(word) && !/^[\s,.:|()]$/.test(word)) return /^[^\s,;]*/.exec(left)?.[0] ?? word;
      left = left.slice(word.length);
    }
    left = left.replace(/^[ \t\r]+/, "");
  }
  return tokens;
}

function timeAt(text: string): { token: Token; length: number } | null {
  const found =
    /^(\d{1,2})(?:\s?[:.h時]\s?(\d{2})(?!\d)分?)?(時半)?\s*(a\.?m\.?(?![a-z])|p\.?m\.?(?![a-z])|uhr|heures?|horas?|hrs?|h(?![a-z])|時|gio|wib)?(?!\d)/.exec(
      text,
    );
  if (found === null || Number(found[2] ?? 0) > 59) return null;
  const [whole, hours, minutes = "0", halfPast, unit = ""] = found;
  const at = Number(hours) * 60 + (halfPast === undefined ? Number(minutes) : 30);
  const half = /^[ap]/.test(unit) ? (unit.startsWith("a") ? "am" : "pm") : null;
  return { token: { is: "time", minutes: at, half }, length: whole.length };
}

/** Why a text is no hours: a word that has no meaning, or no time in it. */
export interface HoursProblem {
  word: string | null;
}

/** Hours that a person typed, such as "Mo-Fr 20-23 Uhr" or "weekends from 8pm". Empty for an empty text. */
export function readHours(text: string, language: Language = "en"): WeeklyHours[] | HoursProblem {
  if (text.trim() === "") return [];
  if (text.length > LONGEST) return { word: null };
  const tokens = tokensOf(text, language);
  if (typeof tokens === "string") return { word: tokens };
  const hours: WeeklyHours[] = [];
  let days: Day[] = [];
  let isAfterTime = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.is === "to") continue;
    // Days or a stop after a time begin other hours.
    if (token.is !== "time") {
      if (isAfterTime) days = [];
      isAfterTime = false;
      if (token.is === "day") days.push(...daysAt(tokens, at, token, days));
      continue;
    }
    const next = tokens[at + 1]?.is === "to" ? tokens[at + 2] : undefined;
    const end = next?.is === "time" ? next : null;
    if (end !== null) at += 2;
    const window = windowOf(token, end);
    if (window === null) return { word: null };
    hours.push({ days: DAYS.filter((day) => days.length === 0 || days.includes(day)), ...window });
    isAfterTime = true;
  }
  // Days without a time say too little.
  return hours.length > MAX_ENTRIES || !isAfterTime ? { word: null } : hours;
}

/** The days that a token adds to those before it. */
function daysAt(tokens: Token[], at: number, { days }: Extract<Token, { is: "day" }>, before: Day[]): readonly Day[] {
  const isRange = tokens[at - 1]?.is === "to" && tokens[at - 2]?.is === "day" && days.length === 1 && before.length > 0;
  return isRange ? between(before.at(-1)!, days[0]!) : days;
}

function between(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let at = DAYS.indexOf(first); DAYS[at % 7] !== last || days.length === 0; at++) days.push(DAYS[(at + 1) % 7]!);
  return days.slice(0, 7);
}

type Time = Extract<Token, { is: "time" }>;

/** Hours with `pm` at the end alone are both in the afternoon, unless that ends before it begins. */
function windowOf(first: Time, last: Time | null): Pick<WeeklyHours, "from" | "to"> | null {
  const to = last === null ? null : minutesIn(last, null);
  const guessed = first.half === null && last?.half != null ? minutesIn(first, last.half) : minutesIn(first, null);
  const from =
    guessed !== null && to !== null && guessed > to && first.half === null && last?.half === "pm"
      ? minutesIn(first, "am")
      : guessed;
  if (from === null || (last !== null && to === null)) return null;
  const end = to ?? from + DEFAULT_MINUTES;
  return from % DAY_MINUTES === end % DAY_MINUTES ? null : { from: written(from), to: written(end) };
}

function minutesIn({ minutes, half }: Time, otherwise: "am" | "pm" | null): number | null {
  const which = half ?? otherwise;
  if (minutes > DAY_MINUTES) return null;
  if (which === null) return minutes;
  const hour = Math.floor(minutes / 60);
  if (hour > 12) return half === null ? minutes : null;
  return (hour % 12) * 60 + (minutes % 60) + (which === "pm" ? DAY_MINUTES / 2 : 0);
}

const written = (minutes: number): string =>
  [Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Writes hours so that a person can read and `readHours` parse them: "Mon–Fr 20:00–23:00; Sat 18:00–02:00". */
export function hoursText(hours: WeeklyHours[], language: Language = "en"): string {
  return hours.map(({ days, from, to }) => `${daysText(days, language)} ${from}–${to}`).join("; ");
}

function daysText(days: Day[], language: Language): string {
  const places = days.map((day) => DAYS.indexOf(day));
  const runs: number[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === place - 1) run.push(place);
    else runs.push([place]);
  }
  const names = coreWords[language].hours().days;
  const named = (place: number) => names[place]!.split(" ")[0]!;
  return runs
    .map((run) => (run.length > 2 ? `${named(run[0]!)}–${named(run.at(-1)!)}` : run.map(named).join(", ")))
    .join(", ");
}
