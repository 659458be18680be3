import { importTargets, type ImportDeps, type Imported } from "../../../flows/manage/import-targets.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { forms } from "../forms.ts";
import { importedView, importRows } from "../import-body.ts";
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
      "rows and 16 MiB. Every row is answered, in order; `index` counts from 0, blank lines aside. A target that its " +
      "watchlist has already is left as it is and answers its id, so an import may be sent again. An empty CSV cell is " +
      "absent; `watchlist` is an id or a name. The platform's free plan gives an invocation 10 ms of CPU: there, send some hundred rows a call.",
    body: forms.import,
    status: 200,
    reply: { description: "What came of each row", schema: importedShape },
    keeps: true,
    async handle({ ports, request, actor, write }) {
      const rows = await importRows(request);
      const answered = (imported: Imported[]): Answered => {
        return { status: 200, body: importedView(imported, request), headers: {}, subject: null };
      };
      const deps: ImportDeps = {
        ...ports.keep,
        by: actor!.name,
        watchlistIds: (named) => ports.keep.named(watchlist, named),
        write(steps, imported) {
          const failed = imported.filter((one) => "errors" in one).length;
          return write(steps, answered(imported), [{ rows: imported.length, failed }]);
        },
      };
      return respond(answered(granted(await importTargets(rows, deps))));
    },
  }),
];
