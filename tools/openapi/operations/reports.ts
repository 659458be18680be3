import { CSV_TYPE } from "../../../src/http/csv.ts";
import { XLSX_TYPE } from "../../../src/http/workbooks/write.ts";
import { reportShape } from "../../../src/sections/airtime-shape.ts";
import type { Documented } from "../documented.ts";

export const reportsOperations: Record<string, Documented> = {
  getAirtimeReport: {
    tag: "Reports",
    summary: "Get a report of creators' airtime",
    description:
      "Includes every live target of the watchlist. Streams are clipped to the period, and only time that polls observed " +
      "counts. An ongoing period is reported up to now. Old months are available since the creator was added. With " +
      "`LIMITS=free` some 400 creators fit a report; more are a 422.",
    refusals: [422],
    status: 200,
    reply: { description: "The report", schema: reportShape, media: [CSV_TYPE, "text/html", XLSX_TYPE] },
  },
};
