import { headerOf, rowLine, type Footer, type Header, type Value } from "./backup-format.ts";
import { iso } from "../../core/instant.ts";
import { err, ok, type Result } from "../../core/result.ts";

/** A table whose rows are read after the others: too many to be read at once. */
export interface Growing {
  columns: string[];
  rows: number;
  /** The rowid of its last row. Later rows are left out. */
  last: number;
}

/** The database at one moment, without the rows of growing tables. */
export interface Snapshot extends Pick<Header, "migrations" | "floor" | "schema"> {
  small: Record<string, { columns: string[]; rows: Value[][] }>;
  growing: Record<string, Growing>;
}

export interface BackupDeps {
  /** The number of targets, which are read at once. */
  targets(): Promise<number>;
  snapshot(): Promise<Snapshot>;
  /** Up to `limit` rows of a growing table after a rowid, up to `last`; `next` is the rowid of the last one. */
  rows(
    table: string,
    growing: Growing,
    after: number,
    limit: number,
  ): Promise<{ rows: Value[][]; next: number | null }>;
  /** An incremental SHA-256; `hex` ends it. */
  hash(): { update(text: string): void; hex(): string };
  /** Statements that this request may still send. */
  statementsLeft(): number;
}

export interface BackupPorts {
  backup: BackupDeps;
}

/** Targets that are read at once, with their states: about twenty megabytes. */
const MAX_TARGETS = 10_000;

/** Rows of a growing table that are read at once: some have several kilobytes. */
const A_PAGE = 500;

/** Statements that the request takes besides, such as the entry in the audit log. */
const REST = 5;

/** The table with numbers of rows, which must fit the rows of growing tables. */
const COUNTS = "counts";
const DELIVERIES = "deliveries";

/**
 * Returns a backup of the running installation as text in pieces, or the reason why it must be made by the command. All
 * that depends on each other is from one moment. Events, messages and time series follow in pages: rows that come
 * meanwhile are left out, and rows that go are missing.
 */
export async function backup(now: number, deps: BackupDeps): Promise<Result<AsyncGenerator<string>, string>> {
  if ((await deps.targets()) > MAX_TARGETS) return err("there are more than 10,000 targets");
  const snapshot = await deps.snapshot();
  const pages = Object.values(snapshot.growing).reduce((sum, { rows }) => sum + Math.floor(rows / A_PAGE) + 1, 0);
  if (pages + REST > deps.statementsLeft())
    return err("it needs more database queries than the plan allows one request");
  return ok(lines(snapshot, iso(now), deps));
}

async function* lines(snapshot: Snapshot, createdAt: string, deps: BackupDeps): AsyncGenerator<string> {
  const { small, growing, ...schema } = snapshot;
  const sizes = [
    ...Object.entries(small).map(([name, { columns, rows }]) => [name, { columns, rows: rows.length }] as const),
    ...Object.entries(growing).map(([name, { columns, rows }]) => [name, { columns, rows }] as const),
  ];
  const header = headerOf({ createdAt, ...schema, tables: Object.fromEntries(sizes), live: true });
  const hash = deps.hash();
  const written = (text: string): string => {
    hash.update(text);
    return text;
  };
  const counts: Record<string, number> = {};
  const counted = (table: string, rows: Value[][]): string => {
    counts[table] = (counts[table] ?? 0) + rows.length;
    return written(rows.map((row) => rowLine(table, row)).join(""));
  };
  yield written(`${JSON.stringify(header)}\n`);
  for (const [table, { rows }] of Object.entries(small)) if (table !== COUNTS) yield counted(table, rows);
  const statuses = new Map<string, number>();
  for (const [table, one] of Object.entries(growing)) {
    const status = table === DELIVERIES ? one.columns.indexOf("status") : -1;
    for (let after: number | null = 0; after !== null;) {
      const { rows, next } = await deps.rows(table, one, after, A_PAGE);
      after = next;
      if (status >= 0)
        for (const row of rows) statuses.set(String(row[status]), (statuses.get(String(row[status])) ?? 0) + 1);
      yield counted(table, rows);
    }
  }
  if (small[COUNTS] !== undefined) yield counted(COUNTS, recounted(small[COUNTS], statuses));
  const rows = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const gone = sizes.filter(([table, size]) => size.rows !== (counts[table] ?? 0));
  const tables = Object.fromEntries(gone.map(([table]) => [table, counts[table] ?? 0]));
  const footer: Footer = { rows, sha256: hash.hex(), ...(gone.length === 0 ? {} : { tables }) };
  yield `${JSON.stringify(footer)}\n`;
}

/** The stored numbers of deliveries by status, as they are in the backup. */
function recounted({ columns, rows }: Snapshot["small"][string], statuses: Map<string, number>): Value[][] {
  const [name, n] = [columns.indexOf("name"), columns.indexOf("n")];
  return rows.map((row) => {
    const [, status] = /^deliveries\|(\w+)$/.exec(String(row[name])) ?? [];
    return status === undefined ? row : row.with(n, statuses.get(status) ?? 0);
  });
}
