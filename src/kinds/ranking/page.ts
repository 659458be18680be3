import { name, rankText, rowsIn, reported, type Cell, type KindPage } from "../page.ts";

/** How pages show rankings. */
export const rankingPage: KindPage = {
  path: "/rankings",
  noun: "ranking",
  title: "Rankings",
  icon: "ranking",
  alerts: { title: "Rankings", any: "anyone", some: "someone", all: "does anything in a ranking" },
  watched: {
    about: "A creator's places in live stream rankings.",
    fields: { "/name": "Name", "/params/userId": "Creator's user ID", "/params/roomId": "Room ID" },
    settings: {
      "/settings/minMove": "Also alert when this many places are gained or lost (0 = off)",
      "/settings/closingMinutes": "Minutes before a reset in which close races are reported",
    },
    columns: ["Ranking", "Place", "Best", "Ends (UTC)"],
    rows: ({ rankings, league }, say) => [
      ...rowsIn(rankings).map(({ title, place, bestPlace, onRank, resetAt }): Cell[] => [
        name(title),
        {
          text:
            typeof place === "number"
              ? rankText(place, say.language)
              : say.text(onRank === false ? "not listed" : "unknown"),
          number: true,
        },
        { text: typeof bestPlace === "number" ? rankText(bestPlace, say.language) : "–", number: true },
        { text: typeof resetAt === "string" ? resetAt.slice(0, 16).replace("T", " ") : "–", number: true },
      ]),
      ...(typeof league === "string" ? [[name(say.text("League")), { text: league }, { text: "" }, { text: "" }]] : []),
    ],
    charts: [{ begins: "place:", title: "Places", unit: "place", text: rankText }],
    called: ({ userId, roomId }, say) =>
      say.text("user {user}, room {room}", { user: reported(userId), room: reported(roomId) }),
  },
};
