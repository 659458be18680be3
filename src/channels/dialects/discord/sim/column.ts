import type { Column } from "../../../../../sim/inbox/receiver.ts";

/** Browser code: draws a message like Discord. */
const clientDiscord = String.raw`
const discordTimes = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

function discordTime([, seconds, style]) {
  if (style === "R") return relative(Number(seconds), "d-time");
  return el("time", "d-time", new Date(seconds * 1000).toLocaleString([], discordTimes[style ?? "f"]));
}

const d = (text) => marked(text, discordRules);
const pill = (text) => el("span", "d-pill", text);
const discordRules = [
  [/\\([\\*_~\x60|>#\-\[\]()<:@])/y, (m) => document.createTextNode(m[1])],
  [/\x60\x60\x60(?:[\w+-]*\n)?([\s\S]+?)\x60\x60\x60/y, (m) => el("pre", "d-pre", m[1])],
  [/\x60([^\x60\n]+)\x60/y, (m) => el("code", "d-code", m[1])],
  [/\*\*\*([^]+?)\*\*\*/y, (m) => el("strong", "", el("em", "", d(m[1])))],
  [/\*\*([^]+?)\*\*(?!\*)/y, (m) => el("strong", "", d(m[1]))],
  [/__([^]+?)__/y, (m) => el("u", "", d(m[1]))],
  [/~~([^]+?)~~/y, (m) => el("s", "", d(m[1]))],
  [/\|\|([^]+?)\|\|/y, (m) => el("span", "d-spoiler", d(m[1]))],
  [/\*(?!\s)([^*\n]+?)\*/y, (m) => el("em", "", d(m[1]))],
  [/_([^_\n]+?)_(?!\w)/y, (m, before) => (/\w/.test(before) ? null : el("em", "", d(m[1])))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m) => link(m[2], "d-link", d(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], "d-link", m[1])],
  [/https?:\/\/[^\s<>)\]]+/y, (m) => link(m[0], "d-link", m[0])],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, discordTime],
  [/<@&(\d+)>/y, (m) => pill("@role " + m[1].slice(-4))],
  [/<@!?(\d+)>/y, (m) => pill("@user " + m[1].slice(-4))],
  [/<#(\d+)>/y, () => pill("# channel")],
  [/<a?:(\w+):\d+>/y, (m) => document.createTextNode(":" + m[1] + ":")],
  [/@(?:here|everyone)\b/y, (m) => pill(m[0])],
];

function discordText(text) {
  const nodes = [];
  for (const part of str(text).split(/(\x60\x60\x60[\s\S]+?\x60\x60\x60)/)) {
    if (part.startsWith("\x60\x60\x60")) nodes.push(...d(part));
    else if (part !== "") part.split("\n").forEach((line, place) => nodes.push(place ? "\n" : "", ...discordLine(line)));
  }
  return nodes;
}

function discordLine(line) {
  const [, mark, rest] = /^(#{1,3} |-# |> |[-*] )(.+)$/.exec(line) ?? [];
  if (!mark) return d(line);
  if (mark === "> ") return [el("span", "d-quote", d(rest))];
  if (mark === "-# ") return [el("span", "d-subtext", d(rest))];
  if (mark.startsWith("#")) return [el("span", "d-h" + (mark.length - 1), d(rest))];
  return [el("span", "d-item", d(rest))];
}

function discordPicture(url, files) {
  const file = str(url).startsWith("attachment://") ? files.find(({ filename }) => filename === url.slice(13)) : undefined;
  return file ? image(location.origin + file.path, "d-image", file.description) : image(url, "d-image", "picture of the message");
}

function discordEmbed(embed, files) {
  const box = el("div", "d-embed");
  const color = Number.isInteger(embed.color) ? embed.color & 0xffffff : 0x1e1f22;
  box.style.borderLeftColor = "#" + color.toString(16).padStart(6, "0");
  const author = embed.author ?? {};
  const footer = embed.footer ?? {};
  const fields = list(embed.fields).map((field) => el("div", field.inline ? "d-field inline" : "d-field",
    el("div", "d-name", d(str(field.name))), el("div", "d-value", discordText(field.value))));
  const stamp = embed.timestamp ? new Date(embed.timestamp) : null;
  const foot = [str(footer.text), stamp && !Number.isNaN(+stamp) ? stamp.toLocaleString([], { dateStyle: "short", timeStyle: "short" }) : ""];
  const body = el("div", "d-body",
    author.name ? el("div", "d-author", image(author.icon_url, "d-icon"), link(author.url, "", str(author.name))) : null,
    embed.title ? el("div", "d-title", link(embed.url, "", d(str(embed.title)))) : null,
    embed.description ? el("div", "d-desc", discordText(embed.description)) : null,
    fields.length ? el("div", "d-fields", fields) : null,
    discordPicture(embed.image?.url, files),
    foot.some(Boolean) ? el("div", "d-footer", image(footer.icon_url, "d-icon"), foot.filter(Boolean).join(" • ")) : null);
  box.append(body);
  const thumbnail = image(embed.thumbnail?.url, "d-thumb");
  if (thumbnail) body.prepend(thumbnail);
  return box;
}

function discordComponent(part) {
  if (part.type === 2) {
    const label = [part.emoji?.name ? str(part.emoji.name) + " " : "", str(part.label)];
    return part.style === 5 ? link(part.url, "d-button", label, el("span", "d-out", "↗")) : pressable("d-button s" + part.style, part.custom_id, label);
  }
  if (part.type === 10) return el("div", "d-desc", discordText(part.content));
  if (part.type === 14) return el("hr", "d-rule");
  const inner = list(part.components).map(discordComponent);
  return inner.length ? el("div", part.type === 17 ? "d-embed d-body" : part.type === 1 ? "d-row" : "", inner) : null;
}

function drawDiscord(entry, message, edited) {
  const name = str(message.username) || "Tallylight";
  const avatar = el("div", "d-avatar", image(message.avatar_url, ""));
  const stamp = el("time", "d-stamp", clock(entry.at));
  stamp.title = longDate(entry.at) + "\n" + entry.path;
  const files = list(entry.attachments);
  const shown = list(message.embeds).map((embed) => str(embed.image?.url));
  const loose = files.filter(({ filename }) => !shown.includes("attachment://" + filename));
  const silent = (Number(message.flags) & 4096) !== 0 ? el("span", "d-silent", "silent") : null;
  const node = el("article", "d-message", avatar, el("div", "d-main",
    el("div", "d-head", el("span", "d-user", name), el("span", "d-app", "APP"), stamp, silent),
    message.content ? el("div", "d-content", discordText(message.content)) : null,
    loose.map(({ filename }) => discordPicture("attachment://" + filename, files)),
    list(message.embeds).map((embed) => discordEmbed(embed, files)),
    list(message.components).map(discordComponent),
    edited ? el("div", "d-edited", "(edited)") : null));
  if (/@(here|everyone)\b|<@[&!]?\d+>/.test(str(message.content))) node.classList.add("mentioned");
  return node;
}
`;

