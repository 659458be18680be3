import type { ListHead } from "../creators.ts";
import { CALLS_SETTING } from "../../../ui/parts/calls.tsx";
import { Button, Form, Options } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { Part } from "./pasted.ts";
import { NAME_OF, pastedIn, type Typed } from "./typed.ts";

/** The choice of a name for each creator who was pasted with several. */
export function NameChoices({ parts, chosen }: { parts: Part[]; chosen: Map<string, string> }) {
  const requested = new Map<string, { names: string[]; lines: number[] }>();
  for (const part of parts)
    if (part.as === "names") {
      const one = requested.get(part.identity) ?? { names: part.names, lines: [] };
      one.lines.push(part.line);
      requested.set(part.identity, one);
    }
  return (
    <>
      {[...requested].map(([identity, { names, lines }]) => (
        <fieldset class="choices">
          <legend>
            <T
              of="Lines {lines}: which name for {creator}?"
              lines={lines.slice(0, 5).join(", ")}
              creator={<Name of={identity} />}
            />
          </legend>
          {names.map((name) => (
            <label class="pick">
              <input type="radio" name={NAME_OF + identity} value={name} checked={chosen.get(identity) === name} />
              <Name of={name} />
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** The lists as choices; `none` is the label for no list. */
export const ListOptions = ({
  lists,
  chosen,
  none,
}: {
  lists: ListHead["lists"];
  chosen: string | null;
  none?: string;
}) => (
  <>
    {none === undefined ? null : <option value="">{none}</option>}
    <Options of={lists.map(({ id, name }) => [id, displayedName(name)])} chosen={chosen} />
  </>
);

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values";

function partsIn(typed: Typed): Part[] {
  const pasted = pastedIn(typed);
  return typeof pasted === "string" ? [] : pasted.parts;
}

/** The column of a sheet that has the lists, and whether some of its rows name none. */
interface ListColumn {
  name: string;
  isPartial: boolean;
}

/** The list for creators whom no column gives one, and whether to alert for those who are live. */
export const AddOptions = ({ typed, lists, column }: Pick<AddProps, "typed" | "lists"> & { column?: ListColumn }) => (
  <>
    {column === undefined ? null : (
      <p class="soft small">
        <T
          of="Column “{name}” decides the lists. For one list, set it to “Not used” above and read again."
          name={<Name of={column.name} />}
        />
      </p>
    )}
    <div class="line">
      {lists.length < 2 || column?.isPartial === false ? (
        <input type="hidden" name="list" value={typed.list} />
      ) : (
        <>
          <label class={column === undefined ? "sr" : ""} for="paste-list">
            {column === undefined ? t("List") : t("Rows without a list")}
          </label>
          <select class="in auto" id="paste-list" name="list">
            <ListOptions lists={lists} chosen={typed.list} />
          </select>
        </>
      )}
      <label class="switch" for="paste-announce">
        <input
          type="checkbox"
          role="switch"
          id="paste-announce"
          name="announce"
          value="true"
          checked={typed.announce}
        />
        {t("Alert for creators who are already live")}
      </label>
    </div>
  </>
);

interface AddProps {
  typed: Typed;
  lists: ListHead["lists"];
  action?: string;
  look?: "main" | "plain";
}

/** The form into which creators are pasted; every line gets a result. */
export const AddForm = ({ typed, lists, action = "/creators/add", look = "main" }: AddProps) => (
  <Form action={action} class="flow" enctype="multipart/form-data">
    <div class="field">
      <label for="paste">{t("Who do you want to watch?")}</label>
      <textarea
        class="in"
        id="paste"
        name="creators"
        rows={8}
        spellcheck={false}
        aria-describedby={typed.wrong === null ? "paste-hint" : "paste-bad paste-hint"}
        {...(typed.wrong === null ? {} : { "aria-invalid": "true" as const })}
        placeholder={"@maria\nhttps://www.example.com/@lenawinter\nLena Winter, 7012"}
      >
        {typed.text === "" ? "" : `\n${typed.text}`}
      </textarea>
      <p class="hint" id="paste-hint">
        {t(
          "Paste @handles, links or user IDs, one per line, with or without names. Or paste rows from a spreadsheet. Up to 1,000 at a time.",
        )}
      </p>
      {typed.wrong === null ? null : (
        <p class="bad" id="paste-bad">
          <Icon name="hand" small />
          {typed.wrong}
        </p>
      )}
    </div>
    <div class="field">
      <label for="paste-file">{t("Or a file")}</label>
      <input class="in" type="file" id="paste-file" name="file" accept={ACCEPTED} aria-describedby="paste-file-hint" />
      <p class="hint" id="paste-file-hint">
        {t("CSV, TSV, text or Excel (.xlsx), up to 1 MB. Replaces the text above.")}
      </p>
    </div>
    {typed.text === "" || typed.wrong !== null ? null : <NameChoices parts={partsIn(typed)} chosen={typed.names} />}
    <AddOptions typed={typed} lists={lists} />
    <p class="soft small">
      <T
        of="If you don’t have enough calls per minute for everyone, creators take turns. <a>Change calls per minute</a>"
        a={(text) => <a href={CALLS_SETTING}>{text}</a>}
      />
    </p>
    <p class="line">
      <Button look={look} busy={t("Adding…")}>
        {t("Add creators")}
      </Button>
    </p>
  </Form>
);
