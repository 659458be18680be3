import { dayLabel, dayStarts } from "../../../core/calendar.ts";
import { once } from "../../../core/language.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { lasting } from "../words/time.ts";
import { ColumnsPicture } from "../parts/chart.tsx";
import type { backtest } from "../../../flows/commands/backtest.ts";

type Came = Extract<Awaited<ReturnType<typeof backtest>>, { ok: true }>["value"];

interface Props {
  came: Came;
  days: { from: number; to: number };
  zone: string;
}

const many = (count: number, one: string, other: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : other}`;

/** History of almost a week counts as a week: the first event of it need not come at its begin. */
const WHOLE_DAYS = 6;

/** What an alert would have sent in the days of last week that are known, as text and by day. */
export function Backtested({ came, days, zone }: Props) {
  const { messages, held, edits, suppressed, atNight, matched, truncated } = came;
  const covered = (days.to - days.from) / DAY_MS;
  const rest = [
    held === 0 ? "" : `${many(held, "event", "events")} delayed to the summary`,
    edits === 0 ? "" : `${many(edits, "message", "messages")} edited when the stream ends`,
    suppressed === 0 ? "" : `${suppressed.toLocaleString("en")} skipped`,
    atNight === 0 ? "" : `${atNight.toLocaleString("en")} between 22:00 and 07:00`,
  ].filter((part) => part !== "");
  return (
    <>
      <p class="counted">
        <b class="num">{messages.toLocaleString("en")}</b> {messages === 1 ? "message" : "messages"}
        {covered >= 1 && messages >= covered ? `, ${Math.round(messages / covered).toLocaleString("en")} per day` : ""}.
        {covered < WHOLE_DAYS ? ` The oldest event of the week is ${lasting(days.to - days.from)} old.` : ""}
        {matched === 0 ? " No matching events." : ""}
        {rest.length === 0 ? "" : ` ${rest.join("; ")}.`}
      </p>
      {messages === 0 ? null : <ByDay came={came} days={days} zone={zone} />}
      {truncated ? <p class="hint">Only the latest 10,000 events were checked.</p> : null}
    </>
  );
}

/** A day as in a backtest's result, "2026-11-20", in the time zone of the quiet hours. */
const dayOf = (at: number, zone: string): string =>
  once(`iso day ${zone}`, () => new Intl.DateTimeFormat("en-CA", { timeZone: zone })).format(at);

function ByDay({ came: { byDay }, days: { from, to }, zone }: Props) {
  const counts = new Map(byDay.map(({ day, messages }) => [day, messages]));
  const columns = dayStarts(from, to, zone).map((at) => ({
    value: counts.get(dayOf(at, zone)) ?? 0,
    label: dayLabel("en", at, zone),
  }));
  const alt = `Messages per day: ${columns.map(({ label, value }) => `${label} ${value}`).join(", ")}`;
  return <ColumnsPicture columns={columns} alt={alt} />;
}
