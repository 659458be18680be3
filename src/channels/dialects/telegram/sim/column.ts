import type { Column } from "../../../../../sim/inbox/receiver.ts";

/** Browser code: draws a message like Telegram. */
const drawing = String.raw`
const telegramMarks = {
  bold: (inside) => el("b", "", inside), italic: (inside) => el("i", "", inside), underline: (inside) => el("u", "", inside),
  strikethrough: (inside) => el("s", "", inside), spoiler: (inside) => el("span", "t-spoiler", inside), code: (inside) => el("code", "t-code", inside),
  pre: (inside) => el("pre", "t-pre", inside), text_mention: (inside) => el("span", "t-call", inside), blockquote: (inside) => el("span", "t-quote", inside),
};

function telegramText(text, entities, from, to) {
  const nodes = [];
  let at = from;
  entities.forEach((entity, place) => {
    const end = entity.offset + entity.length;
    if (!(entity.offset >= at && end <= to && entity.length > 0)) return;
    nodes.push(text.slice(at, entity.offset));
    const inside = telegramText(text, entities.slice(place + 1), entity.offset, end);
    nodes.push(entity.type === "text_link" ? link(entity.url, "t-link", inside) : (telegramMarks[entity.type] ?? telegramMarks.bold)(inside));
    at = end;
  });
  return [...nodes, text.slice(at, to)];
}

function drawTelegram(entry, message, edited) {
  const stamp = el("time", "t-stamp", (edited ? "edited " : "") + clock(entry.at));
  stamp.title = longDate(entry.at);
  const text = str(message.text);
  const preview = message.link_preview_options ?? {};
  const rows = Array.isArray(message.reply_markup?.inline_keyboard) ? message.reply_markup.inline_keyboard : [];
  return el("article", "t-message",
    el("div", "t-bubble",
      preview.is_disabled ? null : image(preview.url, "t-image", ""),
      el("div", "t-text", telegramText(text, list(message.entities), 0, text.length)),
      el("div", "t-foot", message.disable_notification ? el("span", "t-silent", "silent") : null, stamp)),
    rows.map((row) => el("div", "t-row", list(row).map(({ text: label, url }) =>
      url === undefined ? el("span", "t-button", str(label)) : link(url, "t-button", str(label))))));
}
`;

const style = `
.telegram { background: #d3e2c8; color: #000; font-family: "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; }
.telegram h2 { background: #fff; color: #222; border-bottom: 1px solid #dfe1e5; }
.t-message { padding: 4px 12px; max-width: 480px; font-size: 14.5px; line-height: 1.4; }
.t-bubble { background: #fff; border-radius: 12px 12px 12px 4px; padding: 7px 11px 5px; box-shadow: 0 1px 1px #0002; }
.t-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.telegram .t-link { color: #168acd; text-decoration: none; }
.telegram .t-link:hover { text-decoration: underline; }
.t-call { background: #dcf0fd; border-radius: 4px; padding: 0 3px; }
.t-code, .t-pre { font: 12.5px/1.45 Menlo, Consolas, "Liberation Mono", monospace; }
.t-pre { background: #f1f5f8; border-left: 3px solid #168acd; border-radius: 6px; margin: 3px 0; padding: 6px 8px; white-space: pre-wrap; }
.t-spoiler { background: #999; color: transparent; } .t-spoiler:hover { color: inherit; background: #eee; }
.t-quote { border-left: 3px solid #168acd; padding-left: 8px; }
.t-image { display: block; width: 100%; max-height: 320px; object-fit: cover; border-radius: 8px; margin-bottom: 5px; }
.t-foot { display: flex; justify-content: flex-end; gap: 6px; font-size: 11.5px; color: #8d969e; }
.t-row { display: flex; gap: 4px; margin-top: 4px; }
.telegram .t-button { flex: 1; text-align: center; background: #7a9a6f; color: #fff; border-radius: 8px; padding: 6px 10px; font-size: 13.5px; text-decoration: none; }
`;

/** The column of Telegram messages. */
export const telegramColumn: Column = {
  id: "telegram",
  title: "Telegram",
  heading: ["✈", "Live alerts", "Telegram"],
  empty: [
    "Nothing here yet",
    "Telegram channels show their messages here. Add one with any token of the form 123456789:letters.",
  ],
  drawing: { name: "drawTelegram", script: drawing },
  style,
  narrow: true,
};
