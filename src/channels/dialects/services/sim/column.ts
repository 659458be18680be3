import type { Column } from "../../../../../sim/inbox/receiver.ts";

/** Browser code: draws an Adaptive Card like Teams, other messages as text, and anything else as JSON. */
const drawing = String.raw`
function drawService(entry, message) {
  const service = str(entry.path).split("/")[3] ?? "";
  const stamp = el("time", "s-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const card = list(message.attachments)[0]?.content;
  const text = str(message.text) || str(message.message) || str(message.body);
  const said = card ? serviceCard(card) : text ? el("div", "s-text", str(message.title) ? el("b", "", str(message.title) + "\n") : null, text) : paintJson(message);
  return el("article", "s-card", el("div", "s-head", el("b", "", service), stamp), said);
}

function serviceCard(card) {
  const elements = list(card.body).map((one) => one.type === "Image"
    ? image(one.url, "s-image", one.altText)
    : el("p", one.weight === "bolder" ? "s-title" : "s-text", str(one.text).replaceAll("\n\n", "\n")));
  const actions = list(card.actions).map((one) => link(one.url, "s-button", str(one.title)));
  return el("div", "", elements, actions.length ? el("div", "s-actions", actions) : null);
}
`;

const style = `
.services { background: #f5f5f5; color: #242424; font-family: "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
.services h2 { background: #fff; color: #242424; border-bottom: 1px solid #e0e0e0; }
.s-card { background: #fff; border-radius: 8px; border-left: 4px solid #5b5fc7; box-shadow: 0 1px 2px #0002; margin: 8px 12px; padding: 10px 14px; font-size: 14px; line-height: 1.45; }
.s-head { display: flex; justify-content: space-between; gap: 8px; color: #616161; font-size: 12px; margin-bottom: 4px; }
.s-title { font-weight: 600; font-size: 15px; margin: 0 0 4px; }
.s-text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.s-image { display: block; max-height: 240px; max-width: 100%; margin-top: 8px; border-radius: 4px; }
.s-actions { display: flex; gap: 8px; margin-top: 10px; }
.services .s-button { border: 1px solid #d1d1d1; border-radius: 4px; padding: 4px 12px; color: #242424; text-decoration: none; font-weight: 600; font-size: 13px; }
`;

/** The column of other services. */
export const servicesColumn: Column = {
  id: "services",
  title: "Other services",
  heading: ["⇢", "other services", "Teams, Google Chat, Gotify …"],
  empty: ["Nothing here yet", "Custom webhooks whose address is this simulator's show their messages here."],
  drawing: { name: "drawService", script: drawing },
  style,
  narrow: true,
};
