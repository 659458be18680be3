import { grouped } from "../../../core/numbers-as-text.ts";
import { ROOMS } from "../../../ui/words/rooms.ts";
import { language, t } from "../../../ui/words/text.ts";

/** Links to the list of each kind, with the number of targets. */
export const Segments = ({ here, counts }: { here: string; counts: Record<string, number> }) => (
  <nav class="seg segs" aria-label={t("Watched")}>
    {ROOMS.map(({ kind, path, title }) => (
      <a href={path} {...(path === here ? { "aria-current": "page" as const } : {})}>
        {t(title)}
        <span class="num">{grouped(language(), counts[kind] ?? 0)}</span>
      </a>
    ))}
  </nav>
);
