import { isObject } from "../../../core/json.ts";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { removeMany } from "../change-many.ts";
import { besides } from "../pasting/pasted.ts";
import { pollSeveral, type SeenNow } from "../poll-several.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { resolvingOf } from "../../../kinds/resolving.ts";
import { formsAt, pageAt, type PageContext, storeDeps, trialsAt } from "../../../ui/page.ts";
import { Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { show } from "../../../ui/show.tsx";
import { AddForm } from "../pasting/add-form.tsx";
import { pastedIn, type Typed, typedIn, UNTYPED } from "../pasting/typed.ts";
import { type CreatorPorts, CREATORS, type ListHead } from "../creators.ts";
import { CREATOR_ROOM, manyOf } from "../../../ui/words/rooms.ts";
import { inLists, isLeft, leftOf, type Line, watchingOf, watchPasted } from "../pasting/watch.ts";
import { Preview, readinessOf } from "./paste-preview.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { calledOf } from "./words.ts";
import type { ImportPorts } from "../import-targets.ts";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";

/** Number of creators that are checked immediately, with a call or two each. Others follow within a minute. */
const MAX_LOOKED_AT = 8;

const headlineOf = (added: number, left: number): string => {
  if (added > 0) return t("{many} added", { many: manyOf(CREATOR_ROOM.kind, added) });
  return left > 0 ? t("No one was added") : t("Already watched");
};

/** The results of a paste. */
interface Result {
  lines: Line[];
  /** What the first check of the new creators found, by id. */
  seen: Map<string, SeenNow>;
  /** What is stored of those who were checked, with the service's names. */
  known: Map<string, Target>;
  /** What was sent, of which the page shows only what is left. */
  sent: Typed;
}

function State({ line: { words, tone }, seen }: { line: Line; seen: SeenNow | undefined }) {
  if (tone === "hand") return <span class="warn">{words}</span>;
  if (seen?.verdict === "on" || seen?.verdict === "paused") return <Pill tone="live">{t("live")}</Pill>;
  if (seen?.verdict === "off") return <Pill>{t("offline")}</Pill>;
  if (seen?.fault != null)
    return (
      <Pill tone="hand" icon="hand">
        {t("can't be checked yet")}
      </Pill>
    );
  return (
    <Pill tone={tone} icon={words === t("lookup pending") ? "clock" : "done"}>
      {words}
    </Pill>
  );
}

const displayedAs = ({ text, wanted, id }: Line): string =>
  id !== null && typeof wanted?.["name"] === "string" ? wanted["name"] : besides(text);

/** A creator who was added: the picture's initials, the name, and the handle or id, as two may have one name. */
function Added({ id, line, known }: { id: string; line: Line; known: Target | undefined }) {
  const name = known?.name ?? displayedAs(line);
  const params = known?.params ?? line.wanted?.["params"];
  const called = isObject(params) ? calledOf({ params }) : "";
  return (
    <>
      <Avatar name={name} of={id} small />
      <span class="cut">
        <a href={`/creators/${id}`}>
          <Name of={name} otherwise={line.text} />
        </a>
        {called === "" || called === name ? null : (
          <small class="soft">
            {" "}
            <Name of={called} />
          </small>
        )}
        {line.also === null ? null : (
          <small class={line.held ? "soft" : "warn"}>
            {" "}
            {line.held ? (
              <T of="in {list}" list={<Name of={line.also} />} />
            ) : (
              <T of="also in {list}: alerts may come twice" list={<Name of={line.also} />} />
            )}
          </small>
        )}
      </span>
    </>
  );
}

/** The result of each pasted line. */
const Lines = ({ lines, seen, known }: Result) => (
  <ul class="rows tight card" aria-label={t("Result of each line")}>
    {lines.map((line) => (
      <li class="used came">
        {line.id === null ? (
          <span class="cut">
            <Name of={displayedAs(line)} />
          </span>
        ) : (
          <Added id={line.id} line={line} known={known.get(line.id)} />
        )}
        <State line={line} seen={line.id !== null && line.tone === "good" ? seen.get(line.id) : undefined} />
      </li>
    ))}
  </ul>
);

/** Adds those whom another list has, too. What is left to fix is sent along, so that it comes back. */
function Held({ typed, lines, lists }: { typed: Typed; lines: Line[]; lists: ListHead["lists"] }) {
  const held = lines.filter((line) => line.held);
  const list = lists.find(({ id }) => id === typed.list)?.name ?? null;
  const pasted = pastedIn(typed);
  const text = leftOf(typeof pasted === "string" ? { header: null } : pasted, lines, (one) => one.held || isLeft(one));
  return (
    <Note>
      <p>
        {plural(
          held.length,
          "{n} creator is in another list already and was not added again: alerts would come twice.",
          "{n} creators are in another list already and were not added again: alerts would come twice.",
        )}
      </p>
      <Form action="/creators/add" class="line" enctype="multipart/form-data">
        <input type="hidden" name="creators" value={text} />
        <input type="hidden" name="list" value={typed.list} />
        <input type="hidden" name="again" value="true" />
        {typed.announce ? <input type="hidden" name="announce" value="true" /> : null}
        {typed.columns.map((column) => (
          <input type="hidden" name="column" value={column} />
        ))}
        <Button busy={t("Adding…")}>
          {list === null ? (
            t("Add here too")
          ) : (
            <span>
              <T of="Add to {list} too" list={<Name of={list} />} />
            </span>
          )}
        </Button>
      </Form>
    </Note>
  );
}

const NOTHING_YET: Result = { lines: [], seen: new Map(), known: new Map(), sent: UNTYPED };

async function addPage(
  context: PageContext<CreatorPorts>,
  typed: Typed,
  result = NOTHING_YET,
  status = 200,
): Promise<Response> {
  const { lines } = result;
  const lists = await context.ports.lists([typed.list]);
  const added = lines.filter(({ tone }) => tone === "good").length;
  const left = lines.filter(isLeft).length;
  const held = lines.filter((line) => line.held).length;
  const pasted = typed.text === "" ? "" : pastedIn(typed);
  const sheet =
    typeof pasted !== "string" && pasted.sheet !== null ? inLists({ ...pasted, sheet: pasted.sheet }, lists) : null;
  const rows = sheet?.parts.flatMap((part) => (part.as === "row" ? [part] : [])) ?? [];
  const watching = rows.length === 0 ? new Map() : await watchingOf(rows, typed, context.ports);
  const title =
    lines.length > 0
      ? headlineOf(added, left)
      : sheet !== null
        ? readinessOf(sheet.parts, watching)
        : t("Add creators");
  const body = (
    <>
      <div class="head">
        <div>
          <a class="crumb" href={CREATORS}>
            {t("Creators")}
          </a>
          <h1>{title}</h1>
          {sheet === null || lines.length > 0 ? null : (
            <p>{t("Nothing is added before you press the button below.")}</p>
          )}
        </div>
        {added === 0 ? null : (
          <div class="acts">
            <ButtonLink href={CREATORS} look="main">
              {t("Go to creators")}
            </ButtonLink>
          </div>
        )}
      </div>
      <div class="stack">
        {lines.length === 0 ? null : <Lines {...result} />}
        {held === 0 ? null : <Held typed={result.sent} lines={lines} lists={lists} />}
        {left === 0 ? null : (
          <Note tone="hand" alert>
            <p>
              {plural(
                left,
                "{n} line was skipped. Fix it below, then add again.",
                "{n} lines were skipped. Fix them below, then add again.",
              )}
            </p>
          </Note>
        )}
        {sheet === null ? (
          <section class="card pad flow">
            <AddForm typed={typed} lists={lists} />
            <p class="soft small">
              <T
                of="Know when they were live before? <a>Add past streams</a>, and we find the next ones sooner."
                a={(text) => <a href="/creators/past">{text}</a>}
              />
            </p>
          </section>
        ) : (
          <Preview pasted={sheet} typed={typed} lists={lists} watching={watching} />
        )}
      </div>
    </>
  );
  return show(context, { title, path: CREATORS, status, body });
}

type Needs = PollingPorts & ImportPorts & CreatorPorts;

/** Reads a sheet with the chosen columns, and adds nobody. */
async function readAgain(context: PageContext<CreatorPorts>): Promise<Response> {
  const typed = typedIn(context.fields);
  const pasted = pastedIn(typed);
  const wrong = typeof pasted === "string" ? pasted : null;
  return addPage(context, { ...typed, wrong }, NOTHING_YET, wrong === null ? 200 : 422);
}

async function added(context: PageContext<Needs>): Promise<Response> {
  const typed = typedIn(context.fields);
  const pasted = pastedIn(typed);
  // What the columns of a sheet mean is a guess, which the reader sees before anybody is added.
  if (typeof pasted !== "string" && pasted.sheet !== null && pasted.sheet.roles.length !== typed.columns.length)
    return addPage(context, { ...typed, columns: [] });
  const arrived = await watchPasted(context, typed);
  if (arrived.wrong !== null) return addPage(context, { ...typed, wrong: arrived.wrong }, NOTHING_YET, 422);
  const looked = { ...(await lookAt(context, arrived.lines)), sent: typed };
  const none = looked.lines.every(({ tone }) => tone === "hand");
  const left = typeof pasted === "string" ? arrived.left : leftOf(pasted, looked.lines);
  return addPage(context, { ...typed, text: left }, looked, none ? 422 : 200);
}

/** Checks the first new creators. Those whom the service doesn't know are not kept. */
async function lookAt(context: PageContext<Needs>, lines: Line[]): Promise<Omit<Result, "sent">> {
  const fresh = lines.flatMap(({ id, tone, wanted }) => {
    const params = wanted?.["params"];
    return id !== null && tone === "good" && isObject(params) ? [{ id, kind: wanted!["kind"] as string, params }] : [];
  });
  const seen = await pollSeveral(fresh.slice(0, MAX_LOOKED_AT), context.ports.polling);
  const stored = seen.size === 0 ? [] : await context.ports.keep.known(target, [...seen.keys()]);
  const known = new Map(stored.map((one) => [one.id, one as Target]));
  const unknown = fresh.filter((one) => seen.get(one.id)?.fault?.kind === "gone" && resolvingOf(one) !== null);
  if (unknown.length === 0) return { lines, seen, known };
  const ids = unknown.map(({ id }) => id);
  const removed = await removeMany(target, ids, {
    ...context.ports.keep,
    ...storeDeps(context, 204),
    write: (steps) =>
      context.writing("deleteTarget")(steps, { status: 204, body: null, headers: {}, subject: null }, [{ ids }]),
  });
  if (!removed.ok) return { lines, seen, known };
  const gone = new Set(ids);
  return {
    lines: lines.map((line) =>
      line.id !== null && gone.has(line.id) ? { ...line, id: null, tone: "hand", words: t("was not found") } : line,
    ),
    seen,
    known,
  };
}

export const addPages = [
  pageAt<CreatorPorts>(
    "/creators/add",
    (context) => addPage(context, { ...UNTYPED, list: context.url.searchParams.get("list") ?? UNTYPED.list }),
    "write",
  ),
  formsAt("/creators/add")("", "importTargets", added),
  trialsAt("/creators/add")("/read", "importTargets", readAgain),
];
