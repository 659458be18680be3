import { lazy } from "../../../core/lazy.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import * as z from "zod";
import type { NamedTargets } from "../../../flows/browse/creators.ts";
import { create } from "../../../flows/manage/keep.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { target } from "../../../resources/targets/target.ts";
import { cursorOf, pageOf } from "../../http/query.ts";
import { granted } from "../../http/problem.ts";
import { Choice, ChoiceHead, Choosing } from "./chosen.tsx";
import { intervalWords } from "../words/creators.ts";
import { flashed } from "../flash.ts";
import { jsonOf } from "../forms/controls.ts";
import { keepDeps } from "../keep.ts";
import { Segments } from "./segments.tsx";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { show } from "../show.tsx";
import { Add, controlsFor, type Typed } from "./add.tsx";
import type { Declared } from "../words/declared.ts";
import { Pager } from "../parts/pager.tsx";
import { StandingOf } from "./standing.tsx";

const A_PAGE = 25;

const nameKey = lazy(() => z.tuple([z.string(), z.string()]));

const Row = ({ one, room, list }: { one: Target; room: Declared; list: string | null }) => (
  <tr>
    <Choice id={one.id} name={shownName(one.name)} />
    <td>
      <a class="person plain" href={`${room.path}/${one.id}`}>
        <Icon name={room.icon} />
        <span class="cut">
          <b class="cut">
            <Name of={one.name} />
          </b>
          <small class="cut">
            <bdi>{shownName(room.called(one.params))}</bdi>
          </small>
        </span>
      </a>
    </td>
    <td class="c2" id={`now-${one.id}`} data-live>
      <StandingOf one={one} />
    </td>
    <td class="c4 soft">{list === null ? null : <Name of={list} />}</td>
    <td class="c5 soft">{intervalWords(one)}</td>
  </tr>
);

const Table = ({ room, found }: { room: Declared; found: NamedTargets }) => {
  const { items, next, head } = found;
  const names = new Map(head.lists.map(({ id, name }) => [id, name]));
  return (
    <Choosing from={room.path} lists={head.lists}>
      <div class="card people">
        <table>
          <caption class="sr">{room.title}, by name</caption>
          <thead>
            <tr>
              <ChoiceHead />
              <th scope="col">Name</th>
              <th class="c2" scope="col">
                Now
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
            {items.map((one) => (
              <Row one={one} room={room} list={names.get(one.watchlistId) ?? null} />
            ))}
          </tbody>
        </table>
        <Pager shown={items.length} next={next === null ? null : `${room.path}?cursor=${cursorOf(next)}`} />
      </div>
    </Choosing>
  );
};

async function listPage(visit: Visit, room: Declared, typed: Typed | null = null, status = 200): Promise<Response> {
  const { ports, url } = visit;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const found = await ports.ofKind(room.kind, pageOf({ limit: A_PAGE, cursor }, nameKey));
  const { counts, lists } = found.head;
  const watched = counts[room.kind] ?? 0;
  const least = ports.keep.limits.minIntervalSeconds;
  const body = (
    <>
      <div class="head">
        <div>
          <h1>{room.title}</h1>
          <p>
            {watched === 0 ? "None yet. " : `${grouped("en", watched)} watched. `}
            {room.about}
          </p>
        </div>
      </div>
      <Segments here={room.path} counts={counts} />
      <Allowed scope="write">
        <details class="card pad add" open={watched === 0 || typed !== null}>
          <summary>
            <Icon name="plus" small />
            Add a {room.noun}
          </summary>
          <Add room={room} lists={lists} least={least} typed={typed} />
        </details>
      </Allowed>
      {found.items.length === 0 ? null : <Table room={room} found={found} />}
    </>
  );
  return show(visit, { title: room.title, path: "/creators", status, body });
}

async function added(visit: Visit, room: Declared): Promise<Response> {
  const { fields, ports } = visit;
  const controls = controlsFor(room, ports.keep.limits.minIntervalSeconds);
  const made = await create(target, { ...jsonOf(controls, fields), kind: room.kind }, keepDeps(visit, 201));
  if (made.ok) {
    const { id, name } = made.value.one as unknown as Target;
    return seeOther(`${room.path}/${id}`, await flashed({ text: `${shownName(name)} added` }, ports));
  }
  if (made.error.kind !== "invalid" && made.error.kind !== "conflict") return granted(made) as never;
  const values = new Map([...controls.keys()].map((pointer) => [pointer, fields.text(pointer)]));
  const errors =
    made.error.kind === "invalid" ? made.error.errors : [{ pointer: "", message: "This one is already in this list" }];
  return listPage(visit, room, { values, errors }, made.error.kind === "invalid" ? 422 : 409);
}

/** The list of a room, and where new ones are added. */
export const listPagesOf = (room: Declared): Page[] => [
  { method: "get", path: room.path, scope: "read", handle: (visit) => listPage(visit, room) },
  {
    method: "post",
    path: room.path,
    scope: "write",
    operation: "createTarget",
    handle: (visit) => added(visit, room),
  },
];
