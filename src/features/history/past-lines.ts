import Papa from "papaparse";
import { handleIn } from "../../kinds/live/params.ts";

// Past streams as people have them: rows of a spreadsheet, an export, or the lines of a bot's log.

/** A start or end as a text that an import takes; without a zone it is on the creator's clock. */
export interface PastLine {
  line: number;
  text: string;
  /** What may name the creator, the likeliest first: an id of ours, a user id, a handle or a name. */
  who: string[];
  startedAt: string | null;
  endedAt: string | null;
  /** True for a line of a log that says that a stream ended. */
  isEnd: boolean;
  /** True where day and month can't be told apart. */
  ambiguous: boolean;
}

export const MAX_LINES = 10_000;
const MAX_LINE_CHARS = 1000;

const ISO = String.raw`\d{4}-\d\d?-\d\d?[T ]+\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s?(?:Z|[+-]\d\d:?\d\d)(?![\w:]))?`;
const OTHER = String.raw`\d{1,2}[./]\d{1,2}[./]\d{4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?`;
const TIME = new RegExp(`${ISO}|${OTHER}`, "gi");
const HAS_TIME = new RegExp(`${ISO}|${OTHER}`, "i");
const DATE = /^(?:\d{4}-\d\d?-\d\d?|\d{1,2}[./]\d{1,2}[./]\d{4})$/;
const CLOCK = /^\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?$/i;
const EPOCH = /^\d{10}(?:\d{3})?$/;

/** Words of a log line that say that a stream is over. */
const ENDS =
  /\b(?:ended|ends|offline|stopped|finished|over|beendet|vorbei|terminó|terminé|encerrou|selesai)\b|終了|kết thúc/i;

/** The columns of a sheet, by the words of their heads. */
const HEADS = {
  target: /^target\s*id$/i,
  user: /^(?:user|creator|account)\s*id$|^id$/i,
  handle: /handle|user\s*name|nutzername|usuario|utilisateur|profile?|link|url|@/i,
  name: /name|creator|streamer|talent|person|künstler|クリエイター/i,
  start: /start|begin|began|^from$|^von$|live since|inicio|início|début|mulai|開始|bắt đầu/i,
  end: /^end|ended|until|^to$|^bis$|ende\b|^fin|fim|selesai|終了|kết thúc/i,
  date: /^date$|^day$|datum|^tag$|fecha|^data$|tanggal|日付|ngày/i,
} as const;

type Column = keyof typeof HEADS;

/** The sign between the cells of a header. */
export const delimiterIn = (header: string): string => /[,;\t]/.exec(header)?.[0] ?? ",";

const two = (text: string): string => text.padStart(2, "0");

/** A date and time in the form of the import; null if it is none, undefined where day and month can't be told apart. */
export function timeIn(text: string, dayFirst: boolean | null): string | null | undefined {
  const plain = text.trim();
  if (EPOCH.test(plain)) return new Date(Number(plain) * (plain.length === 10 ? 1000 : 1)).toISOString();
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)[T ]+(\d\d?)(:.*)$/i.exec(plain);
  if (iso !== null) return `${iso[1]}-${two(iso[2]!)}-${two(iso[3]!)}T${two(iso[4]!)}${iso[5]!.replace(/\s+/g, "")}`;
  const other = /^(\d{1,2})([./])(\d{1,2})[./](\d{4}),?\s+(\d{1,2})(:\d\d(?::\d\d)?)\s?(?:([ap])\.?m\.?)?$/i.exec(
    plain,
  );
  if (other === null) return null;
  const [, a = "", mark, b = "", year, hour = "", rest, half] = other;
  const first = mark === "." || Number(a) > 12 ? true : Number(b) > 12 ? false : dayFirst;
  if (first === null) return undefined;
  const [day, month] = first ? [a, b] : [b, a];
  const late =
    half?.toLowerCase() === "p" ? (Number(hour) % 12) + 12 : half === undefined ? Number(hour) : Number(hour) % 12;
  return `${year}-${two(month)}-${two(day)}T${two(String(late))}${rest}`;
}

/** Whether dates such as 3/4/2026 begin with the day, by all of a text; null where nothing tells. */
export function daysFirst(text: string): boolean | null {
  let [day, month] = [false, false];
  for (const [, a, b] of text.matchAll(/\b(\d{1,2})\/(\d{1,2})\/\d{4}\b/g)) {
    if (Number(a) > 12) day = true;
    if (Number(b) > 12) month = true;
  }
  return day === month ? null : day;
}

/** What may name a creator in a cell: an address stands for its handle. */
const namedBy = (cell: string): string => handleIn(cell) ?? cell.trim();

