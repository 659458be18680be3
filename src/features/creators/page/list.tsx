import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { formOfKind, type Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { cursorOf, pageOf } from "../../../http/query.ts";
import { granted } from "../../../http/problem.ts";
import { controlsOf, jsonOf } from "../../../ui/forms/controls.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import type { Declared } from "../../../ui/words/rooms.ts";
import { Pager } from "../../../ui/parts/pager.tsx";
import { showList } from "./list-page.tsx";
import { Table } from "./table.tsx";
import { inPage, marked, t } from "../../../ui/words/text.ts";
import type { ListHead, TargetListPorts } from "../creators.ts";
import type { Horizon, HorizonPorts } from "../../../core/knowledge.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { ListOptions } from "../pasting/add-form.tsx";
import { SET_UP } from "../../../ui/nav.ts";
import { Button, ButtonLink, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { refusalOf } from "../../../kinds/operations.ts";
import type { Past } from "../../../kinds/news.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { Standing } from "../standing.tsx";
import { faultWords } from "./words.ts";

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
  const past = await ports.pointsSince(found.items, context.now);
  const watched = counts[room.kind] ?? 0;
  const body =
    found.items.length === 0 ? null : (
      <div class="stack below">
        <Table
          path={room.path}
          from={room.path}
          lists={lists}
          hours={false}
          caption={t("{title}, by name", { title: t(room.title) })}
          label={t("Name")}
          rows={found.items.map((one) => ({
            one,
            mark: <Icon name={room.icon} />,
            called: calledOf(room, one),
            named: false,
            standing: (
              <StandingOf one={one} horizon={horizon} past={{ points: past.get(one.id) ?? [], now: context.now }} />
            ),
          }))}
        >
          <Pager
            shown={found.items.length}
            next={found.next === null ? null : `${room.path}?cursor=${cursorOf(found.next)}`}
          />
        </Table>
      </div>
    );
  const about = watched === 0 ? `${t("None yet.")} ${t(room.about)}` : t(room.about);
  const form = <Add room={room} lists={lists} least={ports.keep.limits.minIntervalSeconds} typed={typed} />;
  const add = {
    label: t(/^[aeiou]/.test(room.noun) ? "Add an {noun}" : "Add a {noun}", { noun: t(room.noun) }),
    form,
    open: watched === 0 || typed !== null,
  };
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
      : [{ pointer: "", message: t("This is already in the list") }];
  return listPage(context, room, { values, errors }, created.error.kind === "invalid" ? 422 : 409);
}

/** Returns the pages of a room's list, and of the form for new targets. */
export const listPagesOf = (room: Declared) => [
  pageAt<TargetListPorts & HorizonPorts>(room.path, (context) => listPage(context, room)),
  formsAt(room.path)<TargetListPorts & HorizonPorts>("", "createTarget", (context) => added(context, room)),
];

/** A rejected form for a new target: what was typed, and its errors. */
interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
}

const listField = "/watchlistId";

/** Returns the controls for adding a target; `least` is the shortest interval, seconds. */
const controlsFor = ({ kind, fields, settings }: Declared, least: number) =>
  controlsOf(formOfKind(kind, least), [...Object.keys({ ...fields, ...settings }), "/intervalSeconds", listField]);

interface AddProps {
  room: Declared;
  lists: ListHead["lists"];
  least: number;
  typed: Typed | null;
}

/** The form for a new target. */
const Add = ({ room, lists, least, typed }: AddProps) => {
  const controls = controlsFor(room, least);
  const field = ([pointer, label]: [string, string], hint?: string) => (
    <Field
      pointer={pointer}
      label={t(label)}
      control={controls.get(pointer)!}
      errors={typed?.errors ?? []}
      {...(hint === undefined ? {} : { hint })}
      {...(typed === null ? {} : { value: typed.values.get(pointer) ?? "" })}
    />
  );
  const asked = (
    <>
      {Object.entries(room.fields).map((one) => (one[0] === "/name" ? field(one, "") : field(one)))}
      <div class="field">
        <label for="list">{t("List")}</label>
        <select class="in" id="list" name={listField}>
          <ListOptions lists={lists} chosen={typed?.values.get(listField) ?? null} />
        </select>
      </div>
      <Fold title={t("When to alert, and how often to check")}>
        <div class="flow">
          {Object.entries(room.settings).map((one) => field(one))}
          {field(["/intervalSeconds", marked("Seconds between checks")], t("May be slower if you run out of checks."))}
        </div>
      </Fold>
      <p class="line">
        <Button look={room.setUp === true ? "plain" : "main"} busy={t("Adding…")}>
          {t("Add")}
        </Button>
      </p>
    </>
  );
  return (
    <Form action={room.path} class="flow">
      <Wrongs errors={typed?.errors ?? []} shown={[...controls.keys()]} />
      {room.setUp === true ? (
        <>
          <p>
            <ButtonLink href={SET_UP} look="main" icon="plus">
              {t("Find it by trying")}
            </ButtonLink>
          </p>
          <Fold title={t("For developers: use an operation that is defined already")} open={typed !== null}>
            <div class="flow">{asked}</div>
          </Fold>
        </>
      ) : (
        asked
      )}
    </Form>
  );
};

/** What a target watches at the service in words; null where only IDs say it. */
export const calledOf = ({ called }: Declared, { params }: Pick<Target, "params">): string | null =>
  called === undefined ? null : displayedName(called(params, inPage));

interface StandingProps {
  one: Target;
  horizon: Horizon;
  past: Past;
}

/** The status of a target that never goes live: its news, or why there are none. */
export function StandingOf({ one, horizon, past }: StandingProps) {
  const { enabled, consecutiveFaults, lastOkAt, state } = one;
  const refusal = refusalOf(one, horizon);
  const fault = one.fault ?? refusal;
  const plain = { tone: "plain" as const, at: null, why: null };
  if (!enabled) return <Standing of={{ ...plain, icon: "pause", words: t("Paused") }} />;
  if (consecutiveFaults > 0 || refusal !== null) {
    const why = fault === null ? null : faultWords(fault);
    return <Standing of={{ ...plain, tone: "hand", icon: "hand", words: t("Can't be checked"), at: lastOkAt, why }} />;
  }
  if (state === null) return <Standing of={{ ...plain, icon: "clock", words: t("Not checked yet") }} />;
  const kind = targetKinds[one.kind];
  const words = kind?.news?.(state, past, inPage) ?? kind?.summary?.(state, inPage) ?? "";
  return <Standing of={{ ...plain, icon: "well", words }} />;
}
