import type { backtest } from "../../../../flows/manage/backtest.ts";

type Came = Extract<Awaited<ReturnType<typeof backtest>>, { ok: true }>["value"];

interface Props {
  came: Came;
  days: { from: number; to: number };
  zone: string;
}

const many = (count: number, one: string, other: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : other}`;

/** What an alert would have told last week, in words and by day. */
export function Backtested({ came }: Props) {
  const { messages, held, edits, suppressed, atNight, matched, truncated } = came;
  const aDay = messages / 7;
  const rest = [
    held === 0 ? "" : `${many(held, "thing waits", "things wait")} for the summary`,
    edits === 0 ? "" : `${many(edits, "message is", "messages are")} changed when the stream ends`,
    suppressed === 0 ? "" : `${suppressed.toLocaleString("en")} left out`,
    atNight === 0 ? "" : `${atNight.toLocaleString("en")} between 22:00 and 07:00`,
  ].filter((part) => part !== "");
  return (
    <>
      <p class="counted">
        <b class="num">{messages.toLocaleString("en")}</b> {messages === 1 ? "message" : "messages"}
        {messages >= 7 ? `, ${Math.round(aDay).toLocaleString("en")} a day` : ""}.
        {matched === 0 ? " Nothing of this sort happened." : ""}
        {rest.length === 0 ? "" : ` ${rest.join("; ")}.`}
      </p>
      {truncated ? <p class="hint">Only the latest 10,000 things that happened were looked at.</p> : null}
    </>
  );
}
