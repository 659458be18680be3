import type { Bars, Chart, Lines, Timeline } from "../../src/core/chart.ts";

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 10, 9);
const TO = FROM + 7 * DAY;
const NAMES = [
  "maria.live",
  "Jonas Weber",
  "studio_nova",
  "Ελένη Παπαδοπούλου",
  "Анна",
  "中村さくら",
  "🔥 kaya 🔥",
  "the.very.long.creator.name.of.somebody.who.likes.dots",
];
const ticks = ["Mon 9", "Tue 10", "Wed 11", "Thu 12", "Fri 13", "Sat 14", "Sun 15"].map((label, i) => ({
  at: FROM + i * DAY,
  label,
}));

/** Pseudo-random numbers, the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A week of streams. */
function timelineOf(rows: number): Timeline {
  const roll = dice(7);
  return {
    form: "timeline",
    title: "Who was live",
    subtitle: "Airtime, 9 – 16 Nov 2026",
    alt: "Airtime a creator, longest first.",
    note: "Watched for 5 of 7 days.",
    from: FROM,
    to: TO,
    ticks,
    rows: NAMES.slice(0, rows).map((label, i) => ({
      label,
      text: `${52 - i * 6} h ${i * 7} m`,
      spans: Array.from({ length: 9 - i }, (): [number, number] => {
        const begin = FROM + roll() * 6.8 * DAY;
        return [begin, begin + roll() ** 3 * 0.4 * DAY];
      }),
    })),
  };
}

/** A week of values, 12 a day. */
export function linesOf(unit: Lines["unit"], lines: number, perDay = 12): Lines {
  const roll = dice(unit.length + 5);
  const start = { percent: 0, count: 1_240_000, place: 12 }[unit];
  const pace = { percent: 3, count: 30_000, place: 6 }[unit];
  const displayed = (value: number): string => {
    if (unit === "place") return `#${value}`;
    if (unit === "count") return `${(value / 1e6).toFixed(2)}M`;
    return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(0)} %`;
  };
  return {
    form: "lines",
    title: { percent: "Followers, compared", count: "Views", place: "Places in the ranking" }[unit],
    subtitle: "9 – 16 Nov 2026",
    alt: "How the values went.",
    note: null,
    from: FROM,
    to: TO,
    ticks,
    unit,
    lines: NAMES.slice(0, lines).map((label, i) => {
      let value = unit === "place" ? i * 3 + 1 : start * (1 + i * 0.03);
      const points = Array.from({ length: 7 * perDay + 1 }, (_, k): [number, number | null] => {
        const drift = (roll() - 0.45 - i * 0.02) * pace;
        value += drift * (unit === "place" ? (roll() < 0.2 ? 1 : 0) : 1);
        if (unit === "place") value = Math.max(1, Math.round(value));
        return [FROM + (k * DAY) / perDay, i === 2 && k > 30 && k < 38 ? null : value];
      });
      return { label, text: displayed(value), points };
    }),
  };
}

/** A bar chart, optionally with both signs. */
const barsOf = (rows: number, mixed: boolean): Bars => ({
  form: "bars",
  title: mixed ? "Won and lost" : "Most airtime",
  subtitle: mixed ? "Followers, against the week before" : "9 – 16 Nov 2026",
  alt: "The most first.",
  note: mixed
    ? null
    : "Of 3 creators there is less than a day of data, so that they are not in this picture at all; they will be in next week's.",
  rows: NAMES.slice(0, rows).map((label, i) => {
    const value = mixed ? 9000 - i * 3100 : 52 - i * 6.5;
    const text = mixed ? `${value < 0 ? "−" : "+"}${Math.abs(value).toLocaleString("en")}` : `${value} h`;
    return { label, value, text, detail: mixed ? null : `${9 - i} broadcasts, +${i * 4} %` };
  }),
});

/** A chart of every form, as users see them. */
export const SAMPLES: Record<string, Chart> = {
  timeline: timelineOf(8),
  "timeline of one": timelineOf(1),
  percent: linesOf("percent", 8),
  count: linesOf("count", 3),
  place: linesOf("place", 6),
  "one line": linesOf("percent", 1),
  bars: barsOf(8, false),
  "bars of both signs": barsOf(7, true),
};
