import { isTimezone } from "../../../core/calendar.ts";
import { isQuiet, localMinutes, type QuietHours } from "../../../core/quiet-hours.ts";
import { lasting } from "../../../ui/words/time.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const SIZE = 176;
const MIDDLE = SIZE / 2;
const RING = 74;
const DAY = 1440;
const MINUTE_MS = 60_000;

const round = (value: number): number => Math.round(value * 10) / 10;

/** The position of a minute of the day on a circle with midnight at the top. */
function at(minutes: number, radius: number): [x: number, y: number] {
  const angle = (minutes / DAY) * 2 * Math.PI - Math.PI / 2;
  return [round(MIDDLE + radius * Math.cos(angle)), round(MIDDLE + radius * Math.sin(angle))];
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The quiet hours of a draft; null if they are incomplete or invalid. */
export function quietIn(reported: Pick<QuietHours, "from" | "to" | "timezone">): QuietHours | null {
  const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d/.test(text);
  const whole =
    isClock(reported.from) && isClock(reported.to) && reported.from !== reported.to && isTimezone(reported.timezone);
  return whole ? { ...reported, action: "hold" } : null;
}

interface ClockProps {
  quiet: QuietHours | null;
  timezone: string;
  /** Recent starts of streams, epoch ms. */
  starts: number[];
}

/** Describes the clock. */
function clockWords(quiet: QuietHours | null, within: number, starts: number): string {
  if (quiet === null) return t("A clock of 24 hours: no quiet hours");
  const { from, to } = quiet;
  return starts === 0
    ? t("A clock of 24 hours: quiet from {from} to {to}", { from, to })
    : plural(
        within,
        "A clock of 24 hours: quiet from {from} to {to}; {n} of the last {starts} starts falls within",
        "A clock of 24 hours: quiet from {from} to {to}; {n} of the last {starts} starts fall within",
        { from, to, starts },
      );
}

/** A clock of 24 hours with the quiet hours and recent starts of streams. */
export function NightClock({ quiet, timezone, starts }: ClockProps) {
  const zone = isTimezone(timezone) ? timezone : "UTC";
  const within = quiet === null ? 0 : starts.filter((start) => isQuiet(quiet, start)).length;
  const span = quiet === null ? 0 : (minutesOf(quiet.to) - minutesOf(quiet.from) + DAY) % DAY;
  const [from, to] = quiet === null ? [null, null] : [at(minutesOf(quiet.from), RING), at(minutesOf(quiet.to), RING)];
  return (
    <svg class="clock" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={clockWords(quiet, within, starts.length)}>
      <circle class="d" cx={MIDDLE} cy={MIDDLE} r={RING} />
      {from === null || to === null ? null : (
        <path class="q" d={`M${from[0]} ${from[1]}A${RING} ${RING} 0 ${span > DAY / 2 ? 1 : 0} 1 ${to[0]} ${to[1]}`} />
      )}
      {Array.from({ length: 24 }, (_, hour) => {
        const [[x1, y1], [x2, y2]] = [at(hour * 60, 64), at(hour * 60, 60)];
        return hour % 6 === 0 ? null : <path class="tick" d={`M${x1} ${y1}L${x2} ${y2}`} />;
      })}
      {[0, 6, 12, 18].map((hour) => {
        const [x, y] = at(hour * 60, 53);
        return (
          <text x={x} y={y + 4}>
            {hour}
          </text>
        );
      })}
      {starts.map((start) => {
        const [x, y] = at(localMinutes(zone, start), RING);
        return <circle class="st" cx={x} cy={y} r="4.5" />;
      })}
      <T
        of={
          quiet === null
            ? "<first>no</first><second>quiet hours</second>"
            : "<first>{span}</first><second>quiet</second>"
        }
        span={lasting(span * MINUTE_MS)}
        first={(text) => (
          <text class="m" x={MIDDLE} y={MIDDLE + 1}>
            {text}
          </text>
        )}
        second={(text) => (
          <text x={MIDDLE} y={MIDDLE + 16}>
            {text}
          </text>
        )}
      />
    </svg>
  );
}

/** Explains the red dots. */
export const ClockKey = ({ quiet, starts }: Pick<ClockProps, "quiet" | "starts">) =>
  starts.length === 0 ? (
    <></>
  ) : (
    <p class="hint dots">
      <span class="lamp s" aria-hidden="true"></span>
      {quiet === null
        ? plural(starts.length, "the last start", "the last {n} starts")
        : plural(
            starts.filter((start) => isQuiet(quiet, start)).length,
            "the last {starts} starts; {n} in quiet hours",
            "the last {starts} starts; {n} in quiet hours",
            { starts: starts.length },
          )}
    </p>
  );
