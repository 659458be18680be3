import type { Child } from "hono/jsx";
import { hoursText } from "../../../core/hours-text.ts";
import { EXAMPLE_HOURS } from "./edit.tsx";
import { Allowed, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { SNOOZES } from "../../../ui/parts/snooze.tsx";
import { type ListHead, NEW_LIST } from "../creators.ts";
import { ListOptions } from "../pasting/add-form.tsx";
import type { Target } from "../resource/form.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { intervalWords } from "./words.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { language, t } from "../../../ui/words/text.ts";
import { Person } from "../standing.tsx";

/** How a list shows one target. */
interface RowLook {
  one: Target;
  /** What is shown before its name: initials or an icon. */
  mark: Child;
  /** The name at the service; if `named`, it also replaces a name without visible characters. */
  called: string | null;
  named: boolean;
  standing: Child;
  /** The strip of its last day; undefined if the list has no such column. */
  day?: Child;
}

interface TableProps {
  /** The path of the list, with the targets' pages below it. */
  path: string;
  /** The page to return to after an action on the chosen targets. */
  from: string;
  lists: ListHead["lists"];
  hours: boolean;
  caption: string;
  /** The heading of the names. */
  label: string;
  rows: RowLook[];
  /** Content below the rows: the pager. */
  children?: Child;
}

interface RowProps {
  look: RowLook;
  path: string;
  list: string | null;
}

interface ChoosingProps {
  /** The page to return to after an action on the chosen targets. */
  from: string;
  lists: ListHead["lists"];
  /** True if usual hours can be set. */
  hours: boolean;
  children?: Child;
}

/** A list whose rows can be chosen by users with write access. */
const Choosing = ({ from, lists, hours, children }: ChoosingProps) => (
  <>
    <Allowed scope="write">
      <Form action="/creators/pause">
        {/* Enter in a field presses the first button of its form, which must not pause anybody. */}
        <button type="submit" disabled hidden />
        <input type="hidden" name="from" value={from} />
        {children}
        <Chosen lists={lists} hours={hours} />
      </Form>
    </Allowed>
    <Allowed only="read">{children}</Allowed>
  </>
);

/** The head of the column of checkboxes. */
const ChoiceHead = () => (
  <Allowed scope="write">
    <th class="c0" scope="col">
      <span class="sr">{t("Select")}</span>
    </th>
  </Allowed>
);

/** The checkbox of one target. */
const Choice = ({ id, name }: { id: string; name: string }) => (
  <Allowed scope="write">
    <td class="c0">
      <label class="tap">
        <span class="sr">{t("Select {name}", { name })}</span>
        <input class="tick" type="checkbox" name="id" value={id} />
      </label>
    </td>
  </Allowed>
);

/** The actions on the chosen targets. Deletion asks for confirmation. */
const Chosen = ({ lists, hours }: Pick<ChoosingProps, "lists" | "hours">) => (
  <fieldset class="bulk">
    <legend class="sr">{t("Selected")}</legend>
    <span class="picked">{t("Selected")}</span>
    <button type="reset" class="btn">
      {t("Clear")}
    </button>
    <button type="submit" class="btn" formaction="/creators/pause">
      <Icon name="pause" small />
      {t("Pause")}
    </button>
    <button type="submit" class="btn" formaction="/creators/resume">
      <Icon name="again" small />
      {t("Resume")}
    </button>
    <details data-key="snooze">
      <summary class="btn">
        <Icon name="moon" small />
        {t("Snooze…")}
      </summary>
      {Object.entries(SNOOZES).map(([wish, words]) => (
        <button type="submit" class="btn" formaction="/creators/snooze" name="for" value={wish}>
          {t(words)}
        </button>
      ))}
    </details>
    {hours ? (
      <details>
        <summary class="btn">
          <Icon name="clock" small />
          {t("Usual hours…")}
        </summary>
        <input
          class="in auto"
          name="hours"
          maxlength={200}
          autocomplete="off"
          aria-label={t("Usual hours of everyone selected")}
          placeholder={hoursText(EXAMPLE_HOURS, language())}
        />
        <button type="submit" class="btn" formaction="/creators/hours">
          {t("Save")}
        </button>
      </details>
    ) : null}
    <details>
      <summary class="btn">{t("Move to…")}</summary>
      <select class="in auto" name="to" aria-label={t("Move to list")}>
        <ListOptions lists={lists} chosen={null} none={t("Choose a list")} />
        <option value={NEW_LIST}>{t("New list…")}</option>
      </select>
      <input
        class="in auto new-list"
        name="name"
        maxlength={100}
        autocomplete="off"
        aria-label={t("Name of the new list")}
        placeholder={t("Name of the new list")}
      />
      <button type="submit" class="btn" formaction="/creators/move">
        {t("Move")}
      </button>
    </details>
    <details>
      <summary class="btn">{t("Delete…")}</summary>
      <p>
        {t("You can undo this for ten minutes. Past events are kept, and reports still count the time until now.")}
        <button type="submit" class="btn" formaction="/creators/delete">
          {t("Delete")}
        </button>
      </p>
    </details>
  </fieldset>
);

const Row = ({ look: { one, mark, called: displayName, named, standing, day }, path, list }: RowProps) => (
  <tr>
    <Choice id={one.id} name={displayedName(one.name, named ? (displayName ?? undefined) : undefined)} />
    <td>
      <Person href={`${path}/${one.id}`} mark={mark} name={one.name} called={displayName} named={named} />
    </td>
    <td class="c2" id={`now-${one.id}`} data-live>
      {standing}
    </td>
    {day === undefined ? null : <td class="c3">{day}</td>}
    <td class="c4 soft">
      {list === null ? null : (
        <span class="cut2">
          <Name of={list} />
        </span>
      )}
    </td>
    <td class="c5 soft">{intervalWords(one)}</td>
  </tr>
);

const Column = ({ of, as }: { of: string; as: string }) => (
  <th class={as} scope="col">
    {of}
  </th>
);

/** A table of targets that can be chosen and opened. */
export const Table = ({ path, from, lists, hours, caption, label, rows, children }: TableProps) => {
  const names = new Map(lists.map(({ id, name }) => [id, name]));
  return (
    <Choosing from={from} lists={lists} hours={hours}>
      <div class={rows.some(({ day }) => day !== undefined) ? "card people" : "card people news"}>
        <table>
          <caption class="sr">{caption}</caption>
          <thead>
            <tr>
              <ChoiceHead />
              <th scope="col">{label}</th>
              <Column of={t("Now")} as="c2" />
              {rows.some(({ day }) => day !== undefined) ? <Column of={t("Last 24 hours")} as="c3" /> : null}
              <Column of={t("List")} as="c4" />
              <Column of={t("Checked")} as="c5" />
            </tr>
          </thead>
          <tbody>
            {rows.map((look) => (
              <Row look={look} path={path} list={names.get(look.one.watchlistId) ?? null} />
            ))}
          </tbody>
        </table>
        {children}
      </div>
    </Choosing>
  );
};
