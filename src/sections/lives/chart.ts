import type { Timeline } from "../../core/chart.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { spanText } from "../period.ts";
import type { Frame } from "../section.ts";
import type { LivesData } from "./data.ts";
import { hoursText } from "./hours-text.ts";

/** Who was on air when: the creators with the most time. */
export function liveChart(data: LivesData, frame: Frame): Timeline | null {
  const drawn = data.most.filter(({ spans }) => spans.length > 0);
  if (drawn.length === 0) return null;
  const rows = drawn.map(({ name, airtimeMs, spans }) => ({
    label: name,
    text: hoursText(airtimeMs),
    spans: spans.map(([from, to]): [number, number] => [frame.from + from, frame.from + to]),
  }));
  const whom = drawn
    .map(({ name, airtimeMs, sessions, days }) => {
      const times = `${sessions} ${sessions === 1 ? "session" : "sessions"} on ${days} ${days === 1 ? "day" : "days"}`;
      return `${cut(name, 60)} ${hoursText(airtimeMs)} in ${times}`;
    })
    .join("; ");
  return {
    form: "timeline",
    title: "Who was on air",
    subtitle: `Airtime, ${spanText(frame)}`,
    alt: cut(`Airtime of those who were live longest, ${spanText(frame)}: ${whom}.`, 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(frame),
    rows,
  };
}
