import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from "node:crypto";
import type { RunningApi } from "../api/running-api.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");

/** The public key as Discord shows it. */
const DISCORD_PUBLIC_KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const SLACK_SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";

/** The variables that open the doors of chats. */
export const CHAT_VARIABLES = { DISCORD_PUBLIC_KEY, SLACK_SIGNING_SECRET };

const seconds = (at: number) => String(Math.floor(at / 1000));

/** A signed request of Discord. */
export function discordRequest(body: string | Uint8Array, at = Date.now(), key: KeyObject = privateKey): Request {
  const timestamp = seconds(at);
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]), key).toString("hex");
  const headers = { "x-signature-timestamp": timestamp, "x-signature-ed25519": signature };
  return new Request("http://api.test/chat/discord", { method: "POST", headers, body: Buffer.from(body) });
}

/** A signed request of Slack. */
export function slackRequest(
  path: "commands" | "interactions",
  form: Record<string, string>,
  at = Date.now(),
): Request {
  const [timestamp, body] = [seconds(at), new URLSearchParams({ trigger_id: randomUUID(), ...form }).toString()];
  const signature = `v0=${createHmac("sha256", SLACK_SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest("hex")}`;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": signature,
  };
  return new Request(`http://api.test/chat/slack/${path}`, { method: "POST", headers, body });
}

/** Who asks on Discord. */
export interface Member {
  id?: string;
  name?: string;
  roles?: string[];
  permissions?: string;
  guild?: string;
}

const MANAGE_SERVER = String(1 << 5);

let count = 0;

/** An interaction of Discord without its data. */
export const interaction = (type: number, data: object, who: Member = {}) => ({
  id: String(9_000_000 + count++),
  application_id: "4711",
  type,
  token: `token-${count}`,
  guild_id: who.guild ?? "100",
  guild: { id: who.guild ?? "100" },
  channel_id: "55",
  locale: "en-US",
  member: {
    user: { id: who.id ?? "7", username: "lena", global_name: who.name ?? "Lena" },
    roles: who.roles ?? [],
    permissions: who.permissions ?? MANAGE_SERVER,
  },
  data,
});

/** A subcommand of `/tally` on Discord. */
export function onDiscord(name: string, options: Record<string, string> = {}, who: Member = {}): Request {
  const given = Object.entries(options).map(([option, value]) => ({ name: option, type: 3, value }));
  const data = { id: "1", name: "tally", type: 1, options: [{ name, type: 1, options: given }] };
  return discordRequest(JSON.stringify(interaction(2, data, who)));
}

/** A pressed button on Discord. */
export const pressedOnDiscord = (button: string, who: Member = {}): Request =>
  discordRequest(JSON.stringify(interaction(3, { component_type: 2, custom_id: button }, who)));

// oxlint-disable-next-line typescript/no-explicit-any
export type Answered = any;

/** Sends a signed request and returns the answer's body. */
export async function answerTo(api: RunningApi, request: Request): Promise<Answered> {
  const response = await api.send(request);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/** The text of an answer of Discord, and the ids of its buttons. */
export function saidOnDiscord({ data }: Answered): { text: string; buttons: string[] } {
  const embeds = (data.embeds ?? []).flatMap((one: Answered) => [
    one.description ?? "",
    ...(one.fields ?? []).map((field: Answered) => `${field.name}: ${field.value}`),
  ]);
  const buttons = (data.components ?? []).flatMap((row: Answered) =>
    row.components.map((one: Answered) => one.custom_id),
  );
  return { text: [data.content, ...embeds].join("\n"), buttons };
}
