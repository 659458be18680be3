import type { KindPage } from "../page.ts";

/** How pages show creators. */
export const livePage: KindPage = {
  path: "/creators",
  noun: "creator",
  title: "Creators",
  icon: "people",
  icons: { "live.started": "now", "live.ended": "ended", "live.no_show": "ended", "target.renamed": "hand" },
  alerts: { title: "Live creators", any: "anyone", some: "someone", all: "goes live or ends a stream" },
  watched: null,
};
