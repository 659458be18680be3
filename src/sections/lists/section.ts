import type { Section } from "../section.ts";
import { listChart } from "./chart.ts";
import { concludeLists } from "./conclude.ts";
import type { ListMeasure, ListsData } from "./data.ts";
import { measureLists } from "./measure.ts";
import { listFact, listFigures, listNote, listTables } from "./words.ts";
import { listsWords } from "./words/words.ts";

const grown = ["itemId", "fields", "field", "before", "after"];

/** Items of lists that are new, gone, growing fast or past a limit. */
export const lists: Section<ListMeasure, ListsData> = {
  name: "lists",
  title: (language) => listsWords[language].title,
  optional: true,
  kind: "list",
  events: {
    "item.appeared": ["itemId", "fields"],
    "item.gone": ["itemId", "fields"],
    "item.crossed": [...grown, "threshold"],
    "item.surged": [...grown, "percent"],
  },
  eventsFrom: ({ from }) => from,
  series: [],
  grid: () => [],
  measure: measureLists,
  conclude: concludeLists,
  figures: listFigures,
  tables: listTables,
  fact: listFact,
  note: listNote,
  chart: listChart,
};
