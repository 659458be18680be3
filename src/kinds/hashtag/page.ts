import { count, countText, name, rankText, rowsIn, reported, type KindPage } from "../page.ts";

/** How pages show hashtag searches. */
export const hashtagPage: KindPage = {
  path: "/hashtags",
  noun: "hashtag",
  title: "Hashtags",
  icon: "hashtag",
  alerts: { title: "Hashtags", any: "a hashtag", some: "a hashtag", all: "does anything" },
  watched: {
    about: "Results of a hashtag search: new, gone and growing.",
    fields: {
      "/name": "Name",
      "/params/keyword": "Search for",
      "/params/region": "Country",
      "/params/count": "Results",
    },
    settings: {
      "/settings/surgePercent": "Alert at this growth, %",
      "/settings/surgeWindowSeconds": "Within this time, seconds",
    },
    columns: ["Hashtag", "Views", "Uses", "Position"],
    rows: ({ results }, say) =>
      rowsIn(results).map(({ name: tag, viewCount, useCount, position }) => [
        name(tag),
        count(viewCount, say),
        count(useCount, say),
        { text: typeof position === "number" ? rankText(position, say.language) : "–", number: true },
      ]),
    charts: [
      { begins: "views:", title: "Views", unit: "count", text: countText },
      { begins: "uses:", title: "Uses", unit: "count", text: countText },
    ],
    called: ({ keyword, region }, say) =>
      say.text("“{keyword}” in {country}", { keyword: reported(keyword), country: reported(region) }),
  },
};
