import { forms } from "../forms.ts";
import { importedShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

export const importOperations: Record<string, Documented> = {
  importTargets: {
    tag: "Targets",
    summary: "Watch many targets",
    description:
      "A JSON array, a JSON object a line (`application/x-ndjson`), or CSV with a header row (`text/csv`), at most 10,000 " +
      "rows and 16 MiB. Every row is answered, in order; `index` counts from 0, blank lines aside, `line` is that of the " +
      "text. A target that its watchlist has already is left as it is and answers its id, so an import may be sent again. " +
      "Columns of a CSV come in any order, their names in any case and spacing (`User ID`), cells apart by comma, semicolon " +
      "or tab; an empty one is absent. A CSV may be UTF-8, or UTF-16 or Latin-1 where that can be told; otherwise name its " +
      "encoding (`text/csv; charset=windows-1250`), or it is a 400. `watchlist` is an id or a name. Where none of the rows could be taken, it is a 422, " +
      "and nothing is kept. The platform's free plan gives an invocation 10 ms of CPU: there, send some hundred rows a call.",
    body: forms.import,
    status: 200,
    reply: { description: "What came of each row", schema: importedShape },
  },
};
