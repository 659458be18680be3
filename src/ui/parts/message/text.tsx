import { clockLabel, momentLabel } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { iso } from "../../../core/instant.ts";
import { useScene, type Scene } from "../scene.ts";
import { language, t } from "../../words/text.ts";
import { lasting } from "../../words/time.ts";
import { wordsOf, type Mark } from "../../../channels/preview/marks.ts";

/** Formats a time as a chat would on the reader's clock. */
function chatTime({ at, relative }: { at: number; relative: boolean }, { zone, now }: Scene): string {
  if (relative)
    return at <= now
      ? t("{duration} ago", { duration: lasting(now - at) })
      : t("in {duration}", { duration: lasting(at - now) });
  return Math.abs(now - at) < DAY_MS ? clockLabel(language(), at, zone) : momentLabel(language(), at, zone);
}

/** Renders formatted text as a chat would; links and mentions are inert. */
export function MarkedText({ marks }: { marks: Mark[] }) {
  const scene = useScene();
  return (
    <>
      {marks.map((mark) => {
        if (typeof mark === "string") return <bdi>{mark}</bdi>;
        if ("at" in mark)
          return (
            <time class="st" datetime={iso(mark.at)}>
              {chatTime(mark, scene)}
            </time>
          );
        if (mark.as === "strong")
          return (
            <b>
              <MarkedText marks={mark.inside} />
            </b>
          );
        if (mark.as === "fixed") return <code class="fix-width">{plainReported(mark.inside, scene)}</code>;
        return (
          <span class={mark.as === "quiet" ? "hush" : mark.as === "link" ? "lead" : "ping"}>
            <MarkedText marks={mark.inside} />
          </span>
        );
      })}
    </>
  );
}

/** Returns the plain words of a formatted text. */
export const plainReported = (marks: Mark[], scene: Scene): string => wordsOf(marks, (mark) => chatTime(mark, scene));

/** True if the text mentions somebody. */
export const calls = (marks: Mark[]): boolean =>
  marks.some((mark) => typeof mark === "object" && "as" in mark && (mark.as === "ping" || calls(mark.inside)));
