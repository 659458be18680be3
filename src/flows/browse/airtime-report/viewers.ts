import type { Span } from "../../../sections/lives/spans.ts";

/** A sample of viewers: when (epoch ms), and how many. */
export type ViewerSample = [at: number, viewers: number];

export interface Viewership {
  /** Null where no poll said how many there were. */
  average: number | null;
  peak: number | null;
  /** Viewers times seconds: what watching added up to. */
  viewerSeconds: number;
}

/**
 * Viewers over the time that polls observed somebody live. A sample holds until the next one, and the first of a stream from its
 * begin on; a stream without any counts neither as viewers nor as time.
 */
export function viewershipOf(spans: Span[], samples: ViewerSample[]): Viewership {
  let [seconds, viewerSeconds, peak] = [0, 0, -1];
  for (const [from, to] of spans) {
    const own = samples.filter(([at]) => at >= from && at <= to);
    own.forEach(([at, viewers], index) => {
      const begin = index === 0 ? from : at;
      const end = own[index + 1]?.[0] ?? to;
      seconds += (end - begin) / 1000;
      viewerSeconds += (viewers * (end - begin)) / 1000;
      peak = Math.max(peak, viewers);
    });
  }
  if (peak < 0) return { average: null, peak: null, viewerSeconds: 0 };
  const average = seconds === 0 ? peak : viewerSeconds / seconds;
  return { average: Math.round(average), peak, viewerSeconds: Math.round(viewerSeconds) };
}
