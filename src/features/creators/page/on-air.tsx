import { DAY_MS } from "../../../core/duration.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { LinesPicture } from "../../../ui/parts/chart.tsx";
import { Title } from "../../../ui/parts/name.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { language, meant, t } from "../../../ui/words/text.ts";
import { lasting } from "../../../ui/words/time.ts";
import type { Broadcast } from "../../history/broadcasts.ts";
import type { SeriesPoint } from "../target-reading.ts";
import { lineOf } from "./charts.tsx";

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
  const { startedAt, startSeen, title, peakViewers, unknownSince } = broadcast;
  const from = Math.max(startedAt, now - 2 * DAY_MS);
  const line = lineOf(points, "viewers", { from, to: now, gapMs: GAP_MS });
  return (
    <section
      class={unknownSince === null ? "card onair" : "card onair old"}
      aria-label={unknownSince === null ? t("Live now") : t("Live when last checked")}
    >
      <dl class="facts4">
        <div>
          <dt>
            {unknownSince === null
              ? t(startSeen ? "Live since" : "Live at least since")
              : t(startSeen ? "Live from" : "Live at least from")}
          </dt>
          <dd>
            <Time at={startedAt} /> <small class="soft">{lasting((unknownSince ?? now) - startedAt)}</small>
          </dd>
        </div>
        {unknownSince === null ? null : (
          <div>
            <dt>{t("Unknown since")}</dt>
            <dd>
              <Time at={unknownSince} />
            </dd>
          </div>
        )}
        {viewers === null ? null : (
          <div>
            <dt>{unknownSince === null ? meant("viewers", "Watching") : meant("viewers", "Watching then")}</dt>
            <dd>{grouped(language(), viewers)}</dd>
          </div>
        )}
        {peakViewers === null ? null : (
          <div>
            <dt>{meant("viewers", "Peak")}</dt>
            <dd>{grouped(language(), peakViewers)}</dd>
          </div>
        )}
      </dl>
      <div class="in2">
        <Title of={title} class="soft small cut2" />
        {line.length < 2 ? null : (
          <LinesPicture
            chart={{
              form: "lines",
              title: t("Viewers"),
              subtitle: "",
              alt: viewersWords(line, viewers),
              note: null,
              from,
              to: now,
              ticks: ticksOf({ language: language(), frame: { from, to: now, timezone: zone } }),
              unit: "count",
              lines: [{ label: t("Viewers"), text: "", points: line }],
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
  return viewers === null
    ? t("Viewers since the start: between {least} and {max}", { least, max })
    : t("Viewers since the start: between {least} and {max}, now {now}", { least, max, now: viewers });
}
