import type { JsonObject } from "../../../core/json.ts";
import { seenOf } from "../resource/seen.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { CellTable } from "../../../ui/parts/cells.tsx";
import { DECLARED, type Declared } from "../../../ui/words/rooms.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { Charts } from "./charts.tsx";
import { editedOf } from "./edit.tsx";
import { listPagesOf } from "./list.tsx";
import { pagesOfOne } from "./target-page.tsx";
import { StandingOf } from "./status.tsx";
import { inPage, t } from "../../../ui/words/text.ts";

/** The current state, as of the last check. */
const Standings = ({ room, snapshot }: { room: Declared; snapshot: JsonObject | null }) => {
  const rows = snapshot === null ? [] : room.rows(snapshot, inPage);
  return (
    <section class="card" aria-labelledby="now">
      <div class="cap">
        <h2 id="now">{t("Now")}</h2>
      </div>
      {rows.length === 0 ? (
        <p class="pad soft">{snapshot === null ? t("Not checked yet.") : t("The last check found nothing.")}</p>
      ) : (
        <CellTable columns={room.columns.map((column) => t(column))} rows={rows} />
      )}
    </section>
  );
};

const pagesOf = (room: Declared) => [
  ...listPagesOf(room),
  ...pagesOfOne({
    room,
    edited: editedOf(room.kind, room.settings),
    tables: ["series", "happenings"],
    look: async ({ target: one, points }, { ports }, at) => ({
      mark: <Icon name={room.icon} />,
      called: displayedName(room.called(one.params, inPage)),
      standing: <StandingOf one={one} horizon={await ports.horizon()} />,
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

/** The lists and pages of all targets other than creators. */
export const otherPages = DECLARED.flatMap(pagesOf);
