import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { change } from "../../../resources/write/write-resource.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { inPage, t } from "../../../ui/words/text.ts";
import { target } from "../resource/target.ts";
import { bulkPages } from "./bulk.ts";
import { onePages } from "./creator.tsx";
import { listPages } from "./creators.tsx";
import { goalPages } from "./goals.tsx";
import { notifyPages } from "./notify-actions.ts";
import { addPages } from "./paste.tsx";
import { snoozePages } from "./snooze.tsx";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";
import { checkedNow } from "./actions.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { Target } from "../resource/form.ts";
import { seenOf } from "../resource/seen.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { CellTable } from "../../../ui/parts/cells.tsx";
import { DECLARED, type Declared } from "../../../ui/words/rooms.ts";
import { Charts } from "./charts.tsx";
import { editedOf } from "./edit.tsx";
import { calledOf, listPagesOf, StandingOf } from "./list.tsx";
import { pagesOfOne } from "./target-page.tsx";

async function check(context: PageContext<PollingPorts>): Promise<Response> {
  const text = await checkedNow(await recordAt(target, context), context);
  return backTo("/", { text }, context);
}

/** The current state, as of the last check. */
const Standings = ({ room, one }: { room: Declared; one: Target }) => {
  const { snapshot } = seenOf(one, one.state);
  const summary = one.state === null ? undefined : targetKinds[one.kind]?.summary?.(one.state, inPage);
  const rows = snapshot === null ? [] : room.rows(snapshot, inPage);
  return (
    <section class="card" aria-labelledby="now">
      <div class="cap">
        <h2 id="now">{t("Now")}</h2>
        {/* The fields of a record are all there is of it. */}
        {summary === undefined || rows[0]?.[0]?.field === true ? null : <p class="soft">{summary}</p>}
      </div>
      {rows.length === 0 ? (
        <p class="pad soft">{snapshot === null ? t("Not checked yet.") : t("The last check found nothing.")}</p>
      ) : (
        <CellTable columns={room.columns} fields={room.fieldsOf?.(snapshot ?? {}) ?? []} rows={rows} />
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
    look: async ({ target: one, points }, { ports, now }, at) => ({
      mark: <Icon name={room.icon} />,
      called: calledOf(room, one),
      standing: (
        <div class="lead">
          <StandingOf one={one} horizon={await ports.horizon()} past={{ points, now }} />
        </div>
      ),
      watch: null,
      past: (
        <>
          <Standings room={room} one={one} />
          <Charts one={one} points={points} room={room} at={at} />
        </>
      ),
    }),
  }),
];

/** The lists and pages of all targets other than creators. */
const otherPages = DECLARED.flatMap(pagesOf);

/** Pauses or resumes a target. */
const enabling = (enabled: boolean) => async (context: PageContext) => {
  const one = await recordAt(target, context);
  const created = granted(await change(target, one, { enabled }, undoneRevisions(context), storeDeps(context, 200)));
  const flash = enabled
    ? { text: t("{name} resumed", { name: displayedName(one.name) }) }
    : {
        text: t("{name} paused", { name: displayedName(one.name) }),
        ...undoOf(`/creators/${one.id}/resume`, created.one.revision),
      };
  return backTo("/", flash, context);
};

const post = formsAt("");

/** The forms on the Now page that fix one target and return there. */
const repairPages = [
  post("/now/{id}/check", "pollTarget", check),
  post("/creators/{id}/pause", "changeTarget", enabling(false)),
  post("/creators/{id}/resume", "changeTarget", enabling(true)),
];

/** The lists and pages of all targets. Fixed paths come before paths with an id. */
export const targetPages = [
  ...repairPages,
  ...listPages,
  ...addPages,
  ...bulkPages,
  ...onePages,
  ...snoozePages,
  ...goalPages,
  ...notifyPages,
  ...otherPages,
];
