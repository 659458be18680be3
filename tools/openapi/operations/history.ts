import { CSV_TYPE } from "../../../src/http/csv.ts";
import { forms } from "../forms.ts";
import {
  broadcastShape,
  importedSessionsShape,
  sampleShape,
  sessionShape,
} from "../../../src/features/history/shape.ts";
import { pageShape } from "../schema.ts";
import type { Documented } from "../documented.ts";
import { XLSX_TYPE } from "../../../src/http/workbooks/write.ts";
import { reportShape } from "../../../src/sections/airtime-shape.ts";

const tag = "Targets";

export const historyOperations: Record<string, Documented> = {
  importSessions: {
    tag: "Events",
    summary: "Import past broadcasts",
    description:
      "Takes a JSON array, one JSON object per line (`application/x-ndjson`) or CSV with a header row, up to 10,000 rows and 16 MiB: `{targetId|userId|handle, startedAt, endedAt?}`. An export of sessions (CSV, or a page of JSON) can be sent as it is. A time without a zone is in that of the target, its watchlist or the team. Imported sessions are listed with `imported: true`, after all others; usual hours and adaptive polling use them at once; no report counts them. A row that overlaps a known session changes nothing, so an import can be repeated. A creator in several watchlists gets the session in each. If no row is accepted, the answer is 422.",
    body: forms.importSessions,
    status: 200,
    reply: { description: "The result of each row", schema: importedSessionsShape },
  },
  listSessions: {
    tag: "Events",
    summary: "List the streams of all live targets",
    description:
      "Ongoing streams come first, then ended ones, newest first. If more than 200 are ongoing, they come 200 at a time, by watchlist and name. `since` and `until` limit `startedAt`, both inclusive; with `overlapping=true` streams that started earlier and still lasted at `since` are listed too. `startedAt` and `durationSeconds` are always those of the whole stream, and `secondsWithin` is the part from `since` to `until`: with `overlapping=true` they add up to the time live in that period. `targetName` is the name at that time.",
    status: 200,
    reply: { description: "A page of streams", schema: () => pageShape(sessionShape()), media: CSV_TYPE },
  },
  listTargetSessions: {
    tag,
    summary: "List a live target's streams, newest first",
    description:
      "`endedAt` is null while a stream is ongoing, and `durationSeconds` counts until now. Going live in another room more than `graceSeconds` after the last one starts a new stream. Other kinds return an empty list.",
    status: 200,
    reply: { description: "A page of streams", schema: () => pageShape(broadcastShape()), media: CSV_TYPE },
  },
  listTargetSamples: {
    tag,
    summary: "List a target's time series, newest first",
    description:
      "Each item holds the series sampled at `at`; `since` and `until` limit it, both inclusive. A live target has the series `airtimeSeconds`, one item per day with time live, at the start of the day in the target's zone (else its watchlist's, else UTC), and `viewers` while live. In CSV, each value is a row.",
    status: 200,
    reply: { description: "A page of samples", schema: () => pageShape(sampleShape()), media: CSV_TYPE },
  },
};

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

const refusals = [404];

const description = "Anyone with the address can see it, for thirty days.";

export const picturesOperations: Record<string, Documented> = {
  getPicture: {
    tag: "Digests",
    summary: "A digest's picture",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/png" },
    refusals,
  },
  getDigestTable: {
    tag: "Digests",
    summary: "The table of a digest's airtime report",
    description: `All rows as CSV, at \`/pictures/{key}-airtime.csv\`. ${description}`,
    status: 200,
    reply: { description: "The table", media: "text/csv" },
    refusals,
  },
  getDrawing: {
    tag: "Digests",
    summary: "A digest's picture as SVG, for light and dark backgrounds",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/svg+xml" },
    refusals,
  },
};
