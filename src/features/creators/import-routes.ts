import * as z from "zod";
import { importTargets, type ImportDeps, type Imported } from "./import-targets.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { importedView, importRows, refuseAllFailed } from "./import-body.ts";
import { flag } from "../../http/query.ts";
import { respond, route, type Answered, type Route } from "../../http/route.ts";
import { granted } from "../../http/problem.ts";

export const importRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/targets/import",
    scope: "write",
    withinLists: true,
    operation: "importTargets",
    query: () =>
      z.object({
        createWatchlists: flag()
          .optional()
          .describe("Whether to create watchlists that rows name (`watchlist`) and that don't exist."),
      }),
    keeps: true,
    async handle({ ports, query, request, actor, write }) {
      const { rows, lines } = await importRows(request);
      const answered = (imported: Imported[]): Answered => {
        return { status: 200, body: importedView(imported, { lines }, request), headers: {}, subject: null };
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
      refuseAllFailed(importedView(imported, { lines }, request));
      return respond(answered(imported));
    },
  }),
];
