import { lazy } from "../../../core/lazy.ts";
import * as z from "zod";
import { create } from "../../../resources/write/write-resource.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { cursorOf, pageOf } from "../../../http/query.ts";
import { granted } from "../../../http/problem.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { type PageContext, pageAt, formsAt, backTo, storeDeps } from "../../../ui/page.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Add, controlsFor, type Typed } from "./add.tsx";
import type { Declared } from "../../../ui/words/rooms.ts";
import { Pager } from "../../../ui/parts/pager.tsx";
import { showList } from "./list-page.tsx";
import { Table } from "./table.tsx";
import { StandingOf } from "./status.tsx";
import { inPage, plural, t } from "../../../ui/words/text.ts";
import type { TargetListPorts } from "../creators.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";

const A_PAGE = 25;

const nameKey = lazy(() => z.tuple([z.string(), z.string()]));

async function listPage(
  context: PageContext<TargetListPorts & HorizonPorts>,
  room: Declared,
  typed: Typed | null = null,
  status = 200,
): Promise<Response> {
  const { ports, url } = context;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const [found, horizon] = await Promise.all([
    ports.ofKind(room.kind, pageOf({ limit: A_PAGE, cursor }, nameKey)),
    ports.horizon(),
  ]);
  const { counts, lists } = found.head;
  const watched = counts[room.kind] ?? 0;
  const body =
    found.items.length === 0 ? null : (
      <Table
        path={room.path}
        from={room.path}
        lists={lists}
        caption={t("{title}, by name", { title: t(room.title) })}
        label={t("Name")}
        rows={found.items.map((one) => ({
          one,
          mark: <Icon name={room.icon} />,
          called: displayedName(room.called(one.params, inPage)),
          named: false,
          standing: <StandingOf one={one} horizon={horizon} />,
        }))}
      >
        <Pager
          shown={found.items.length}
          next={found.next === null ? null : `${room.path}?cursor=${cursorOf(found.next)}`}
        />
      </Table>
    );
  const many = watched === 0 ? t("None yet.") : plural(watched, "{n} watched.", "{n} watched.");
  const about = `${many} ${t(room.about)}`;
  const form = <Add room={room} lists={lists} least={ports.keep.limits.minIntervalSeconds} typed={typed} />;
  const add = { label: t("Add a {noun}", { noun: t(room.noun) }), form, open: watched === 0 || typed !== null };
  return showList(context, { room, counts, about, add, body, status });
}

async function added(context: PageContext<TargetListPorts & HorizonPorts>, room: Declared): Promise<Response> {
  const { fields, ports } = context;
  const controls = controlsFor(room, ports.keep.limits.minIntervalSeconds);
  const created = await create(target, { ...jsonOf(controls, fields), kind: room.kind }, storeDeps(context, 201));
  if (created.ok) {
    const { id, name } = created.value.one as unknown as Target;
    return backTo(`${room.path}/${id}`, { text: t("{name} added", { name: displayedName(name) }) }, context);
  }
  if (created.error.kind !== "invalid" && created.error.kind !== "conflict") return granted(created) as never;
  const values = new Map([...controls.keys()].map((pointer) => [pointer, fields.text(pointer)]));
  const errors =
    created.error.kind === "invalid"
      ? created.error.errors
      : [{ pointer: "", message: t("This one is already in this list") }];
  return listPage(context, room, { values, errors }, created.error.kind === "invalid" ? 422 : 409);
}

/** Returns the pages of a room's list, and of the form for new targets. */
export const listPagesOf = (room: Declared) => [
  pageAt<TargetListPorts & HorizonPorts>(room.path, (context) => listPage(context, room)),
  formsAt(room.path)<TargetListPorts & HorizonPorts>("", "createTarget", (context) => added(context, room)),
];
