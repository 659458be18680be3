import type { Horizon } from "../../../core/knowledge.ts";
import type { CreatorFilter, Creators } from "../../../flows/queries/creators.ts";
import type { Strip } from "../../../flows/queries/strip.ts";
import { cursorOf } from "../../http/query.ts";
import { ButtonLink } from "../parts/form.tsx";
import { Avatar } from "../parts/name.tsx";
import { Standing } from "../parts/standing.tsx";
import { StripPicture } from "../parts/strip.tsx";
import { addressOf, CREATORS } from "../words/creator-address.ts";
import { calledOf, standingOf } from "../words/creators.ts";
import { lasting } from "../words/time.ts";
import { Table } from "./table.tsx";

interface Found {
  filter: CreatorFilter;
  found: Creators;
  strips: Map<string, Strip>;
  horizon: Horizon;
}

/** Describes a strip in words. */
function stripWords({ on, unknown }: Strip): string {
  const sum = on.reduce((all, { from, to }) => all + to - from, 0);
  const seen = sum === 0 ? "not live" : `live for ${lasting(sum)}`;
  return `Last 24 hours: ${seen}${unknown.length === 0 ? "" : ", unknown for some time"}`;
}

/** A table of creators that can be chosen. */
export const CreatorTable = ({ filter, found, strips, horizon }: Found) => (
  <Table
    path={CREATORS}
    from={addressOf(filter)}
    lists={found.head.lists}
    caption={`Creators${filter.sort === "status" ? ", live first" : ", by name"}`}
    label="Creator"
    rows={found.items.map((one) => {
      const stands = standingOf(one, horizon);
      const strip = strips.get(one.id);
      return {
        one,
        mark: <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />,
        called: calledOf(one),
        named: true,
        standing: <Standing of={stands} />,
        day: strip === undefined ? null : <StripPicture strip={strip} label={stripWords(strip)} />,
      };
    })}
  >
    {found.isCut ? (
      <div class="pager">
        <span>More creators match than are shown. Type more of the name.</span>
      </div>
    ) : null}
    {found.next === null ? null : (
      <div class="pager">
        <span>{found.items.length === 0 ? "The next names were shown before" : `${found.items.length} shown`}</span>
        <ButtonLink href={addressOf(filter, cursorOf(found.next))} icon="right">
          Next page
        </ButtonLink>
      </div>
    )}
  </Table>
);
