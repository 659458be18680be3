import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BoardContent } from "../../../core/delivery.ts";
import { base, json } from "../../../resources/columns.ts";

export const boards = sqliteTable("boards", {
  ...base,
  name: text().notNull(),
  channelId: text().notNull(),
  watchlistId: text(),
  /** The content of its message; null until a tick has computed it. */
  content: json<BoardContent>(),
  /** The tick of the last update. */
  shownAt: integer().notNull().default(0),
});
