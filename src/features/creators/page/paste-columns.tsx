import { isMarked, type Role } from "../pasting/columns.ts";
import type { PastedSheet } from "../pasting/sheet-creators.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { Options } from "../../../ui/parts/form.tsx";
import { t } from "../../../ui/words/text.ts";

/** Rows of the sheet that are shown below its columns. */
const ROWS_DISPLAYED = 3;

/** Returns the words of each role; a favourite's cell is quoted as the sheet has it. */
function roleWords({ rows, roles }: PastedSheet): [Role, string][] {
  const column = roles.indexOf("favourite");
  const mark = rows.map(({ cells }) => cells[column] ?? "").find((cell) => cell.trim() !== "" && isMarked(cell));
  return [
    ["name", t("Name")],
    ["handle", t("Handle or link")],
    ["list", t("List")],
    ["favourite", mark === undefined ? t("Favourite") : t("Favourite if “{mark}”", { mark: mark.trim() })],
    ["none", t("Not used")],
  ];
}

/** The columns of the sheet with what each is used for. */
export function Columns({ sheet }: { sheet: PastedSheet }) {
  const words = roleWords(sheet);
  const titleOf = (column: number) => sheet.header?.[column]?.trim() || t("Column {n}", { n: column + 1 });
  return (
    <div class="columns-map">
      {sheet.roles.map((role, column) => (
        <div class={role === "none" ? "col unused" : "col"}>
          <label for={`column-${column}`}>
            <Name of={titleOf(column)} />
          </label>
          <select class="in" id={`column-${column}`} name="column">
            <Options of={words} chosen={role} />
          </select>
          <ul>
            {sheet.rows.slice(0, ROWS_DISPLAYED).map(({ cells }) => (
              <li class="cut">
                <Name of={(cells[column] ?? "").trim()} otherwise="–" />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