/** The style of Discord messages. */
const discordStyle = `
.discord { background: #313338; color: #dbdee1; font-family: "gg sans", "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.discord h2 { border-bottom: 1px solid #26272b; color: #f2f3f5; box-shadow: 0 1px 2px #0003; z-index: 1; }
.discord a { color: #00a8fc; text-decoration: none; }
.discord a:hover { text-decoration: underline; }
.d-message { display: flex; gap: 16px; padding: 7px 18px 7px 16px; font-size: 15px; line-height: 1.375; }
.d-message:hover { background: #2e3035; }
.d-message.mentioned { background: #444037; box-shadow: inset 2px 0 #f0b232; }
.d-avatar, .s-avatar { flex: none; overflow: hidden; background: radial-gradient(circle at 44% 40%, #ff9a91 0, #ff3b30 26%, #b5160d 37%, #1b1c20 38%); background-color: #1b1c20; }
.d-avatar { width: 40px; height: 40px; border-radius: 50%; margin-top: 2px; }
.d-avatar img, .s-avatar img { width: 100%; height: 100%; object-fit: cover; }
.d-main { min-width: 0; flex: 1; }
.d-head { display: flex; align-items: center; gap: 6px; }
.d-user { color: #f2f3f5; font-weight: 550; }
.d-app { background: #5865f2; color: #fff; font-size: 10px; font-weight: 650; border-radius: 3px; padding: 1px 4.5px; line-height: 1.3; }
.d-stamp { color: #949ba4; font-size: 12px; margin-left: 3px; }
.d-silent { color: #949ba4; font-size: 11px; border: 1px solid #4e5058; border-radius: 3px; padding: 0 4px; }
.d-content, .d-desc, .d-value { white-space: pre-wrap; }
.d-edited { font-size: 10.5px; color: #949ba4; margin-top: 3px; }
.d-pill { background: #3c4270; color: #c9cdfb; font-weight: 500; border-radius: 3px; padding: 0 3px; }
.d-time { background: #ffffff0f; border-radius: 3px; padding: 0 3px; }
.d-code, .d-pre { background: #2b2d31; border-radius: 4px; font: .87em Consolas, "Liberation Mono", Menlo, monospace; }
.d-code { padding: .1em .3em; }
.d-pre { line-height: 1.35; border: 1px solid #1e1f22; padding: 8px; margin: 4px 0; white-space: pre-wrap; }
.d-embed .d-pre { font-size: 12px; }
.d-spoiler { background: #1e1f22; color: transparent; border-radius: 3px; }
.d-spoiler:hover { background: #ffffff1a; color: inherit; }
.d-quote { display: inline-block; border-left: 4px solid #4e5058; border-radius: 2px; padding-left: 9px; }
.d-subtext { font-size: .82em; color: #949ba4; }
.d-h1 { font-size: 1.4em; font-weight: 700; } .d-h2 { font-size: 1.2em; font-weight: 700; } .d-h3 { font-weight: 700; }
.d-item::before { content: "•"; margin: 0 8px 0 4px; }
.d-embed { display: flex; gap: 14px; max-width: 520px; margin-top: 6px; background: #2b2d31; border-left: 4px solid #1e1f22; border-radius: 4px; padding: 10px 16px 14px 12px; font-size: 14px; transition: border-color .4s; }
.d-body { min-width: 0; flex: 1; }
.d-author { display: flex; align-items: center; gap: 8px; margin-top: 4px; font-size: 13.5px; font-weight: 600; }
.d-author a, .d-author span { color: #f2f3f5; }
.d-icon { width: 22px; height: 22px; border-radius: 50%; }
.d-title { margin-top: 6px; font-size: 15.5px; font-weight: 650; color: #f2f3f5; }
.d-desc { margin-top: 6px; }
.d-fields { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px; margin-top: 9px; }
.d-field { grid-column: 1 / -1; min-width: 0; }
.d-field.inline { grid-column: span 1; }
.d-field.inline:last-child:nth-child(3n + 1) { grid-column: 1 / -1; }
.d-name { font-weight: 600; font-size: 13.5px; color: #f2f3f5; margin-bottom: 2px; }
.d-image { display: block; clear: both; margin-top: 14px; border-radius: 4px; max-height: 320px; }
.d-thumb { float: right; margin-left: 14px; width: 76px; height: 76px; object-fit: cover; border-radius: 4px; margin-top: 6px; }
.d-footer { display: flex; align-items: center; gap: 8px; margin-top: 9px; font-size: 12px; color: #b5bac1; }
.d-row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
.discord .d-button { display: inline-flex; align-items: center; gap: 7px; background: #4e5058; color: #fff; border-radius: 8px; padding: 6px 14px; font-size: 13.5px; font-weight: 500; }
.discord a.d-button:hover { background: #6d6f78; text-decoration: none; }
.discord .d-button:is(button):hover { filter: brightness(1.15); }
.d-button.s1 { background: #5865f2; } .d-button.s3 { background: #248046; } .d-button.s4 { background: #da373c; }
.d-out { opacity: .75; font-size: .95em; }
@media (max-width: 760px) { .d-message { gap: 12px; padding: 7px 8px 7px 12px; } .d-embed { padding: 8px 8px 12px; } .d-pre { padding: 6px; } }
.d-rule { border: 0; border-top: 1px solid #4e505866; margin: 8px 0; }
`;

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
