import { isObject } from "../../core/json.ts";
import { fieldWords } from "../../core/named-values.ts";
import { charted, count, name, type KindPage } from "../page.ts";
import { calledBy } from "../watching.ts";

/** How pages show records. */
export const recordPage: KindPage = {
  path: "/records",
  noun: "record",
  title: "Records",
  icon: "trend",
  alerts: { title: "Records", any: "a field", some: "a field", all: "does anything" },
  watched: {
    setUp: true,
    about: "Anything the data service says of one thing, such as the likes of a video: texts that change, and numbers.",
    fields: { "/name": "Name", "/params/operation": "Operation", "/params/values": "Values, such as userId=7012" },
    settings: {},
    columns: ["Field", "Now"],
    rows: ({ fields }, say) =>
      Object.entries(isObject(fields) ? fields : {}).map(([field, value]) => [
        { text: fieldWords(field) },
        typeof value === "number"
          ? count(value, say)
          : value === null
            ? { text: say.text("can't be read") }
            : name(value),
      ]),
    charts: [],
    chartsOf: ({ fields }) =>
      Object.entries(isObject(fields) ? fields : {}).flatMap(([field, value]) =>
        typeof value === "number" ? charted(field, field) : [],
      ),
    called: calledBy,
  },
};
