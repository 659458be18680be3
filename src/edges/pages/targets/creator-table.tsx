import type { Horizon } from "../../../core/knowledge.ts";
import type { CreatorFilter, Creators } from "../../../flows/browse/creators.ts";
import type { Strip } from "../../../flows/browse/strip.ts";
import { cursorOf } from "../../http/query.ts";
import { ButtonLink } from "../parts/form.tsx";
import { addressOf } from "../words/creator-address.ts";
import { ChoiceHead, Choosing } from "./chosen.tsx";
import { CreatorRow } from "./creator-row.tsx";

interface Found {
  filter: CreatorFilter;
  found: Creators;
  strips: Map<string, Strip>;
  horizon: Horizon;
}

/** Creators in their order, to be chosen. */
export const Table = ({ filter, found, strips, horizon }: Found) => {
  const { lists } = found.head;
  const names = new Map(lists.map((one) => [one.id, one.name]));
  return (
    <Choosing from={addressOf(filter)} lists={lists}>
      <div class="card people">
        <table>
          <caption class="sr">Creators{filter.sort === "status" ? ", live first" : ", by name"}</caption>
          <thead>
            <tr>
              <ChoiceHead />
              <th scope="col">Creator</th>
              <th class="c2" scope="col">
                Now
              </th>
              <th class="c3" scope="col">
                Last 24 hours
              </th>
              <th class="c4" scope="col">
                List
              </th>
              <th class="c5" scope="col">
                Checked
              </th>
            </tr>
          </thead>
          <tbody>
            {found.items.map((one) => (
              <CreatorRow
                one={one}
                list={names.get(one.watchlistId) ?? null}
                strip={strips.get(one.id) ?? null}
                horizon={horizon}
              />
            ))}
          </tbody>
        </table>
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
      </div>
    </Choosing>
  );
};
