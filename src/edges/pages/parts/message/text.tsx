import { clockLabel, momentLabel } from "../../../../core/calendar.ts";
import { DAY_MS } from "../../../../core/duration.ts";
import { iso } from "../../../../core/instant.ts";
import { useScene, type Scene } from "../scene.ts";
import { lasting } from "../../words/time.ts";
import { wordsOf, type Mark } from "../../../../channels/preview/marks.ts";

/** An instant as a chat writes it on the reader's clock. */
function chatTime({ at, relative }: { at: number; relative: boolean }, { zone, now }: Scene): string {
  if (relative) return at <= now ? `${lasting(now - at)} ago` : `in ${lasting(at - now)}`;
  return Math.abs(now - at) < DAY_MS ? clockLabel("en", at, zone) : momentLabel("en", at, zone);
}

/** What a chat would show of a text. Nothing in it leads anywhere or calls anybody. */
export function Said({ marks }: { marks: Mark[] }) {
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
              <Said marks={mark.inside} />
            </b>
          );
        if (mark.as === "fixed") return <code class="fix-width">{plainSaid(mark.inside, scene)}</code>;
        return (
          <span class={mark.as === "quiet" ? "hush" : mark.as === "link" ? "lead" : "ping"}>
            <Said marks={mark.inside} />
          </span>
        );
      })}
    </>
  );
}

/** The words of a text, for where nothing can stand out. */
export const plainSaid = (marks: Mark[], scene: Scene): string => wordsOf(marks, (mark) => chatTime(mark, scene));

/** True where somebody is called in it. */
export const calls = (marks: Mark[]): boolean =>
  marks.some((mark) => typeof mark === "object" && "as" in mark && (mark.as === "ping" || calls(mark.inside)));
