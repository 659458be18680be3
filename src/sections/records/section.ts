import type { Section } from "../section.ts";
import { recordChart } from "./chart.ts";
import { concludeRecords } from "./conclude.ts";
import type { RecordMeasure, RecordsData } from "./data.ts";
import { recordFact } from "./fact.ts";
import { gridOf, measureRecords } from "./measure.ts";
import { recordFigures, recordNote, recordTables } from "./words.ts";
import { recordsWords } from "./words/words.ts";

/** How the numbers of records changed, and which milestones they reached. */
export const records: Section<RecordMeasure, RecordsData> = {
  name: "records",
  title: (language) => recordsWords[language].title,
  optional: true,
  kind: "record",
  events: { "field.changed": ["field"], "field.milestone": ["field", "milestone"] },
  eventsFrom: ({ from }) => from,
  // A series for each field, by its name.
  series: [""],
  grid: gridOf,
  measure: measureRecords,
  conclude: concludeRecords,
  figures: recordFigures,
  tables: recordTables,
  fact: recordFact,
  note: recordNote,
  chart: recordChart,
};
