import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BoardContent } from "../../core/board.ts";
import { base, json } from "../columns.ts";

export const boards = sqliteTable("boards", {
  ...base,
  name: text().notNull(),
  channelId: text().notNull(),
  watchlistId: text(),
  /** What its message says, or is to say; null until a tick has looked. */
  content: json<BoardContent>(),
  /** The tick that last had it brought up to date. */
  shownAt: integer().notNull().default(0),
});
