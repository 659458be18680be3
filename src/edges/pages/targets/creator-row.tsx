import type { Horizon } from "../../../core/knowledge.ts";
import type { Target } from "../../../resources/targets/form.ts";
import type { Strip } from "../../../flows/browse/strip.ts";
import { Standing } from "../parts/standing.tsx";
import { Avatar, Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { StripPicture } from "../parts/strip.tsx";
import { lasting } from "../words/time.ts";
import { Choice } from "./chosen.tsx";
import { calledOf, intervalWords, standingOf } from "../words/creators.ts";

/** A strip in words. */
function stripWords({ on, unknown }: Strip): string {
  const sum = on.reduce((all, { from, to }) => all + to - from, 0);
  const seen = sum === 0 ? "not live" : `live for ${lasting(sum)}`;
  return `Last 24 hours: ${seen}${unknown.length === 0 ? "" : ", unknown for some time"}`;
}

interface RowProps {
  one: Target;
  list: string | null;
  strip: Strip | null;
  horizon: Horizon;
}

/** A creator in the list, to be chosen and to be opened. */
export function CreatorRow({ one, list, strip, horizon }: RowProps) {
  const stands = standingOf(one, horizon);
  const called = calledOf(one);
  return (
    <tr>
      <Choice id={one.id} name={shownName(one.name, called)} />
      <td>
        <a class="person" href={`/creators/${one.id}`}>
          <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />
          <span class="cut">
            <b class="cut">
              <Name of={one.name} otherwise={called} />
            </b>
            <small class="cut">
              <bdi>{called}</bdi>
            </small>
          </span>
        </a>
      </td>
      <td class="c2" id={`now-${one.id}`} data-live>
        <Standing of={stands} />
      </td>
      <td class="c3">{strip === null ? null : <StripPicture strip={strip} label={stripWords(strip)} />}</td>
      <td class="c4 soft">{list === null ? null : <Name of={list} />}</td>
      <td class="c5 soft">{intervalWords(one)}</td>
    </tr>
  );
}
