import { DAY_MS } from "../../../core/duration.ts";
import { clockLabel, dateLabel, dayLabel } from "../../../core/calendar.ts";
import { shortNumber } from "../../../core/numbers-as-text.ts";
import { observedUntil, type Broadcast } from "../../history/broadcasts.ts";
import { ColumnsPicture, type Column } from "../../../ui/parts/chart.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { PartDisplayed } from "../../../ui/parts/pager.tsx";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { lasting } from "../../../ui/words/time.ts";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const MAX_LISTED = 10;
const MAX_COLUMNS = 45;

interface StreamsProps {
  /** Newest first. */
  all: Broadcast[];
  /** The page of the creator. */
  at: string;
}

/** The latest broadcasts. */
export function Streams({ all, at }: StreamsProps) {
  const { zone, now } = useScene();
  return (
    <section class="card" aria-labelledby="streams">
      <div class="cap">
        <h2 id="streams">{t("Streams")}</h2>
        {all.length === 0 ? null : <CsvLink href={`${at}/streams.csv`} of={t("streams")} />}
      </div>
      {all.length === 0 ? (
        <p class="pad soft">{t("Not seen live yet.")}</p>
      ) : (
        <ol class="rows sess">
          {all.slice(0, MAX_LISTED).map((one) => {
            const { startedAt, startSeen, endedAt, durationSeconds, title, peakViewers, unknownSince } = one;
            const until = observedUntil(one, now);
            const clock = (instant: number) => clockLabel(language(), instant, zone);
            const span =
              until === endedAt
                ? `${clock(startedAt)}–${clock(endedAt)}`
                : endedAt === null && unknownSince === null
                  ? t("{from} until now", { from: clock(startedAt) })
                  : t("{from}–{until} or later", { from: clock(startedAt), until: clock(until) });
            const day = now - startedAt > 300 * DAY_MS ? dateLabel : dayLabel;
            return (
              <li>
                <span class="strong">
                  {endedAt !== null ? day(language(), startedAt, zone) : unknownSince === null ? t("Now") : t("Live?")}
                </span>
                <span class="num soft">{startSeen ? span : t("at least {span}", { span })}</span>
                <span class={title === null ? "cut t soft" : "cut t"}>
                  {title === null ? t("no title") : <Name of={title} otherwise={t("no title")} />}
                </span>
                <span class={endedAt === null && unknownSince === null ? "r num d red strong" : "r num d soft"}>
                  {lasting(durationSeconds * 1000)}
                </span>
                <span class="r num">
                  {peakViewers === null ? (
                    <span class="soft">–</span>
                  ) : (
                    <T
                      of="{viewers} <sr>peak viewers</sr>"
                      viewers={shortNumber(language(), peakViewers)}
                      sr={(text) => <span class="sr">{text}</span>}
                    />
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <PartDisplayed shown={Math.min(all.length, MAX_LISTED)} of={all.length} />
    </section>
  );
}

/** The peak viewers of each broadcast as a bar chart. */
export function MaxViewers({ all, at }: StreamsProps) {
  const { zone } = useScene();
  const displayed = all.slice(0, MAX_COLUMNS).toReversed();
  const counted = displayed.filter(({ peakViewers }) => peakViewers !== null);
  if (counted.length < 2) return <></>;
  const best = counted.reduce((a, b) => (b.peakViewers! > a.peakViewers! ? b : a));
  const every = Math.ceil(displayed.length / 4);
  const columns = displayed.map(({ peakViewers, startedAt, endedAt }, place): Column => {
    const label = place % every === 0 ? dateLabel(language(), startedAt, zone) : null;
    return { value: peakViewers, label, live: endedAt === null };
  });
  const alt = t("Peak viewers of each of the last {n} streams; the highest was {peak} on {date}", {
    n: displayed.length,
    peak: best.peakViewers!,
    date: dateLabel(language(), best.startedAt, zone),
  });
  return (
    <section class="card" aria-labelledby="most">
      <div class="cap">
        <h2 id="most">{t("Peak viewers per stream")}</h2>
        <CsvLink href={`${at}/streams.csv`} of={t("peak viewers")} />
      </div>
      <div class="bd">
        <ColumnsPicture columns={columns} alt={alt} />
      </div>
    </section>
  );
}
