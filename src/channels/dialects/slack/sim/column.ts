import type { Column } from "../../../../../sim/inbox/receiver.ts";

/** Browser code: draws a message like Slack. */
const clientSlack = String.raw`
const emoji = { red_circle: "🔴", white_circle: "⚪", black_circle: "⚫", large_green_circle: "🟢", large_yellow_circle: "🟡", tada: "🎉", bell: "🔔",
  rotating_light: "🚨", warning: "⚠️", chart_with_upwards_trend: "📈", chart_with_downwards_trend: "📉", trophy: "🏆", crown: "👑", fire: "🔥",
  label: "🏷️", shopping_trolley: "🛒", movie_camera: "🎥", tv: "📺", eyes: "👀", white_check_mark: "✅", x: "❌", clock1: "🕐", star: "⭐", link: "🔗",
  arrow_up: "⬆️", arrow_down: "⬇️", small_red_triangle: "🔺", hourglass: "⌛", black_square_for_stop: "⏹️", mega: "📣", wave: "👋" };

const unescaped = (text) => text.replace(/&(amp|lt|gt);/g, (_all, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
const s = (text) => marked(text, slackRules, unescaped);
const styled = (tag) => (m, before, after) => (/\w/.test(before) || /\w/.test(after) ? null : el(tag, tag === "code" ? "s-code" : "", tag === "code" ? unescaped(m[1]) : s(m[1])));
const slackRules = [
  [/\x60\x60\x60\n?([\s\S]+?)\x60\x60\x60/y, (m) => el("pre", "s-pre", unescaped(m[1]))],
  [/\x60([^\x60\n]+)\x60/y, styled("code")],
  [/\*(?!\s)([^*\n]*[^*\s])\*/y, styled("b")],
  [/_(?!\s)([^_\n]*[^_\s])_/y, styled("i")],
  [/~(?!\s)([^~\n]*[^~\s])~/y, styled("s")],
  [/<([^<>\n]+)>/y, (m) => slackSpecial(m[1])],
  [/:([a-z0-9_+-]+):/y, (m) => (emoji[m[1]] ? document.createTextNode(emoji[m[1]]) : null)],
];
const emojiOnly = slackRules.slice(-1);

function slackSpecial(inner) {
  const bar = inner.indexOf("|");
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? "" : unescaped(inner.slice(bar + 1));
  if (target.startsWith("!date^")) return slackDate(target.split("^"), label);
  if (target.startsWith("!subteam^")) return el("span", "s-pill", label || "@group");
  if (target.startsWith("!")) return el("span", "s-pill", "@" + target.slice(1));
  if (target.startsWith("@")) return el("span", "s-pill", label ? "@" + label : target);
  if (target.startsWith("#")) return el("span", "s-pill", "#" + (label || "channel"));
  return link(unescaped(target), "s-link", label || unescaped(target).replace(/^mailto:/, ""));
}

function slackDate([, seconds, format, url], fallback) {
  const at = new Date(Number(seconds) * 1000);
  if (Number.isNaN(+at)) return document.createTextNode(fallback);
  const date = (dateStyle) => at.toLocaleDateString([], { dateStyle });
  const values = { date_num: at.toISOString().slice(0, 10), date: date("long"), date_short: date("medium"), date_long: date("full"),
    time: clock(at), time_secs: at.toLocaleTimeString([], { timeStyle: "medium" }) };
  const node = url ? link(url, "s-link") : el("span", "");
  node.title = longDate(at);
  for (const part of str(format).split(/(\{\w+\})/)) {
    const name = part.slice(1, -1).replace(/_pretty$/, "");
    if (part === "{ago}") node.append(relative(Number(seconds), ""));
    else node.append(part.startsWith("{") && values[name] !== undefined ? values[name] : unescaped(part));
  }
  return node;
}

function slackText(object) {
  if (typeof object === "string") return s(object);
  if (!object) return [];
  return object.type === "plain_text" ? marked(str(object.text), emojiOnly, unescaped) : s(str(object.text));
}

function slackElement(part) {
  if (part.type === "button" && part.url === undefined) return pressable("s-button " + str(part.style), part.value, slackText(part.text));
  if (part.type === "button") return link(part.url, "s-button " + str(part.style), slackText(part.text));
  if (part.type === "image") return image(part.image_url, "s-mini", part.alt_text);
  if (part.elements) return el("span", "", list(part.elements).map(slackElement));
  return el("span", "s-element", part.text && typeof part.text === "string" && !part.type?.includes("mrkdwn") ? marked(part.text, emojiOnly, unescaped) : slackText(part));
}

function slackBlock(block) {
  if (block.type === "header") return el("div", "s-header", slackText(block.text));
  if (block.type === "divider") return el("hr", "s-rule");
  if (block.type === "image") return el("figure", "s-figure", block.title ? el("figcaption", "", slackText(block.title)) : null, image(block.image_url, "s-image", block.alt_text));
  if (block.type === "context") return el("div", "s-context", list(block.elements).map(slackElement));
  if (block.type === "actions") return el("div", "s-actions", list(block.elements).map(slackElement));
  const fields = list(block.fields).map((field) => el("div", "s-field", slackText(field)));
  const text = el("div", "s-text", slackText(block.text), fields.length ? el("div", "s-fields", fields) : null, list(block.elements).map(slackElement));
  return el("div", "s-section", text, block.accessory ? el("div", "s-accessory", slackElement(block.accessory)) : null);
}

function slackAttachment(attachment) {
  const named = { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" };
  const color = named[attachment.color] ?? (/^#?[0-9a-f]{6}$/i.test(str(attachment.color)) ? "#" + attachment.color.replace("#", "") : "#ddd");
  const fields = list(attachment.fields).map((field) => el("div", "s-field", el("b", "", str(field.title)), "\n", s(str(field.value))));
  const box = el("div", "s-attachment",
    attachment.author_name ? el("div", "s-small", str(attachment.author_name)) : null,
    attachment.title ? el("div", "", link(attachment.title_link, "s-link s-bold", s(str(attachment.title)))) : null,
    attachment.text ? el("div", "s-text", s(str(attachment.text))) : null,
    fields.length ? el("div", "s-fields", fields) : null,
    list(attachment.blocks).map(slackBlock),
    image(attachment.image_url, "s-image"),
    attachment.footer ? el("div", "s-small", str(attachment.footer)) : null);
  box.style.borderLeftColor = color;
  return box;
}

function drawSlack(entry, message, edited) {
  const blocks = list(message.blocks);
  const stamp = el("time", "s-stamp", clock(entry.at));
  stamp.title = longDate(entry.at) + "\n" + entry.path;
  return el("article", "s-message", el("div", "s-avatar", image(message.icon_url, "")), el("div", "s-main",
    el("div", "s-head", el("span", "s-user", str(message.username) || "Tallylight"), el("span", "s-app", "APP"), stamp),
    blocks.length ? blocks.map(slackBlock) : message.text ? el("div", "s-text", s(str(message.text))) : null,
    list(message.attachments).map(slackAttachment),
    edited ? el("div", "s-edited", "(edited)") : null));
}
`;

