import { routesOver } from "../../http/route.ts";
import type { ChatPorts } from "./deps.ts";

const route = routesOver<ChatPorts>();

/** Loaded when first asked, since most isolates get no command. */
const requests = () => import("./requests.ts");

/** The doors of chat services. Each checks itself who calls. */
export const chatRoutes = [
  route({
    method: "post",
    path: "/chat/discord",
    scope: "public",
    operation: "answerDiscord",
    handle: async ({ request, ports }) => (await requests()).discordRequest(request, ports.chats),
  }),
  route({
    method: "post",
    path: "/chat/slack/commands",
    scope: "public",
    operation: "answerSlackCommand",
    handle: async ({ request, ports }) => (await requests()).slackRequest(request, "command", ports.chats),
  }),
  route({
    method: "post",
    path: "/chat/slack/interactions",
    scope: "public",
    operation: "answerSlackPress",
    handle: async ({ request, ports }) => (await requests()).slackRequest(request, "press", ports.chats),
  }),
  route({
    method: "post",
    path: "/chat/telegram/{botId}",
    scope: "public",
    operation: "answerTelegram",
    handle: async ({ request, params, ports }) =>
      (await requests()).telegramRequest(request, params["botId"]!, ports.chats),
  }),
];
