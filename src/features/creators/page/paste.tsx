import { isObject } from "../../../core/json.ts";
import { removeMany } from "../change-many.ts";
import { pollSeveral } from "../poll-several.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { resolvingOf } from "../../../kinds/resolving.ts";
import { formsAt, pageAt, type PageContext, storeDeps, trialsAt } from "../../../ui/page.ts";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { show } from "../../../ui/show.tsx";
import { AddForm } from "../pasting/add-form.tsx";
import { pastedIn, type Typed, typedIn, UNTYPED } from "../pasting/typed.ts";
import { type CreatorPorts, CREATORS } from "../creators.ts";
import { CREATOR_ROOM, manyOf } from "../../../ui/words/rooms.ts";
import { inLists, isLeft, leftOf, type Line, watchingOf, watchPasted } from "../pasting/watch.ts";
import { Preview, readinessOf } from "./paste-preview.tsx";
import { Held, Lines, type Result, TakeBack } from "./paste-result.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ImportPorts } from "../import-targets.ts";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";

/** Number of creators that are checked immediately, with a call or two each. Others follow within a minute. */
const MAX_LOOKED_AT = 8;

const headlineOf = (added: number, left: number): string => {
  if (added > 0) return t("{many} added", { many: manyOf(CREATOR_ROOM.kind, added) });
  return left > 0 ? t("No one was added") : t("Already watched");
};

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
            <TakeBack lines={lines} />
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
