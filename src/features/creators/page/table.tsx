import type { Child } from "hono/jsx";
import type { ListHead } from "../creators.ts";
import type { Target } from "../resource/form.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { Person } from "../person.tsx";
import { intervalWords } from "./words.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { Choice, ChoiceHead, Choosing } from "./chosen.tsx";
import { t } from "../../../ui/words/text.ts";

/** How a list shows one target. */
interface RowLook {
  one: Target;
  /** What is shown before its name: initials or an icon. */
  mark: Child;
  /** The name at the service; if `named`, it also replaces a name without visible characters. */
  called: string;
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

const Row = ({ look: { one, mark, called: displayName, named, standing, day }, path, list }: RowProps) => (
  <tr>
    <Choice id={one.id} name={named ? displayedName(one.name, displayName) : displayedName(one.name)} />
    <td>
      <Person href={`${path}/${one.id}`} mark={mark} name={one.name} called={displayName} named={named} />
    </td>
    <td class="c2" id={`now-${one.id}`} data-live>
      {standing}
    </td>
    {day === undefined ? null : <td class="c3">{day}</td>}
    <td class="c4 soft">{list === null ? null : <Name of={list} />}</td>
    <td class="c5 soft">{intervalWords(one)}</td>
  </tr>
);

const Column = ({ of, as }: { of: string; as: string }) => (
  <th class={as} scope="col">
    {of}
  </th>
);

/** A table of targets that can be chosen and opened. */
export const Table = ({ path, from, lists, caption, label, rows, children }: TableProps) => {
  const names = new Map(lists.map(({ id, name }) => [id, name]));
  return (
    <Choosing from={from} lists={lists}>
      <div class="card people">
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
