import type { Child } from "hono/jsx";
import type { ListHead } from "../../../flows/browse/creators.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { Name } from "../parts/name.tsx";
import { Person } from "../parts/person.tsx";
import { intervalWords } from "../words/creators.ts";
import { shownName } from "../words/name.ts";
import { Choice, ChoiceHead, Choosing } from "./chosen.tsx";

/** How one target looks in a list. */
interface RowLook {
  one: Target;
  /** What stands before its name: letters or an icon. */
  mark: Child;
  /** What it is called at the service; in place of a name with nothing to see too, where `named`. */
  called: string;
  named: boolean;
  standing: Child;
  /** Its last day; undefined where the list has no such column. */
  day?: Child;
}

interface TableProps {
  /** Of the list; one's page stands below it. */
  path: string;
  /** Where it goes on when something was done to those who are chosen. */
  from: string;
  lists: ListHead["lists"];
  caption: string;
  /** Above the names. */
  label: string;
  rows: RowLook[];
  /** What stands below the rows: where the list goes on. */
  children?: Child;
}

interface RowProps {
  look: RowLook;
  path: string;
  list: string | null;
}

const Row = ({ look: { one, mark, called: displayName, named, standing, day }, path, list }: RowProps) => (
  <tr>
    <Choice id={one.id} name={named ? shownName(one.name, displayName) : shownName(one.name)} />
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

/** Targets in their order, to be chosen and to be opened. */
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
              <Column of="Now" as="c2" />
              {rows.some(({ day }) => day !== undefined) ? <Column of="Last 24 hours" as="c3" /> : null}
              <Column of="List" as="c4" />
              <Column of="Checked" as="c5" />
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
