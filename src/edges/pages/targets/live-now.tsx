import { DAY_MS } from "../../../core/duration.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import type { Broadcast } from "../../../flows/queries/broadcasts.ts";
import type { SeriesPoint } from "../../../flows/queries/target-reading.ts";
import { lineOf } from "../../../flows/queries/series.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { LinesPicture } from "../parts/chart.tsx";
import { Title } from "../parts/name.tsx";
import { useScene } from "../parts/scene.ts";
import { Time } from "../parts/time.tsx";
import { lasting } from "../words/time.ts";

/** Points further apart than this have a gap between them. */
const GAP_MS = 45 * 60_000;

interface AirProps {
  broadcast: Broadcast;
  points: SeriesPoint[];
  /** The latest viewer count; null if unknown. */
  viewers: number | null;
}

/** The current broadcast, with its viewers since the start. */
export function OnAir({ broadcast, points, viewers }: AirProps) {
  const { now, zone } = useScene();
  const { startedAt, title, peakViewers, unknownSince } = broadcast;
  const from = Math.max(startedAt, now - 2 * DAY_MS);
  const line = lineOf(points, "viewers", { from, to: now, gapMs: GAP_MS });
  return (
    <section
      class={unknownSince === null ? "card onair" : "card onair old"}
      aria-label={unknownSince === null ? "Live now" : "Live when last checked"}
    >
      <dl class="facts4">
        <div>
          <dt>{unknownSince === null ? "Live since" : "Live from"}</dt>
          <dd>
            <Time at={startedAt} /> <small class="soft">{lasting((unknownSince ?? now) - startedAt)}</small>
          </dd>
        </div>
        {unknownSince === null ? null : (
          <div>
            <dt>Unknown since</dt>
            <dd>
              <Time at={unknownSince} />
            </dd>
          </div>
        )}
        {viewers === null ? null : (
          <div>
            <dt>{unknownSince === null ? "Watching" : "Watching then"}</dt>
            <dd>{grouped("en", viewers)}</dd>
          </div>
        )}
        {peakViewers === null ? null : (
          <div>
            <dt>Peak</dt>
            <dd>{grouped("en", peakViewers)}</dd>
          </div>
        )}
      </dl>
      <div class="in2">
        <Title of={title} class="soft small cut2" />
        {line.length < 2 ? null : (
          <LinesPicture
            chart={{
              form: "lines",
              title: "Viewers",
              subtitle: "",
              alt: viewersWords(line, viewers),
              note: null,
              from,
              to: now,
              ticks: ticksOf({ language: "en", frame: { from, to: now, timezone: zone } }),
              unit: "count",
              lines: [{ label: "Viewers", text: "", points: line }],
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Describes the curve in a sentence. */
function viewersWords(line: [number, number | null][], viewers: number | null): string {
  const values = line.flatMap(([, value]) => value ?? []);
  const [least, max] = [Math.min(...values), Math.max(...values)];
  const now = viewers === null ? "" : `, now ${grouped("en", viewers)}`;
  return `Viewers since the start: between ${grouped("en", least)} and ${grouped("en", max)}${now}`;
}
