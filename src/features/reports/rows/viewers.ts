import type { ViewerSample } from "../../../core/month-row.ts";
import type { Span } from "../../../sections/lives/spans.ts";

export interface Viewership {
  /** Null if no poll had a viewer count. */
  average: number | null;
  peak: number | null;
  /** Viewers × seconds. */
  viewerSeconds: number;
}

/**
 * Computes viewers over the observed time of streams. A sample lasts until the next one; the first of a stream also
 * covers its start. A stream without samples does not count. Both must be in order.
 */
export function viewershipOf(spans: Span[], samples: ViewerSample[]): Viewership {
  let [seconds, viewerSeconds, peak] = [0, 0, -1];
  let next = 0;
  for (const [from, to] of spans) {
    while (next < samples.length && samples[next]![0] < from) next++;
    let after = next;
    while (after < samples.length && samples[after]![0] <= to) after++;
    const own = samples.slice(next, after);
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
