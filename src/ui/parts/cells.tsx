import type { Cell } from "../../kinds/page.ts";
import { t } from "../words/text.ts";
import { Name } from "./name.tsx";

const CellOf = ({ text, name, href }: Cell) => {
  const displayed = name === true ? <Name of={text} /> : <>{text}</>;
  return href === undefined ? (
    displayed
  ) : (
    <a href={href} rel="noreferrer noopener">
      {displayed}
    </a>
  );
};

/** A table of what a target's last check found. */
export const CellTable = ({ columns, rows }: { columns: string[]; rows: Cell[][] }) => (
  <div class="sums">
    <table>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th scope="col" class={place === 0 ? "" : "r"}>
              {t(column)}
            </th>
          ))}
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
  </div>
);
