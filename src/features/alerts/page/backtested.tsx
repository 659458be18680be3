import type { Child } from "hono/jsx";
import { dayLabel, dayStarts } from "../../../core/calendar.ts";
import { once } from "../../../core/language.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { lasting } from "../../../ui/words/time.ts";
import { ColumnsPicture } from "../../../ui/parts/chart.tsx";
import type { backtest } from "../backtest.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";
import { Plural } from "../../../ui/words/translated.tsx";

type Arrived = Extract<Awaited<ReturnType<typeof backtest>>, { ok: true }>["value"];

interface Props {
  came: Arrived;
  days: { from: number; to: number };
  zone: string;
  /** The name of what it counts. */
  subject: string;
}

/** History of almost a week counts as a week: the first event of it need not come at its begin. */
const WHOLE_DAYS = 6;

/** What an alert would have sent in the days of last week that are known, as text and by day. */
export function Backtested({ came, days, zone, subject }: Props) {
  const { messages, held, edits, suppressed, atNight, matched, truncated } = came;
  const covered = (days.to - days.from) / DAY_MS;
  const rest = [
    held === 0 ? "" : plural(held, "{n} event delayed to the summary", "{n} events delayed to the summary"),
    edits === 0
      ? ""
      : plural(edits, "{n} message edited when the stream ends", "{n} messages edited when the stream ends"),
    suppressed === 0 ? "" : plural(suppressed, "{n} skipped", "{n} skipped"),
    atNight === 0 ? "" : plural(atNight, "{n} between 22:00 and 07:00", "{n} between 22:00 and 07:00"),
  ].filter((part) => part !== "");
  return (
    <>
      <p class="counted">
        <Name of={subject} />: <Sum messages={messages} covered={covered} />
        {covered < WHOLE_DAYS
          ? ` ${t("The oldest event of the week is {age} old.", { age: lasting(days.to - days.from) })}`
          : ""}
        {matched === 0 ? ` ${t("No matching events.")}` : ""}
        {rest.length === 0 ? "" : ` ${rest.join("; ")}.`}
      </p>
      {messages === 0 ? null : <ByDay came={came} days={days} zone={zone} />}
      {truncated ? <p class="hint">{t("Only the latest 10,000 events were checked.")}</p> : null}
    </>
  );
}

/** The number of messages, and how many that is per day if at least one. */
function Sum({ messages, covered }: { messages: number; covered: number }) {
  const b = (text: Child) => <b class="num">{text}</b>;
  if (covered < 1 || messages < covered)
    return <Plural n={messages} one="<b>{n}</b> message." other="<b>{n}</b> messages." b={b} />;
  return (
    <Plural
      n={messages}
      one="<b>{n}</b> message, {average} per day."
      other="<b>{n}</b> messages, {average} per day."
      b={b}
      average={Math.round(messages / covered)}
    />
  );
}

/** A day as in a backtest's result, "2026-11-20", in the time zone of the quiet hours. */
const dayOf = (at: number, zone: string): string =>
  once(`iso day ${zone}`, () => new Intl.DateTimeFormat("en-CA", { timeZone: zone })).format(at);

function ByDay({ came: { byDay }, days: { from, to }, zone }: Omit<Props, "subject">) {
  const counts = new Map(byDay.map(({ day, messages }) => [day, messages]));
  const perDay = dayStarts(from, to, zone).map((at) => ({
    value: counts.get(dayOf(at, zone)) ?? 0,
    label: dayLabel(language(), at, zone),
  }));
  const alt = t("Messages per day: {days}", {
    days: perDay.map(({ label, value }) => `${label} ${value}`).join(", "),
  });
  // On phones there is room for a label at every other column.
  const columns = perDay.map(({ value, label }, place) => ({ value, label: place % 2 === 0 ? label : null }));
  return <ColumnsPicture columns={columns} alt={alt} />;
}
