import type { Column } from "../../../../../sim/inbox/receiver.ts";
import { clientDiscord } from "./drawing.ts";
import { discordStyle } from "./style.ts";

/** The column of Discord messages. */
export const discordColumn: Column = {
  id: "discord",
  title: "Discord",
  heading: ["#", "live-alerts", "Discord"],
  empty: [
    "Nothing here yet",
    "When a creator goes live, the alert appears here within seconds, drawn as Discord draws it. When the stream ends, the same message turns grey.",
  ],
  drawing: { name: "drawDiscord", script: clientDiscord },
  style: discordStyle,
};
