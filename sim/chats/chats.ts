import { Hono } from "hono";
import { asObject, jsonObject, type JsonObject, str } from "../inbox/json.ts";
import { discordChat } from "./discord.ts";
import { people } from "./people.ts";
import type { ChatParts, ChatService } from "./service.ts";
import { slackChat } from "./slack.ts";
import { telegramChat } from "./telegram.ts";

const services: Record<string, ChatService> = { discord: discordChat, slack: slackChat, telegram: telegramChat };

const bodyIn = async (request: Request): Promise<JsonObject> => jsonObject(await request.text()) ?? {};

/** Routes by which the inbox's page writes in the chats and presses buttons. */
export function createChatRoutes(parts: Omit<ChatParts, "origin">): Hono {
  const { inbox, settings } = parts;
  const app = new Hono();

  app.get("/inbox/chats.json", (context) =>
    context.json({
      isOpen: settings.app !== "",
      people: people.map(({ key, name, manages }) => ({ key, name, manages })),
    }),
  );

  // A page of another site can't send JSON without being asked for permission first.
  app.post("/inbox/chats/:service/:what{commands|presses|choices}", async (context) => {
    const { service: name, what } = context.req.param();
    const service = Object.hasOwn(services, name) ? services[name] : undefined;
    const isJson = context.req.header("content-type")?.startsWith("application/json") === true;
    const body = await bodyIn(context.req.raw);
    const who = people.find(({ key }) => key === body["person"]);
    if (settings.app === "" || service === undefined || !isJson || who === undefined)
      return context.json({ error: "no such chat or person" }, 404);
    const all = { ...parts, origin: new URL(context.req.url).origin };
    if (what === "choices") return context.json((await service.complete?.(who, str(body["text"]), all)) ?? []);
    if (what === "commands") await service.command(who, str(body["text"]).slice(0, 1000), all);
    else {
      const entry = inbox.present(str(body["kind"]), str(body["id"]));
      if (!entry) return context.json({ error: "no such message" }, 404);
      const message = entry.message ?? asObject(entry.body) ?? {};
      await service.press(who, { entry, message, button: str(body["button"]) }, all);
    }
    return context.body(null, 204);
  });

  for (const { routes } of Object.values(services)) app.route("/", routes(parts));
  return app;
}
