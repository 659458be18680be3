import type { JsonObject } from "../../../core/json.ts";
import { seenOf } from "../../../resources/targets/seen.ts";
import type { Page } from "../page.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import type { Cell } from "../../../targets/page.ts";
import { DECLARED, type Declared } from "../words/declared.ts";
import { shownName } from "../words/name.ts";
import { Charts } from "./charts.tsx";
import { editedOf } from "./edit.tsx";
import { listPagesOf } from "./list.tsx";
import { pagesOfOne } from "./one-page.tsx";
import { StandingOf } from "./standing.tsx";

const CellOf = ({ text, name, href }: Cell) => {
  const shown = name === true ? <Name of={text} otherwise="no name" /> : <>{text}</>;
  return href === undefined ? (
    shown
  ) : (
    <a href={href} rel="noreferrer noopener">
      {shown}
    </a>
  );
};

/** What stands now, as it was seen last. */
const Standings = ({ room, snapshot }: { room: Declared; snapshot: JsonObject | null }) => {
  const rows = snapshot === null ? [] : room.rows(snapshot);
  return (
    <section class="card" aria-labelledby="now">
      <div class="cap">
        <h2 id="now">Now</h2>
      </div>
      {rows.length === 0 ? (
        <p class="pad soft">{snapshot === null ? "Not checked yet." : "The last check found nothing."}</p>
      ) : (
        <div class="sums">
          <table>
            <thead>
              <tr>
                {room.columns.map((column, place) => (
                  <th scope="col" class={place === 0 ? "" : "r"}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  {row.map((cell, place) => (
                    <td class={place === 0 ? "" : "r"}>
                      <CellOf {...cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};

const pagesOf = (room: Declared): Page[] => [
  ...listPagesOf(room),
  ...pagesOfOne({
    room,
    edited: editedOf(room.kind, room.settings),
    tables: ["series", "happenings"],
    look: ({ target: one, points }, _, at) => ({
      mark: <Icon name={room.icon} />,
      called: shownName(room.called(one.params)),
      standing: <StandingOf one={one} />,
      watch: null,
      past: (
        <>
          <Standings room={room} snapshot={seenOf(one, one.state).snapshot} />
          <Charts one={one} points={points} room={room} at={at} />
        </>
      ),
    }),
  }),
];

/** The lists and pages of all that is watched beside creators. */
export const otherPages: Page[] = DECLARED.flatMap(pagesOf);
