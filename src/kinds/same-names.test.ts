import { expect, test } from "vitest";
import { inEnglish } from "../core/sentence.ts";
import { targetKinds } from "./registry.ts";

test.each([
  [
    "list",
    {
      items: [
        { itemId: "7501001", fields: { title: "Day one" } },
        { itemId: "7501002", fields: { title: "Day one" } },
        { itemId: "7501003", fields: { title: "Day two" } },
      ],
    },
  ],
  [
    "products",
    {
      products: [
        { productId: "7501001", title: "Day one" },
        { productId: "7501002", title: "Day one" },
        { productId: "7501003", title: "Day two" },
      ],
    },
  ],
])("the page of a %s tells two of one name apart", (kind, snapshot) => {
  const rows = targetKinds[kind]!.page.watched!.rows(snapshot, inEnglish);
  expect(rows.map(([first]) => first!.text)).toEqual(["Day one (…1001)", "Day one (…1002)", "Day two"]);
});