/** The style of Slack messages. */
const slackStyle = `
.slack { background: #fff; color: #1d1c1d; font-family: "Slack-Lato", "Lato", "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.slack h2 { border-bottom: 1px solid #e7e7e8; }
.slack .empty-lamp { background: radial-gradient(circle at 35% 30%, #ff6a5f66, #ff3b3033 60%); }
.s-message { display: flex; gap: 9px; padding: 8px 20px; font-size: 15px; line-height: 1.466; }
.s-message:hover { background: #f8f8f8; }
.slack .changed { animation-name: change-light; }
@keyframes change-light { from { background-color: #fff3c4; } }
.s-avatar { width: 36px; height: 36px; border-radius: 8px; margin-top: 3px; }
.s-main { min-width: 0; flex: 1; }
.s-head { display: flex; align-items: baseline; gap: 6px; }
.s-user { font-weight: 800; }
.s-app { background: #e8e8e8; color: #616061; font-size: 10px; font-weight: 700; border-radius: 2px; padding: 1px 3px; align-self: center; }
.s-stamp, .s-small, .s-edited { font-size: 12px; color: #616061; }
.s-link { color: #1264a3; text-decoration: none; }
.s-link:hover { text-decoration: underline; }
.s-bold { font-weight: 700; }
.s-text, .s-field { white-space: pre-wrap; }
.s-header { font-size: 18px; font-weight: 800; line-height: 1.33; margin: 6px 0 4px; }
.s-section { display: flex; gap: 14px; margin: 4px 0; }
.s-section > .s-text { flex: 1; min-width: 0; }
.s-accessory img { width: 84px; height: 84px; object-fit: cover; border-radius: 6px; }
.s-fields { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 16px; max-width: 540px; margin-top: 4px; }
.s-context { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; font-size: 13px; color: #616061; margin: 5px 0; }
.s-mini { width: 20px; height: 20px; border-radius: 3px; object-fit: cover; }
.s-rule { border: 0; border-top: 1px solid #ddd; margin: 10px 0; }
.s-actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.s-button { border: 1px solid #1d1c1d4d; border-radius: 6px; color: #1d1c1d; padding: 4px 12px; font-size: 13px; font-weight: 700; text-decoration: none; background: #fff; }
.s-button:hover { background: #f8f8f8; box-shadow: 0 1px 3px #00000014; }
.s-button.primary { background: #007a5a; border-color: #007a5a; color: #fff; } .s-button.danger { background: #e01e5a; border-color: #e01e5a; color: #fff; }
.s-image { display: block; max-height: 320px; border-radius: 8px; margin-top: 5px; }
.s-figure figcaption { font-size: 13px; color: #616061; }
.s-attachment { border-left: 4px solid #ddd; border-radius: 3px; padding: 3px 0 3px 12px; margin: 5px 0; max-width: 600px; }
.s-pill { background: #fff3c4; color: #1264a3; border-radius: 3px; padding: 0 3px 1px; font-weight: 500; }
.s-code { font: 12.5px Monaco, Menlo, Consolas, "Liberation Mono", monospace; color: #c01343; background: #f6f6f6; border: 1px solid #dedede; border-radius: 3px; padding: 1px 3px; }
.s-pre { font: 12.5px/1.5 Monaco, Menlo, Consolas, "Liberation Mono", monospace; background: #f8f8f8; border: 1px solid #dedede; border-radius: 4px; padding: 8px; margin: 4px 0; white-space: pre-wrap; }
@media (max-width: 760px) { .s-message { padding: 8px 10px; } }
`;

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
