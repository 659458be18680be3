import { Hono } from "hono";
import { jsonObject } from "../../../sim/inbox/json.ts";
import type { Column, Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";
import { mailRefusal, mailServices, mailText, MAX_BYTES } from "../dialects/mail/sim/rules.ts";

/** Browser code: draws an email like a mail program that shows text. Services name its parts differently. */
const drawing = String.raw`
function drawMail(entry, message) {
  const named = (one) => typeof one === "string" ? one : one ? (str(one.name) + " <" + (str(one.email) || str(one.address)) + ">").trim() : "";
  const content = (type) => str(list(message.content).find((one) => one.type === type)?.value);
  const subject = str(message.subject) || str(message.Subject);
  const text = str(message.text) || str(message.TextBody) || str(message.textContent) || content("text/plain");
  const html = str(message.html) || str(message.HtmlBody) || str(message.htmlContent) || content("text/html");
  const all = message.to ?? message.To ?? list(message.personalizations)[0]?.to;
  const to = (Array.isArray(all) ? all.map((one) => typeof one === "string" ? one : str(one.email)) : [str(all)]).join(", ");
  const stamp = el("time", "m-stamp", clock(entry.at));
  stamp.title = longDate(entry.at);
  const images = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, address, alt]) => image(address.replaceAll("&amp;", "&"), "m-image", alt));
  return el("article", "m-card",
    el("div", "m-head", el("b", "", named(message.from ?? message.From ?? message.sender)), stamp),
    el("div", "m-to", "to " + to),
    el("div", "m-title", subject),
    el("div", "m-text", text),
    images);
}
`;

const style = `
.mail { background: #f6f8fc; color: #1f1f1f; font-family: Arial, "Noto Sans", Helvetica, sans-serif; }
.mail h2 { background: #fff; color: #1f1f1f; border-bottom: 1px solid #e0e3e8; }
.m-card { background: #fff; border-radius: 8px; box-shadow: 0 1px 2px #0002; margin: 8px 12px; padding: 10px 14px; font-size: 14px; line-height: 1.45; }
.m-head { display: flex; justify-content: space-between; gap: 8px; font-size: 13px; }
.m-stamp, .m-to { color: #5f6368; font-size: 12px; }
.m-to { overflow-wrap: anywhere; }
.m-title { font-weight: 600; font-size: 15px; margin: 6px 0 4px; overflow-wrap: anywhere; }
.m-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.m-image { display: block; max-height: 240px; max-width: 100%; margin-top: 8px; }
`;

/** The column of emails. */
const mailColumn: Column = {
  id: "mail",
  title: "Email",
  heading: ["✉", "emails", "as their text"],
  empty: ["Nothing here yet", "Email channels whose address is this simulator's show their emails here."],
  drawing: { name: "drawMail", script: drawing },
  style,
  narrow: true,
};

export const receiver: Receiver = {
  path: "email",
  fault: "inbox.email",
  routes(inbox, wallNow) {
    const app = new Hono();
    const nextId = messageIds(wallNow);
    app.post("/inbox/email/:service", async (context) => {
      const service = mailServices[context.req.param("service")];
      if (service === undefined) return Response.json({ message: "not found" }, { status: 404 });
      if (!service.knows((name) => context.req.header(name))) return service.refused(401, "missing API key");
      const text = await context.req.text();
      if (new TextEncoder().encode(text).length > MAX_BYTES) return service.refused(413, "the email is too large");
      const body = jsonObject(text);
      if (!body) return service.refused(400, "the body must be a JSON object");
      const reason = mailRefusal(service, body);
      if (reason !== undefined) return service.refused(422, reason);
      const mail = service.read(body);
      const entry = inbox.add(arrival(context, "email", body, mailText(mail), nextId()));
      return service.took(entry.id, mail);
    });
    return app;
  },
  words: (statusCode) => JSON.stringify({ statusCode, name: "simulated", message: "a fault of the simulator" }),
  settings: (simulator) => ({
    service: "json",
    url: `${simulator}/inbox/email/json`,
    token: "demo-api-key",
    from: "Tallylight <alerts@example.com>",
    to: "team@example.com",
  }),
  column: mailColumn,
};
