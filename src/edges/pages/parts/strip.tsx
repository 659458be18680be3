import { DAY_MS } from "../../../core/duration.ts";
import type { Span, Strip } from "../../../flows/browse/strip.ts";

const WIDTH = 480;
const QUARTERS = 4;

/** A block is never so narrow that it cannot be seen. */
const NARROWEST = 3;

/** Hours as a strip: a block on air, a line off, hatched where nobody knows. `label` says the same in words; what is after `until` has not been yet. */
export function StripPicture({ strip, label, until = strip.to }: { strip: Strip; label: string; until?: number }) {
  const x = (at: number): number => Math.round(((at - strip.from) / (strip.to - strip.from)) * WIDTH * 10) / 10;
  const width = ({ from, to }: Span): number => Math.max(NARROWEST, Math.round((x(to) - x(from)) * 10) / 10);
  const left = (span: Span): number => Math.min(x(span.from), WIDTH - width(span));
  const quarter = WIDTH / QUARTERS;
  return (
    <svg class="beat" viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" role="img" aria-label={label}>
      {[0, 2].map((place) => (
        <rect class="band" x={place * quarter} y="0" width={quarter} height="24" />
      ))}
      <path class="off" d={`M0 12H${Math.min(WIDTH, Math.max(0, x(until)))}`} />
      {strip.unknown.map((span) => (
        <>
          <rect class="under" x={x(span.from)} y="6" width={width(span)} height="12" />
          <rect class="gap" x={x(span.from)} y="7" width={width(span)} height="10" />
        </>
      ))}
      {strip.on.map((span) => (
        <rect class="on" x={left(span)} y="3" width={width(span)} height="18" rx="2.5" />
      ))}
    </svg>
  );
}

/** What the marks mean. */
export const StripKey = () => (
  <p class="key">
    <span>
      <svg viewBox="0 0 18 12" aria-hidden="true" class="beat">
        <rect class="on" x="3" y="0" width="12" height="12" rx="2.5" />
      </svg>
      on air
    </span>
    <span>
      <svg viewBox="0 0 18 12" aria-hidden="true" class="beat">
        <path class="off" d="M0 6h18" />
      </svg>
      off
    </span>
    <span>
      <svg viewBox="0 0 18 12" aria-hidden="true" class="beat">
        <rect class="gap" x="1" y="1" width="16" height="10" />
      </svg>
      not known
    </span>
  </p>
);

/** The instants that stand below a strip of a day that ends at `to`. */
export const quartersBefore = (to: number): number[] =>
  Array.from({ length: QUARTERS }, (_, place) => to - DAY_MS + (place * DAY_MS) / QUARTERS);
