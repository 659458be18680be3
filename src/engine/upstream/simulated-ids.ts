import { sideBySide } from "../../core/concurrency.ts";
import type { JsonObject } from "../../core/json.ts";
import { driven } from "../../features/creators/resource/target.ts";
import { pollSlotsAlong } from "../../features/creators/resource/poll-slot.ts";
import { targets } from "../../features/creators/resource/table.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { columnNames, reader, type Row } from "../../db/row.ts";
import type { Reading, Resolution } from "../../kinds/kind.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { UpstreamTool } from "../../resources/upstream-tool.ts";
import { OWN } from "./asked-service.ts";

const READ = [
  "id",
  "kind",
  "name",
  "params",
  "identity",
  "intervalSeconds",
  "priority",
  "enabled",
  "lastOkAt",
] as const;

const readTarget = reader(targets);

const NAMED = `SELECT ${columnNames(targets, READ).join(", ")} FROM targets WHERE alias IS NOT NULL AND id IN (${OWN})`;

const ASKED_AT_ONCE = 10;

type Named = ReturnType<typeof namedOf>;

const namedOf = (row: Row) => ({ ...readTarget(row, ...READ), bare: null as JsonObject | null, unnamed: "" });

/** Targets whose id the demo's service made up for their name. */
export async function withSimulatedIds(db: D1Database, ask: UpstreamTool["ask"]): Promise<Named[]> {
  const { results } = await db.prepare(NAMED).all<Row>();
  const found: Named[] = [];
  await sideBySide(results.map(namedOf), ASKED_AT_ONCE, async (one) => {
    const resolves = targetKinds[one.kind]?.resolves;
    const bare = (resolves?.byName(one.params) ?? null) as JsonObject | null;
    if (resolves === undefined || bare === null) return;
    const got = await driven(resolves.read(bare) as Reading<Resolution<JsonObject>>, ask);
    if (got === null || !got.ok || targetKinds[one.kind]!.identity(got.value.params) !== one.identity) return;
    const unnamed = got.value.name === one.name ? resolves.unnamed(bare) : one.name;
    found.push({ ...one, bare, unnamed });
  });
  return found;
}

/** Where the list has the name alone already, the target stays. */
const UNRESOLVE = `UPDATE OR IGNORE targets SET params = j.value -> 1, identity = j.value ->> 2, alias = NULL, name = j.value ->> 3,
    revision = targets.revision + 1, form_revision = targets.form_revision + 1
  FROM (SELECT value FROM json_each(?1) LIMIT -1) j WHERE targets.id = j.value ->> 0 AND targets.identity = j.value ->> 4`;

/** Takes these ids back. The service that is asked next looks the names up. */
export async function withoutSimulatedIds(db: D1Database, found: Named[]): Promise<void> {
  const changes = found.map((before) => {
    const params = before.bare!;
    return { before, after: { ...before, params, identity: targetKinds[before.kind]!.identity(params) } };
  });
  const rows = changes.map(({ before, after }) => [
    after.id,
    after.params,
    after.identity,
    after.unnamed,
    before.identity,
  ]);
  const slots = pollSlotsAlong.changed!(changes as never).flatMap((one) => ("rows" in one ? [one] : []));
  const statements = [{ sql: UNRESOLVE, rows }, ...slots].flatMap((one) =>
    jsonChunks(one.rows).map(({ text }) => db.prepare(one.sql).bind(text)),
  );
  if (found.length > 0) await db.batch(statements);
}
