import type { Column } from "../../../../../sim/inbox/receiver.ts";
import { clientSlack } from "./drawing.ts";
import { slackStyle } from "./style.ts";

/** The column of Slack messages. */
export const slackColumn: Column = {
  id: "slack",
  title: "Slack",
  heading: ["#", "live-alerts", "Slack"],
  empty: [
    "Nothing here yet",
    "Slack channels that point at this simulator show their messages here. Press a creator above to make something happen.",
  ],
  drawing: { name: "drawSlack", script: clientSlack },
  style: slackStyle,
};
