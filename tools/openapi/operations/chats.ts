import * as z from "zod";
import type { Documented } from "../documented.ts";

const tag = "Commands from chats";

const answer = { description: "What the service shows", schema: () => z.looseObject({}).nullable() };

const refusals = [400, 401, 404, 413, 429];

const signed = (by: string) =>
  `Called by ${by}. A bad signature, one older than five minutes or a repeated one is 401.`;

const agents = "Agents";

export const chatsOperations: Record<string, Documented> = {
  answerDiscord: {
    tag,
    summary: "Answer an interaction of Discord",
    description: `${signed("Discord, which signs with Ed25519")} 404 without \`DISCORD_PUBLIC_KEY\`.`,
    status: 200,
    reply: answer,
    refusals,
  },
  answerSlackCommand: {
    tag,
    summary: "Answer a slash command of Slack",
    description: `${signed("Slack, which signs with HMAC")} 404 without \`SLACK_SIGNING_SECRET\`.`,
    status: 200,
    reply: answer,
    refusals,
  },
  answerSlackPress: {
    tag,
    summary: "Take a pressed button of Slack",
    description: `${signed("Slack")} It is acknowledged, and its answer goes to the \`response_url\`.`,
    status: 200,
    reply: answer,
    refusals,
  },
  askAsAgent: {
    tag: agents,
    summary: "Ask as an agent (Model Context Protocol)",
    description:
      "Streamable HTTP without sessions, in the revisions 2025-06-18, 2025-11-25 and 2026-07-28. Tools are offered by the token's scope; each uses operations of this API, with their limits. A page of another site is 403.",
    body: () => ({
      schema: z
        .looseObject({
          jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
          method: z.string().describe("The method, such as `tools/list` or `tools/call`."),
        })
        .meta({ id: "AgentRequest" }),
      example: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    }),
    status: 200,
    reply: { description: "The answer", schema: () => z.looseObject({}) },
    refusals: [413],
  },
  answerTelegram: {
    tag,
    summary: "Answer an update of a Telegram bot",
    description:
      "Called by Telegram for the bot of a channel, with the secret that was set with `setWebhook`. An update that comes again does nothing.",
    status: 200,
    reply: answer,
    refusals,
  },
};
