import { dateLabel } from "../../../core/calendar.ts";
import type { Month } from "../../../core/goal.ts";
import type { LiveDay } from "../../../sections/lives/measure.ts";
import { hoursText } from "../../goals/page/words.ts";
import { language, t } from "../../../ui/words/text.ts";

/** The width of a day, and of the gap after it. */
const DAY = 10;
const GAP = 3;
const HEIGHT = 100;

const HOUR_MS = 3_600_000;

/** Days of which less was watched are hatched: their hours can be far too low. */
const HALF = 0.5;

/** The hours live of each day of a month, all creators together. */
export function DayBars({ days, month, zone }: { days: LiveDay[]; month: Month; zone: string }) {
  const top = Math.max(HOUR_MS, ...days.map(({ ms }) => ms));
  const date = (at: number): string => dateLabel(language(), at, zone);
  const best = days.reduce((most, one, day) => (one.ms > days[most]!.ms ? day : most), 0);
  const label = t("Hours live per day; most on {date}: {hours}", {
    date: date(month.days[best]!),
    hours: hoursText(days[best]!.ms / HOUR_MS),
  });
  return (
    <figure class="day-bars">
      <figcaption>
        <span>{t("Hours live per day, all together")}</span>
        <span>{hoursText(top / HOUR_MS)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${month.days.length * DAY} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ watched }, day) =>
          watched >= HALF ? null : <rect class="unseen" x={day * DAY} y="0" width={DAY} height={HEIGHT} />,
        )}
        {days.map(({ ms }, day) => {
          const height = Math.round((ms / top) * HEIGHT * 10) / 10;
          return height === 0 ? null : (
            <rect
              class={day === days.length - 1 ? "v today" : "v"}
              x={day * DAY + GAP / 2}
              y={HEIGHT - height}
              width={DAY - GAP}
              height={height}
            />
          );
        })}
        <line x1="0" x2={month.days.length * DAY} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="ends" aria-hidden="true">
        <span>{date(month.days[0]!)}</span>
        <span>{date(month.days[Math.floor(month.days.length / 2)]!)}</span>
        <span>{date(month.days.at(-1)!)}</span>
      </p>
      {days.some(({ watched }) => watched < HALF) ? (
        <p class="soft small">
          <span class="sw unsaid" aria-hidden="true"></span> {t("watched less than half of the day")}
        </p>
      ) : null}
    </figure>
  );
}
