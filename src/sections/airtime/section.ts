import type { ReportedSection } from "../section.ts";
import { MAX_ROWS, type AirtimeData } from "./data.ts";
import { summarizeAirtime } from "./summarize.ts";
import { airtimeFact, airtimeFigures, airtimeNote, airtimeTables } from "./words.ts";
import { airtimeWords } from "./words/words.ts";

/** The airtime report of the period, with goals: in short, and as a table of all creators. */
export const airtime: ReportedSection<AirtimeData> = {
  name: "airtime",
  title: (language) => airtimeWords[language].title,
  kind: "live",
  summarize: summarizeAirtime,
  rows: ({ rows, totals }) => (totals.creators > MAX_ROWS ? null : rows),
  links: (language) => airtimeWords[language],
  figures: airtimeFigures,
  tables: airtimeTables,
  fact: airtimeFact,
  note: airtimeNote,
  chart: () => null,
};
