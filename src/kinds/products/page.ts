import { priceText } from "../../core/numbers-as-text.ts";
import { count, countText, name, rowsIn, reported, type KindPage } from "../page.ts";

/** How pages show shop categories. */
export const productsPage: KindPage = {
  path: "/shops",
  noun: "shop",
  title: "Shops",
  icon: "shop",
  alerts: { title: "Shops", any: "a product", some: "a product", all: "does anything" },
  watched: {
    about: "Products of a shop category: new, gone, prices and sales.",
    fields: { "/name": "Name", "/params/categoryId": "Category ID" },
    settings: {
      "/settings/priceChangePercent": "Alert at this price change, %",
      "/settings/soldSurgePercent": "Alert at this sales growth since the last alert, %",
    },
    columns: ["Product", "Price", "Sold", "Shop"],
    rows: ({ products }, say) =>
      rowsIn(products).map(({ title, price, currency, soldCount, shop, url }) => [
        { ...name(title), ...(typeof url === "string" ? { href: url } : {}) },
        {
          text:
            typeof price === "string"
              ? priceText(say.language, price, typeof currency === "string" ? currency : null)
              : "–",
          number: true,
        },
        count(soldCount, say),
        name(shop),
      ]),
    charts: [
      { begins: "sold:", title: "Sold", unit: "count", text: countText },
      { begins: "price:", title: "Prices", unit: "count", text: (value, language) => value.toLocaleString(language) },
    ],
    called: ({ categoryId }, say) => say.text("category {id}", { id: reported(categoryId) }),
  },
};
