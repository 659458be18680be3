import { serve, type TestServer } from "../support/http-server.ts";

/** A bot's call that arrived. */
export interface BotCall {
  path: string;
  authorization: string;
  text: string;
}

/** Slack's and Discord's API for bots, as far as sending and editing a message goes. */
export async function chatService(): Promise<TestServer & { calls: BotCall[] }> {
  const calls: BotCall[] = [];
  const server = await serve(async (request, text, response) => {
    calls.push({ path: request.url!, authorization: request.headers.authorization ?? "", text });
    response.writeHead(200, { "content-type": "application/json" });
    const ts = `${1_760_000_000 + calls.length}.000100`;
    response.end(JSON.stringify({ ok: true, channel: "C012AB", ts, id: String(9_000_000_000 + calls.length) }));
  });
  return { ...server, calls };
}
