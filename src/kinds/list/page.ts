import { fieldWords } from "../../core/named-values.ts";
import { charted, countText, name, rowsIn, reported, type KindPage } from "../page.ts";
import { calledBy } from "../watching.ts";
import { linkOf, numbersOf, textsOf, titleOf } from "../../core/item-look.ts";

/** How pages show item lists. */
export const listPage: KindPage = {
  path: "/item-lists",
  noun: "item list",
  title: "Item lists",
  icon: "list",
  alerts: { title: "Item lists", any: "an item", some: "an item", all: "does anything" },
  watched: {
    setUp: true,
    about: "Any list of the data service, such as a creator’s videos: new, gone, changed and growing items.",
    fields: { "/name": "Name", "/params/operation": "Operation", "/params/values": "Values, such as userId=7012" },
    settings: { "/settings/confirmGone": "Checks without an item before it counts as gone" },
    columns: ["Item", "Details", "Numbers"],
    rows: ({ items }, say) =>
      rowsIn(items).map(({ itemId, fields }) => {
        const link = linkOf(fields);
        const numbers = numbersOf(fields).map(
          ([field, value]) => `${fieldWords(field)} ${countText(value, say.language)}`,
        );
        return [
          { ...name(titleOf(fields) ?? reported(itemId)), ...(link === null ? {} : { href: link }) },
          name(textsOf(fields).join(" · ")),
          { text: numbers.join(" · "), number: true },
        ];
      }),
    charts: [],
    chartsOf: ({ items }) => {
      const names = new Set(rowsIn(items).flatMap(({ fields }) => numbersOf(fields).map(([field]) => field)));
      return [...names].map((field) => charted(field, `${field}:`));
    },
    called: calledBy,
  },
};
