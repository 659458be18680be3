import * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import { mediaType, noBody } from "../../http/body.ts";
import { CSV, importedView, type ImportRows, importRows, MAX_ROWS, refuseAllFailed } from "../../http/import-rows.ts";
import { columnPointer, csvRows } from "./csv-rows.ts";
import { type ImportDeps, type Imported, type ImportPorts, importTargets } from "./import-targets.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { type Answered, json, respond, routesOver } from "../../http/route.ts";
import { granted, Problem } from "../../http/problem.ts";
import { type PollingPorts, pollNow } from "../../engine/upstream/poll-now.ts";
import { target } from "./resource/target.ts";
import { recordAt } from "../../http/preconditions.ts";
import { flagText } from "../../resources/fields.ts";

const route = routesOver<ImportPorts & PollingPorts>();

function jsonRows(body: Json): Json[] {
  if (Array.isArray(body)) return body;
  const errors = [{ pointer: "", message: "must be an array of targets" }];
  throw new Problem(422, isObject(body) ? "To add one target, use POST /v1/targets." : "The body is not an array.", {
    errors,
  });
}

/** The answer of an import, with errors pointing into the rows as they were sent. */
function answerOf(imported: Imported[], lines: ImportRows["lines"], request: Request) {
  const isCsv = mediaType(request) === CSV;
  const pointing = (one: Imported): Imported =>
    isCsv && "errors" in one
      ? { ...one, errors: one.errors.map((error) => ({ ...error, pointer: columnPointer(error.pointer) })) }
      : one;
  return importedView(imported.map(pointing), lines, ({ waits }) => (waits ? { waits: true } : {}));
}

export const targetRoutes = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    withinLists: true,
    operation: "pollTarget",
    async handle(requested) {
      const { ports, request } = requested;
      const polled = await recordAt(target, requested);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
  route({
    method: "post",
    path: "/v1/targets/import",
    scope: "write",
    withinLists: true,
    operation: "importTargets",
    query: () =>
      z.object({
        createWatchlists: flagText()
          .optional()
          .describe("Whether to create watchlists that rows name (`watchlist`) and that don't exist."),
      }),
    keeps: true,
    async handle({ ports, query, request, actor, write }) {
      const { rows, lines } = await importRows(request, {
        array: jsonRows,
        csv: (text) => csvRows(text, MAX_ROWS),
      });
      const answered = (imported: Imported[]): Answered => {
        return { status: 200, body: answerOf(imported, lines, request), headers: {}, subject: null };
      };
      const deps: ImportDeps = {
        ...ports.keep,
        by: actor!.name,
        watchlistIds: (named) => ports.keep.named(watchlist, named),
        write(steps, imported) {
          const failed = imported.filter((one) => "errors" in one).length;
          const lists = steps.flatMap((step) =>
            step.do === "make" && step.of.name === watchlist.name ? step.records : [],
          );
          const created = lists.length === 0 ? {} : { watchlists: lists.length };
          return write(steps, answered(imported), [{ rows: imported.length, failed, ...created }]);
        },
      };
      const imported = granted(await importTargets(rows, query.createWatchlists ?? false, deps));
      refuseAllFailed(answerOf(imported, lines, request));
      return respond(answered(imported));
    },
  }),
];
