import type { Cell } from "../../kinds/page.ts";
import { capital } from "../../core/text.ts";
import { fieldLabel } from "../words/fields.ts";
import { t } from "../words/text.ts";
import { Name } from "./name.tsx";
import { Fold } from "./pieces.tsx";
import { Time } from "./time.tsx";

const CellOf = ({ text, at, name, field, href }: Cell) => {
  if (at !== undefined) return <Time at={at} />;
  if (field === true) return <>{capital(fieldLabel(text))}</>;
  const displayed = name === true ? <Name of={text} /> : <>{text}</>;
  return href === undefined ? (
    displayed
  ) : (
    <a href={href} rel="noreferrer noopener">
      {displayed}
    </a>
  );
};

/** The rows that are shown at first. */
const FIRST_ROWS = 10;

interface CellTableProps {
  columns: string[];
  /** Names of the service's fields, as columns after the others. */
  fields?: string[];
  rows: Cell[][];
}

const Rows = ({ columns, fields = [], rows, again = false }: CellTableProps & { again?: boolean }) => (
  <table>
    <thead class={again ? "sr" : ""}>
      <tr>
        {[...columns.map((column) => t(column)), ...fields.map((field) => capital(fieldLabel(field)))].map(
          (column, place) => (
            <th scope="col" class={place === 0 ? "" : "r"}>
              {column}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr>
          {row.map((cell, place) => (
            <td class={place === 0 ? "" : "r"}>
              <CellOf {...cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A table of what a target's last check found. A long one opens in full. */
export const CellTable = ({ columns, fields, rows }: CellTableProps) => (
  <div class="sums">
    <Rows columns={columns} {...(fields === undefined ? {} : { fields })} rows={rows.slice(0, FIRST_ROWS)} />
    {rows.length <= FIRST_ROWS ? null : (
      <Fold title={t("{n} more", { n: rows.length - FIRST_ROWS })} class="rest">
        <Rows columns={columns} {...(fields === undefined ? {} : { fields })} rows={rows.slice(FIRST_ROWS)} again />
      </Fold>
    )}
  </div>
);
