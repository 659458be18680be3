import type { Column } from "../../../../../sim/inbox/receiver.ts";

/** Browser code: draws a notification like the ntfy app. */
const drawing = String.raw`
const ntfyTags = { red_circle: "🔴", black_circle: "⚫", chart_with_upwards_trend: "📈", chart_with_downwards_trend: "📉", mega: "📣", warning: "⚠️" };

function drawNtfy(entry, message) {
  const stamp = el("time", "n-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const tags = (Array.isArray(message.tags) ? message.tags : []).map((tag) => ntfyTags[tag] ?? "").join(" ");
  const title = (tags + " " + (str(message.title) || str(message.message))).trim();
  return el("article", "n-card", stamp,
    el("div", "n-title", message.click ? link(message.click, "", title) : title),
    !message.title ? null : el("div", "n-text", str(message.message)),
    image(message.attach, "n-image", ""));
}
`;

const style = `
.ntfy { background: #eef3f2; color: #222; font-family: Roboto, "Noto Sans", Helvetica, Arial, sans-serif; }
.ntfy h2 { background: #338574; color: #fff; }
.n-card { background: #fff; border-radius: 6px; box-shadow: 0 1px 2px #0003; margin: 8px 12px; padding: 10px 14px; font-size: 14px; line-height: 1.4; }
.n-stamp { color: #777; font-size: 12px; }
.n-title { font-weight: 600; }
.ntfy .n-title a { color: inherit; }
.n-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.n-image { display: block; max-height: 240px; margin-top: 6px; border-radius: 4px; }
`;

/** The column of notifications. */
export const ntfyColumn: Column = {
  id: "ntfy",
  title: "ntfy",
  heading: ["🔔", "notifications", "ntfy"],
  empty: ["Nothing here yet", "ntfy channels whose server is this simulator show their notifications here."],
  drawing: { name: "drawNtfy", script: drawing },
  style,
  narrow: true,
};
