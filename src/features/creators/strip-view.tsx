import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { DAY_MS } from "../../core/duration.ts";
import type { Span } from "../../core/spans.ts";
import type { Strip } from "./strip.ts";
import { t } from "../../ui/words/text.ts";

const WIDTH = 480;
const QUARTERS = 4;

/** The minimum width of a block, so that it stays visible. */
const NARROWEST = 3;

interface StripProps {
  strip: Strip;
  /** The same in words. */
  label: string;
  /** The number of parts; every second one is shaded. */
  parts?: number;
  /** The time up to which there is data; what follows is in the future. */
  until?: number;
  /** The hours around which they usually go live. */
  usual?: Span[];
}

/**
 * Draws hours as a strip: a block while live, a line while offline, hatched while unknown. Built as text from numbers
 * alone, because a page has dozens.
 */
export function StripPicture({ strip, label, parts = QUARTERS, until = strip.to, usual = [] }: StripProps) {
  const x = (at: number): number => Math.round(((at - strip.from) / (strip.to - strip.from)) * WIDTH * 10) / 10;
  const width = ({ from, to }: Span): number => Math.max(NARROWEST, Math.round((x(to) - x(from)) * 10) / 10);
  const left = (span: Span): number => Math.min(x(span.from), WIDTH - width(span));
  const part = WIDTH / parts;
  const bands = Array.from({ length: Math.ceil(parts / 2) }, (_, place) => {
    const from = Math.round(place * 2 * part * 10) / 10;
    return `<rect class="band" x="${from}" y="0" width="${Math.round(part * 10) / 10}" height="24"/>`;
  });
  const unknown = strip.unknown.map((span) => {
    const across = `x="${x(span.from)}" width="${width(span)}"`;
    return `<rect class="under" ${across} y="6" height="12"/><rect class="gap" ${across} y="7" height="10"/>`;
  });
  const on = strip.on.map(
    (span) => `<rect class="on" x="${left(span)}" y="3" width="${width(span)}" height="18" rx="2.5"/>`,
  );
  const around = usual.map(
    (span) => `<rect class="usual" x="${left(span)}" y="0" width="${width(span)}" height="24" rx="4"/>`,
  );
  const off = `<path class="off" d="M0 12H${Math.min(WIDTH, Math.max(0, x(until)))}"/>`;
  return (
    <svg class="beat" viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" role="img" aria-label={label}>
      {raw([...bands, off, ...unknown, ...on, ...around].join(""))}
    </svg>
  );
}

const Mark = ({ words, children }: { words: string; children: Child }) => (
  <span>
    <svg viewBox="0 0 18 12" aria-hidden="true" class="beat">
      {children}
    </svg>
    {words}
  </span>
);

/** The legend of a strip. */
export const StripKey = ({ usual = false }: { usual?: boolean }) => (
  <p class="key">
    <Mark words={t("live")}>
      <rect class="on" x="3" y="0" width="12" height="12" rx="2.5" />
    </Mark>
    <Mark words={t("offline")}>
      <path class="off" d="M0 6h18" />
    </Mark>
    <Mark words={t("unknown")}>
      <rect class="gap" x="1" y="1" width="16" height="10" />
    </Mark>
    {usual ? (
      <Mark words={t("usual time")}>
        <rect class="usual" x="2" y="0" width="14" height="12" rx="3" />
      </Mark>
    ) : null}
  </p>
);

/** Returns the times below a strip of a day that ends at `to`. */
export const quartersBefore = (to: number): number[] =>
  Array.from({ length: QUARTERS }, (_, place) => to - DAY_MS + (place * DAY_MS) / QUARTERS);
