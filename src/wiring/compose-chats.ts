import { apiCall, botIdOf, chatAddress } from "../channels/telegram/api.ts";
import type { AgentDeps } from "../features/agents/tool.ts";
import { chatStore, type ChatStore } from "../features/chats/chat-store.ts";
import { SUBCOMMANDS } from "../features/chats/command.ts";
import { en } from "../features/chats/message/words/en.ts";
import type { ChatDeps } from "../features/chats/deps.ts";
import type { Inside } from "../http/inside.ts";
import { creatorStore } from "../features/creators/creator-store.ts";
import type { JsonObject } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import { sha256Hex } from "../core/sha256.ts";
import { openStored } from "../engine/deliver/channel-store.ts";
import { follow, moveChat } from "../engine/deliver/follow-store.ts";
import type { Actor } from "../http/auth.ts";
import type { LimitablePorts } from "./api/limited.ts";
import { createApp } from "./api/app.ts";
import type { Invocation } from "./invocation.ts";
import { log, logged } from "./log/log.ts";

/** The API for calls from inside. Its environment is the ports of the request that calls. */
const inner = lazy(() => createApp((ports: LimitablePorts) => ports));

/** Calls the API as an actor: each call is checked, limited and recorded as if it came from outside. */
export const insideFor =
  (ports: () => LimitablePorts) =>
  (actor: Actor): Inside =>
  async (method, path, body, key) => {
    const headers = {
      authorization: "Bearer inside",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const own: LimitablePorts = { ...ports(), identify: async () => actor };
    const response = await inner().fetch(new Request(`https://tallylight.invalid${path}`, init), own);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as JsonObject) };
  };

/** The secret of a bot's webhook, which only we and the service know. */
const webhookSecretOf = (token: string): Promise<string> => sha256Hex(`tallylight webhook ${token}`);

/** The bots of channels, by their tokens. */
async function* botsIn({ db, vault }: Invocation, channels: { id: string; sealed: string }[]): AsyncGenerator<string> {
  const tokens = new Set<string>();
  for (const { id, sealed } of channels) {
    const settings = (await openStored(db, vault, sealed, `channels/${id}/sealed`)) as { token: string } | null;
    if (settings === null || tokens.has(settings.token)) continue;
    tokens.add(settings.token);
    yield settings.token;
  }
}

/** Has Telegram send what people write to our bots here, and show them the commands. */
export async function openTelegram(invocation: Invocation, { channelsOf }: Pick<ChatStore, "channelsOf">) {
  const { config, sweep } = invocation;
  if (config.PUBLIC_URL === undefined) return "needs PUBLIC_URL, so that Telegram finds this server";
  let failure: string | null = "needs a channel of Telegram, whose bot takes the commands";
  for await (const token of botsIn(invocation, await channelsOf("telegram"))) {
    const url = `${config.PUBLIC_URL}/chat/telegram/${botIdOf(token)}`;
    const form = { url, secret_token: await webhookSecretOf(token), allowed_updates: ["message", "callback_query"] };
    const { status, error } = await sweep.deliver.send(apiCall("setWebhook", token, config.bases, form));
    if (status !== 200) return `could not be opened: Telegram answered setWebhook with ${status ?? error}`;
    await sweep.deliver.send(apiCall("setMyCommands", token, config.bases, { commands: COMMANDS }));
    failure = null;
  }
  return failure;
}

const COMMANDS = SUBCOMMANDS.map((command) => ({ command, description: en.does[command] }));

/** How often a channel is read again that somebody changed meanwhile. */
const MAX_TRIES = 3;

/** Has a bot's channels and its linked chat follow a group whose ID has changed. Those that already do stay. */
async function migrated(
  { db, vault }: Invocation,
  { channelsTo }: Pick<ChatStore, "channelsTo">,
  botId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (let tries = 0, changed = true; changed && tries < MAX_TRIES; tries++) {
    changed = false;
    for (const { id, sealed, updatedAt } of await channelsTo(from)) {
      const settings = (await openStored(db, vault, sealed, `channels/${id}/sealed`)) as { token: string } | null;
      if (settings === null || botIdOf(settings.token) !== botId) continue;
      const moved = await follow(db, vault, { id, kind: "telegram", updatedAt, settings }, { chatId: to }, Date.now());
      changed ||= moved === null;
    }
  }
  await moveChat(db, chatAddress(botId, from), chatAddress(botId, to), Date.now());
}

/** Lists of a limited agent that are searched, at most. */
const MAX_LISTS = 20;

/** What agents need besides the API. */
export const agentPorts = ({ db, sweep }: Invocation, now: () => Promise<number>): AgentDeps => ({
  async named(search, listIds, max) {
    const store = creatorStore(db);
    const found = await Promise.all(
      (listIds?.slice(0, MAX_LISTS) ?? [null]).map((watchlistId) =>
        store.creators({ show: "all", search, watchlistId, sort: "name" }, { limit: max, after: null }),
      ),
    );
    return found.flatMap(({ items }) => items).slice(0, max);
  },
  unknown: async (listId) => (await chatStore(db, sweep.board, now).live(listId)).unknown ?? 0,
});

/** What commands of chats need. */
export function chatPorts(invocation: Invocation, ports: () => LimitablePorts, now: () => Promise<number>): ChatDeps {
  const { config, db, sweep } = invocation;
  const store = chatStore(db, sweep.board, now);
  return {
    ...store,
    discordPublicKey: config.DISCORD_PUBLIC_KEY ?? null,
    slackSigningSecret: config.SLACK_SIGNING_SECRET ?? null,
    discordApplicationId: config.DISCORD_APPLICATION_ID ?? null,
    isNew: async (key, at) => (await ports().idempotency.begin(await sha256Hex(key), "", at)).kind === "new",
    inside: insideFor(ports),
    async named(search, watchlistId, max) {
      const filter = { show: "all", search, watchlistId, sort: "name" } as const;
      const { items, near } = await creatorStore(db).creators(filter, { limit: max, after: null });
      return { targets: items, near: near.map(({ name }) => name) };
    },
    commanded(id, text, at) {
      log({ log: "command", chatId: id, command: text });
      return store.commanded(id, text, at);
    },
    language: config.language ?? "en",
    later: (command) => sweep.command(command),
    send: (request) => sweep.deliver.send(request),
    bases: config.bases,
    async telegram(botId) {
      for await (const token of botsIn(invocation, await store.channelsOf("telegram")))
        if (botIdOf(token) === botId) return { token, secret: await webhookSecretOf(token) };
      return null;
    },
    async slackBots() {
      const tokens = [];
      for await (const token of botsIn(invocation, await store.channelsOf("slack-bot"))) tokens.push(token);
      return tokens;
    },
    migrate: (botId, ids) => migrated(invocation, store, botId, ids),
    wallNow: () => Date.now(),
    sleep: sweep.deliver.sleep,
    failed: (what, thrown) => logged(`chats: ${what} failed`)(thrown),
  };
}
