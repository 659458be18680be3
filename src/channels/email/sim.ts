import { Hono } from "hono";
import { jsonObject } from "../../../sim/inbox/json.ts";
import type { Receiver } from "../../../sim/inbox/receiver.ts";
import { arrival, messageIds } from "../../../sim/inbox/receive.ts";
import { mailColumn } from "../dialects/mail/sim/column.ts";
import { mailRefusal, mailServices, mailText, MAX_BYTES } from "../dialects/mail/sim/rules.ts";

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
