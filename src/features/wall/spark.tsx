import type { Viewers } from "./viewed.ts";

const [WIDTH, HEIGHT] = [100, 34];
const MAX_POINTS = 80;

/** A line over its area, from zero; nothing for fewer than two points. */
export function Spark({ points, label }: { points: Viewers; label: string }) {
  const every = Math.ceil(points.length / MAX_POINTS);
  const displayed = points.filter((_, place) => place % every === 0 || place === points.length - 1);
  const [first, last] = [displayed[0], displayed.at(-1)];
  if (first === undefined || last === undefined || first === last) return <></>;
  const top = Math.max(1, ...displayed.map(([, count]) => count));
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  const line = displayed
    .map(([at, count], place) => {
      const x = rounded(((at - first[0]) / (last[0] - first[0] || 1)) * WIDTH);
      return `${place === 0 ? "M" : "L"}${x} ${rounded(HEIGHT - (count / top) * (HEIGHT - 3))}`;
    })
    .join("");
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <path d={line} />
    </svg>
  );
}