const columnOf = (head: string): Column | null => {
  const plain = head.trim().replace(/[_-]+/g, " ");
  const spaced = plain
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/\bAt$/, "")
    .trim();
  return (Object.keys(HEADS) as Column[]).find((one) => HEADS[one].test(spaced)) ?? null;
};

/** The columns of a header; null where the first line is none. */
function columnsIn(cells: string[]): (Column | null)[] | null {
  if (cells.length < 2 || cells.some((cell) => HAS_TIME.test(cell))) return null;
  const columns = cells.map(columnOf);
  const has = (...some: Column[]) => some.some((one) => columns.includes(one));
  return has("start", "date") && has("target", "user", "handle", "name") ? columns : null;
}

function sheetLine(line: number, text: string, cells: string[], columns: (Column | null)[], first: boolean | null) {
  const cell = (column: Column): string => cells[columns.indexOf(column)]?.trim() ?? "";
  const date = DATE.test(cell("date")) ? cell("date") : "";
  const whole = (time: string) => (CLOCK.test(time) && date !== "" ? `${date} ${time}` : time);
  const [start, end] = [timeIn(whole(cell("start") || cell("date")), first), timeIn(whole(cell("end")), first)];
  const overnight = start != null && end != null && CLOCK.test(cell("end")) && end <= start;
  return {
    line,
    text,
    who: [cell("target"), cell("user"), namedBy(cell("handle")), namedBy(cell("name"))].filter((one) => one !== ""),
    startedAt: start ?? null,
    endedAt: overnight ? dayLater(end) : (end ?? null),
    isEnd: false,
    ambiguous: start === undefined || end === undefined,
  };
}

const dayLater = (time: string): string => {
  const next = new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return next + time.slice(10);
};

/** Words that stand beside a name in a log. */
const BESIDE =
  /^(?:is|was|has|ist|went|goes|now|just|live|lives?tream|stream|streaming|started|start|at|um|on|am|the|by|for|online|info|debug|alert|\p{P}+)$/iu;

function logLine(line: number, text: string, first: boolean | null): PastLine {
  const times = [...text.matchAll(TIME)].map(([found]) => timeIn(found, first));
  const rest = text.replace(TIME, " ").replace(/[[\](){}"“”|;,→]/g, " ");
  const words = rest
    .split(/\s+/)
    .map((word) => word.replace(/[!?:.]+$/, ""))
    .filter((word) => word !== "" && !BESIDE.test(word) && !ENDS.test(word));
  const marked = words.filter((word) => word.startsWith("@") || word.includes("/@"));
  const who = [...marked, ...(words.length > 1 ? [words.join(" ")] : []), ...words]
    .map(namedBy)
    .filter((one) => one.length > 1);
  const isEnd = times.length === 1 && ENDS.test(rest);
  return {
    line,
    text,
    who: [...new Set(who)].slice(0, 8),
    startedAt: isEnd ? null : (times[0] ?? null),
    endedAt: isEnd ? (times[0] ?? null) : (times[1] ?? null),
    isEnd,
    ambiguous: times.includes(undefined),
  };
}

/** The lines of a text, and the header of a sheet; null for a log. */
interface PastText {
  header: string | null;
  lines: PastLine[];
}

/** Reads the lines of a text: of a sheet with a header, or of a log. Lines without a time in a log are left out. */
export function pastLines(text: string): PastText {
  const first = daysFirst(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((one, index) => ({ line: index + 1, text: one.slice(0, MAX_LINE_CHARS) }))
    .filter((one) => one.text.trim() !== "")
    .slice(0, MAX_LINES + 1);
  const head = lines[0];
  if (head === undefined) return { header: null, lines: [] };
  const delimiter = delimiterIn(head.text);
  const cellsOf = (one: string): string[] => (Papa.parse(one, { delimiter, preview: 1 }).data[0] ?? []) as string[];
  const columns = columnsIn(cellsOf(head.text));
  if (columns !== null) {
    const rows = lines.slice(1).map((one) => sheetLine(one.line, one.text, cellsOf(one.text), columns, first));
    return { header: head.text, lines: rows };
  }
  const log = joined(lines.flatMap((one) => (HAS_TIME.test(one.text) ? logLine(one.line, one.text, first) : [])));
  return { header: null, lines: log };
}

/** Gives each end in a log to the last start of the same creator that has none. */
function joined(all: PastLine[]): PastLine[] {
  const open = new Map<string, PastLine>();
  return all.filter((one) => {
    const who = (one.who[0] ?? "").toLowerCase();
    if (!one.isEnd) {
      if (one.endedAt === null) open.set(who, one);
      return true;
    }
    const start = open.get(who);
    open.delete(who);
    if (start !== undefined) start.endedAt = one.endedAt;
    return false;
  });
}
