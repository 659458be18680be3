import { isObject } from "../../../core/json.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { Button, Form } from "../../../ui/parts/form.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ListHead } from "../creators.ts";
import { besides } from "../pasting/pasted.ts";
import { pastedIn, type Typed } from "../pasting/typed.ts";
import { isLeft, leftOf, type Line } from "../pasting/watch.ts";
import type { SeenNow } from "../poll-several.ts";
import type { Target } from "../resource/form.ts";
import { MAX_CHOSEN } from "./bulk.ts";
import { calledOf } from "./words.ts";

/** The results of a paste. */
export interface Result {
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
export const Lines = ({ lines, seen, known }: Result) => (
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
export function Held({ typed, lines, lists }: { typed: Typed; lines: Line[]; lists: ListHead["lists"] }) {
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

/** Takes back those who were just added, as far as one deletion can; that has an Undo of its own. */
export const TakeBack = ({ lines }: Pick<Result, "lines">) => {
  const ids = lines.flatMap(({ id, tone }) => (id !== null && tone === "good" ? [id] : []));
  return ids.length === 0 || ids.length > MAX_CHOSEN ? (
    <></>
  ) : (
    <Act action="/creators/delete" fields={{ ids: ids.join(" ") }}>
      {t("Undo")}
    </Act>
  );
};
