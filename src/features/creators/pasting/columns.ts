import { readHours } from "../../../core/hours-text.ts";
import { seen } from "../../../core/unseen.ts";
import { language } from "../../../ui/words/text.ts";
import { bared, creatorIn, possibleHandle, type Found } from "./creator-in.ts";

/** What the column of a sheet is used for. */
export const ROLES = ["name", "handle", "list", "favourite", "hours", "none"] as const;

export type Role = (typeof ROLES)[number];

/** Words of headers by role, in the languages of the product's messages. */
const HEADERS: Record<Exclude<Role, "none">, RegExp> = {
  handle:
    /^(?:@|(?:tik ?tok|user|creator|account|profile?|profil|social|live)?[ _-]*(?:handles?|user ?names?|accounts?|links?|urls?|ids?|profile?s?|profil|usuario|konto|compte|benutzername|identifiant)|tik ?tok|nick(?:name)?|username|アカウント|ユーザー名)$/i,
  name: /^(?:(?:display|full|real|creator|talent|artist|stage|channel)?[ _-]*names?|talents?|creators?|streamers?|artists?|influencers?|hosts?|people|person|nombre|nom|nome|nama|tên|名前)$/i,
  list: /^(?:(?:watch)?[ _-]*lists?|clients?|customers?|groups?|teams?|brands?|agency|agencies|campaigns?|folder|kunde|kunden|liste|lista|gruppe|equipo|équipe|cliente|marque|marca)$/i,
  favourite:
    /^(?:favou?rites?|fav|prio(?:rity)?|vip|star(?:red)?|tier|important|priorität|prioridad|priorité|prioridade)$/i,
  hours:
    /^(?:(?:usual|live|stream(?:ing)?|typical)?[ _-]*(?:hours?|schedules?|times?|slots?)|when|(?:sende|stream|live)?-?(?:zeit(?:en|plan)?)|uhrzeit|horarios?|horaires?|heures?|horas?|jadwal|jam|giờ|lịch|時間|配信時間|スケジュール)$/i,
};

/** Cells that mark a favourite. */
const MARKED = /^(?:a|1|x|y|yes|true|vip|high|top|ja|s[ií]|oui|sim|hoch|★|⭐️?|✓|✔️?|✅|♥️?|❤️?)$/iu;

/** True for a cell that marks its row's creator as a favourite. */
export const isMarked = (cell: string): boolean => MARKED.test(bared(seen(cell)).trim() || cell.trim());

/** The share of cells that must name creators for a column of handles, without and with such a header. */
const MOST = 0.5;
const SOME = 0.3;

const filled = (cells: string[]): string[] => cells.filter((cell) => cell.trim() !== "");

const share = (cells: string[], fits: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;

/** Returns the creator or the other site that a cell names beyond doubt. List numbers and counts name none. */
export function namesCreator(cell: string): boolean {
  const found: Found = creatorIn(seen(cell).trim());
  return found !== null && !/^\d{1,4}$/.test(bared(seen(cell)));
}

/** True for a cell with days and times. */
const saysHours = (cell: string): boolean => {
  const hours = readHours(seen(cell), language());
  return Array.isArray(hours) && hours.length > 0;
};

const mayName = (cell: string): boolean => namesCreator(cell) || possibleHandle(seen(cell).trim()) !== null;

/** Returns the role that a header's words suggest. */
function roleIn(header: string): Role {
  const text = bared(seen(header)).trim().replaceAll(/\s+/g, " ");
  if (seen(header).trim() === "@") return "handle";
  return ROLES.find((role) => role !== "none" && HEADERS[role].test(text)) ?? "none";
}

/** Reports whether the first row names the columns: it names no creator, and has a known word or stands above some. */
export function isHeader(first: string[], rest: string[][]): boolean {
  if (filled(first).length === 0 || first.some(namesCreator)) return false;
  if (first.some((cell) => roleIn(cell) === "handle")) return true;
  if (!first.some((cell) => roleIn(cell) !== "none")) return false;
  return first.some((_, column) => {
    const cells = filled(rest.map((row) => row[column] ?? ""));
    return share(cells, namesCreator) >= MOST;
  });
}

/** Guesses what each column is used for: at most one of each role. */
export function guessed(header: string[] | null, rows: string[][]): Role[] {
  const width = Math.max(0, ...[...(header === null ? [] : [header]), ...rows].map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = filled(rows.map((row) => row[column] ?? ""));
    const hint = header === null ? "none" : roleIn(header[column] ?? "");
    return { hint, cells, sure: share(cells, namesCreator), may: share(cells, mayName) };
  });
  const roles = columns.map((): Role => "none");
  const handle = handleColumn(columns);
  if (handle !== -1) roles[handle] = "handle";
  for (const role of ["name", "list", "favourite"] as const) {
    const at = columns.findIndex(
      ({ hint, cells }, column) => hint === role && cells.length > 0 && roles[column] === "none",
    );
    if (at !== -1) roles[at] = role;
  }
  const hours = columns.findIndex(
    ({ hint, cells }, column) => hint === "hours" && roles[column] === "none" && share(cells, saysHours) >= MOST,
  );
  if (hours !== -1) roles[hours] = "hours";
  // Without a header, the first column of words left of or beside the handles has the names.
  if (header === null && !roles.includes("name")) {
    const at = columns.findIndex(
      ({ cells, sure }, column) => roles[column] === "none" && sure < SOME && share(cells, isWordy) >= MOST,
    );
    if (at !== -1) roles[at] = "name";
  }
  return roles;
}

const isWordy = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !/\S@\S+\.\S/.test(cell);

interface Column {
  cells: string[];
  hint: Role;
  sure: number;
  may: number;
}

/** Returns the column with handles or links: the one whose header says so and whose cells fit, else the surest. */
function handleColumn(columns: Column[]): number {
  const hinted = columns.findIndex(({ hint, sure, may }) => hint === "handle" && (sure >= SOME || may >= MOST));
  if (hinted !== -1) return hinted;
  const surest = Math.max(0, ...columns.map(({ sure }) => sure));
  if (surest > 0) return columns.findIndex(({ sure }) => sure === surest);
  // No name is taken for a handle where another column is said to have them.
  const named = columns.findIndex(({ hint, cells }) => hint === "handle" && cells.length > 0);
  if (named !== -1) return named;
  return columns.findIndex(({ hint, may }) => !["none", "list", "favourite", "hours"].includes(hint) && may >= MOST);
}
