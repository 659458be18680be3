import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { Hono } from "hono";
import type { InboxEntry } from "../inbox/inbox.ts";
import { asObject, jsonObject, type JsonObject, objects, str } from "../inbox/json.ts";
import { type ChatParts, type ChatService, delivered, refusalOf, replaced, shown } from "./service.ts";
import { DISCORD_SERVER, type Person } from "./people.ts";

const KIND = "discord-bot";
const APPLICATION = "100000000000000000";
const MANAGE_SERVER = String(1 << 5);
const EPHEMERAL = 64;

/** The options of the command, as it is registered. */
const OPTIONS: Record<string, string[]> = {
  live: [],
  watch: ["creator", "channel"],
  unwatch: ["creator"],
  list: [],
  snooze: ["creator", "for"],
  rank: ["creator"],
  trends: [],
  help: [],
  link: ["code"],
};

/** The frame of an Ed25519 key in PKCS #8. */
const PKCS8 = "302e020100300506032b657004220420";

/** Signs as Discord does: Ed25519 over timestamp and body. */
async function signed(body: string, { settings, now }: ChatParts): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now() / 1000));
  const key = await crypto.subtle.importKey("pkcs8", hexToBytes(PKCS8 + settings.discordKey), "Ed25519", false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(timestamp + body));
  return {
    "content-type": "application/json",
    "x-signature-timestamp": timestamp,
    "x-signature-ed25519": bytesToHex(new Uint8Array(signature)),
  };
}

/** The subcommand and its options in a typed text, filled in as Discord's form does; null if it has none of that name. */
function typedIn(text: string): { name: string; options: { name: string; type: 3; value: string }[] } | null {
  const [name = "", ...words] = text
    .trim()
    .replace(/^\/tally\b\s*/i, "")
    .split(/\s+/);
  const known = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]! : null;
  if (known === null) return null;
  const [first, second] = known;
  const last = words.at(-1) ?? "";
  const hasSecond = second !== undefined && words.length > 1 && (second === "for" || last.startsWith("#"));
  const values: [string | undefined, string][] = hasSecond
    ? [
        [first, words.slice(0, -1).join(" ")],
        [second, last],
      ]
    : [[first, words.join(" ")]];
  const options = values.flatMap(([option, value]) =>
    option === undefined || value === "" ? [] : [{ name: option, type: 3 as const, value }],
  );
  return { name, options };
}

let ids = 0;

/** Answers that are awaited, by the token of their interaction. */
const awaited = new Map<string, { entry: InboxEntry; until: number }>();
const TOKEN_MS = 15 * 60_000;

const interaction = (type: number, data: object, who: Person, more: object, { now }: ChatParts) => ({
  id: String(BigInt(now()) * 1000n + BigInt(++ids % 1000)),
  application_id: APPLICATION,
  type,
  token: crypto.randomUUID(),
  version: 1,
  guild_id: DISCORD_SERVER,
  guild: { id: DISCORD_SERVER, name: "Tallylight demo" },
  channel_id: "1000000000000000001",
  locale: "en-US",
  member: {
    user: { id: who.discord, username: who.key, global_name: who.name },
    roles: [],
    permissions: who.manages ? MANAGE_SERVER : "0",
  },
  data,
  ...more,
});

async function asked(body: ReturnType<typeof interaction>, parts: ChatParts): Promise<JsonObject | null> {
  const text = JSON.stringify(body);
  const answer = await delivered(parts, "/chat/discord", await signed(text, parts), text);
  return answer === null ? null : (jsonObject(answer) ?? null);
}

/** Shows the answer to an interaction. `below` is the message whose button was pressed. */
async function answered(
  body: ReturnType<typeof interaction>,
  said: { by: string; asked: string },
  below: InboxEntry | null,
  parts: ChatParts,
): Promise<void> {
  const answer = await asked(body, parts);
  const data = asObject(answer?.["data"]) ?? {};
  const type = answer?.["type"];
  const alone = (Number(data["flags"]) & EPHEMERAL) !== 0;
  if (type === 5) {
    const entry = shown(parts, KIND, { ...said, alone, waits: true });
    awaited.set(body.token, { entry, until: parts.now() + TOKEN_MS });
    return;
  }
  const refusal = type === 4 || type === 7 ? refusalOf(KIND, data) : null;
  if (refusal !== undefined) {
    const failed = refusal === null ? "The application did not respond" : `Discord refuses: ${JSON.stringify(refusal)}`;
    shown(parts, KIND, { ...said, alone: true, failed });
  } else if (type === 7 && below !== null) replaced(parts.inbox, below, data);
  else shown(parts, KIND, { ...said, alone }, data);
}

/** Discord: interactions, which are signed; answers for one person; late answers by the token. */
export const discordChat: ChatService = {
  async command(who, text, parts) {
    const said = { by: who.name, asked: text };
    const typed = typedIn(text);
    if (typed === null) {
      shown(parts, KIND, { ...said, alone: true, failed: `Discord offers: /tally ${Object.keys(OPTIONS).join(", ")}` });
      return;
    }
    const data = { id: "1", name: "tally", type: 1, options: [{ ...typed, type: 1 }] };
    await answered(interaction(2, data, who, {}, parts), said, null, parts);
  },

  async press(who, { entry, message, button }, parts) {
    const rows = objects(message["components"]).flatMap(({ components }) => objects(components));
    const label = str(rows.find((one) => one["custom_id"] === button)?.["label"]);
    if (label === "") return;
    const shape = { ...message, id: entry.id, flags: entry.said?.alone === true ? EPHEMERAL : 0 };
    const data = { component_type: 2, custom_id: button };
    await answered(interaction(3, data, who, { message: shape }, parts), { by: who.name, asked: label }, entry, parts);
  },

  async complete(who, text, parts) {
    const typed = typedIn(text);
    const focused = typed?.options.at(-1);
    if (!typed || focused === undefined || !["creator", "for"].includes(focused.name)) return [];
    const options = typed.options.map((one) => (one === focused ? { ...one, focused: true } : one));
    const data = { id: "1", name: "tally", type: 1, options: [{ ...typed, options, type: 1 }] };
    const answer = await asked(interaction(4, data, who, {}, parts), parts);
    return objects(asObject(answer?.["data"])?.["choices"]).map(({ value }) => str(value));
  },

  routes({ inbox, now }) {
    const app = new Hono();
    app.patch("/inbox/discord-api/api/:version/webhooks/:application/:token/messages/@original", async (context) => {
      const { application, token } = context.req.param();
      const waiting = awaited.get(token);
      if (application !== APPLICATION || waiting === undefined || waiting.until < now())
        return context.json({ message: "Unknown Webhook", code: 10015 }, 404);
      const message = jsonObject(await context.req.text());
      if (!message) return context.json({ message: "The request body contains invalid JSON.", code: 50109 }, 400);
      const refusal = refusalOf(KIND, message);
      if (refusal !== undefined) return context.json(refusal as JsonObject, 400);
      const { waits: _waits, ...said } = waiting.entry.said!;
      replaced(inbox, waiting.entry, message, said);
      return context.json({ id: waiting.entry.id, ...message });
    });
    return app;
  },
};
