import * as z from "zod";
import { importTargets, type ImportDeps, type Imported } from "../../../flows/manage/import-targets.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { forms } from "../forms.ts";
import { importedView, importRows, refuseAllFailed } from "../import-body.ts";
import { flag } from "../query.ts";
import { respond, route, type Answered, type Route } from "../route.ts";
import { granted } from "../problem.ts";
import { importedShape } from "../shapes.ts";

export const importRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/targets/import",
    scope: "write",
    operation: "importTargets",
    tag: "Targets",
    summary: "Watch many targets",
    description:
      "A JSON array, a JSON object a line (`application/x-ndjson`), or CSV with a header row (`text/csv`), at most 10,000 " +
      "rows and 16 MiB. Every row is answered, in order; `index` counts from 0, blank lines aside, `line` is that of the " +
      "text. A target that its watchlist has already is left as it is and answers its id, so an import may be sent again. " +
      "Columns of a CSV come in any order, their names in any case and spacing (`User ID`), cells apart by comma, semicolon " +
      "or tab; an empty one is absent. `watchlist` is an id or a name. Where none of the rows could be taken, it is a 422, " +
      "and nothing is kept. The platform's free plan gives an invocation 10 ms of CPU: there, send some hundred rows a call.",
    query: z.object({
      createWatchlists: flag
        .optional()
        .describe("Makes the watchlists that rows name (`watchlist`) and that are not there, with their first target."),
    }),
    body: forms.import,
    status: 200,
    reply: { description: "What came of each row", schema: importedShape },
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
          const made = lists.length === 0 ? {} : { watchlists: lists.length };
          return write(steps, answered(imported), [{ rows: imported.length, failed, ...made }]);
        },
      };
      const imported = granted(await importTargets(rows, query.createWatchlists ?? false, deps));
      refuseAllFailed(importedView(imported, { lines }, request));
      return respond(answered(imported));
    },
  }),
];
