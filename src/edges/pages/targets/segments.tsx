import { grouped } from "../../../core/numbers-as-text.ts";
import { ROOMS } from "../words/rooms.ts";

/** Links to the list of each kind, with the number of targets. */
export const Segments = ({ here, counts }: { here: string; counts: Record<string, number> }) => (
  <nav class="seg segs" aria-label="Watched">
    {ROOMS.map(({ kind, path, title }) => (
      <a href={path} {...(path === here ? { "aria-current": "page" as const } : {})}>
        {title}
        <span class="num">{grouped("en", counts[kind] ?? 0)}</span>
      </a>
    ))}
  </nav>
);
