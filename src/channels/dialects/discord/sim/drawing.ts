/** Browser code: draws a message like Discord. */
export const clientDiscord = String.raw`
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
    return part.style === 5 ? link(part.url, "d-button", label, el("span", "d-out", "↗")) : el("span", "d-button s" + part.style, label);
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
