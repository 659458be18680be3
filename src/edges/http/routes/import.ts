import { importTargets } from "../../../flows/manage/import-targets.ts";
import { tellAudit } from "../audited.ts";
import { forms } from "../forms.ts";
import { importedView, importRows } from "../import-body.ts";
import { json, route, type Route } from "../route.ts";
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
    async handle({ ports, request }) {
      const rows = await importRows(request);
      const imported = await importTargets(rows, ports.targets);
      const failed = imported.filter((one) => "errors" in one).length;
      tellAudit(request, [{ rows: imported.length, failed }]);
      return json(importedView(imported, request));
    },
  }),
];
