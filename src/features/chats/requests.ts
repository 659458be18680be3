import { apiCall } from "../../channels/telegram/api.ts";
import { isObject, type Json, type JsonObject, objectsIn } from "../../core/json.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { noteFailedTry } from "../../http/auth.ts";
import { rawBody } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";
import { json } from "../../http/route.ts";
import { answerInTime } from "./answer-in-time.ts";
import { READING, type Command } from "./command.ts";
import type { ChatDeps } from "./deps.ts";
import { discordAsked, discordDoor, offered, PONG } from "./doors/discord.ts";
import { slackCommand, slackDoor, slackPress } from "./doors/slack.ts";
import { migrationIn, telegramCommand, telegramDoor } from "./doors/telegram.ts";
import { calledOf, nameOf } from "./find.ts";
import { hexToBytes } from "@noble/hashes/utils.js";

/** A door without its key does not exist. */
const closed = (): never => {
  throw new Problem(404, "No such path.");
};

/** Refuses a request that the service did not send, or a change that came before. */
function refuse(request: Request): never {
  noteFailedTry(request);
  throw new Problem(401, "The signature is not valid.");
}

const bodyOf = (body: JsonObject | null): Response =>
  body === null ? new Response(null, { status: 200 }) : json(body);

async function signedBy(request: Request, names: { timestamp: string; signature: string }): Promise<Signed> {
  const { headers } = request;
  const body = await rawBody(request);
  return { timestamp: headers.get(names.timestamp), signature: headers.get(names.signature), body };
}

/** The body as JSON; empty if it is none. */
function bodyIn(bytes: Uint8Array): JsonObject {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const DISCORD = { timestamp: "x-signature-timestamp", signature: "x-signature-ed25519" };
const SLACK = { timestamp: "x-slack-request-timestamp", signature: "x-slack-signature" };

/** Answers an interaction of Discord. */
export async function discordRequest(request: Request, deps: ChatDeps): Promise<Response> {
  const { discordPublicKey: key } = deps;
  if (key === null) return closed();
  const signed = await signedBy(request, DISCORD);
  if (!(await isFromDiscord(signed, key, deps.wallNow()))) return refuse(request);
  const signature = await sha256Hex(signed.signature!);
  const asked = discordAsked(bodyIn(signed.body), signature, deps.wallNow());
  if (asked.kind === "ping") return json(PONG);
  if (asked.kind === "unknown") throw new Problem(400, "This is no interaction that is known here.");
  if (asked.kind === "choices") return json(offered(await choicesFor(asked.command, asked.focused, deps)));
  if (!(await mayCome(asked.command, signature, deps))) return refuse(request);
  return bodyOf(await answerInTime(asked.command, discordDoor, deps));
}

/**
 * Reports whether a signed command may be carried out: one that only reads always, since who asks twice within a second
 * sends the same bytes; any other one once.
 */
const mayCome = async ({ asked }: Command, signature: string, deps: ChatDeps): Promise<boolean> =>
  ("name" in asked && READING.includes(asked.name)) || (await deps.isNew(`chat/${signature}`, deps.wallNow()));

const SPANS = ["30m", "2h", "8h", "tomorrow", "live"];

/** What fits while somebody types: creators of the chat's list, or how long. Nothing for chats that are not linked. */
async function choicesFor(
  { address }: Command,
  { name, text }: { name: string; text: string },
  deps: ChatDeps,
): Promise<{ name: string; value: string }[]> {
  if (name === "for")
    return SPANS.filter((one) => one.startsWith(text.toLowerCase())).map((one) => ({ name: one, value: one }));
  const chat = name === "creator" ? await deps.find(address) : null;
  if (chat === null) return [];
  const { targets } = await deps.named(text, chat.watchlistId, 25);
  return targets.map((one) => ({ name: `${nameOf(one)} · ${calledOf(one)}`, value: calledOf(one) || one.id }));
}

/** Answers a command or a pressed button of Slack. */
export async function slackRequest(request: Request, what: "command" | "press", deps: ChatDeps): Promise<Response> {
  const { slackSigningSecret: secret } = deps;
  if (secret === null) return closed();
  const signed = await signedBy(request, SLACK);
  if (!(await isFromSlack(signed, secret, deps.wallNow()))) return refuse(request);
  const form = new URLSearchParams(new TextDecoder().decode(signed.body));
  // Slack asks whether the certificate is valid.
  if (form.get("ssl_check") === "1") return bodyOf(null);
  const key = await sha256Hex(signed.signature!);
  const command = (what === "command" ? slackCommand : slackPress)(form, key, deps.wallNow());
  if (command === null) return bodyOf(null);
  if (!(await mayCome(command, key, deps))) return refuse(request);
  return bodyOf(await answerInTime(command, slackDoor, deps));
}

/**
 * Answers an update of a Telegram bot. An update that was repeated is accepted and does nothing. A group that has
 * become a supergroup is followed, which may be repeated.
 */
export async function telegramRequest(request: Request, botId: string, deps: ChatDeps): Promise<Response> {
  if (!/^\d{3,20}$/.test(botId)) return closed();
  const secret = request.headers.get("x-telegram-bot-api-secret-token") ?? "";
  const body = await rawBody(request);
  const bot = secret === "" ? null : await deps.telegram(botId);
  if (bot === null || (await sha256Hex(bot.secret)) !== (await sha256Hex(secret))) return refuse(request);
  const update = bodyIn(body);
  const migration = migrationIn(update);
  if (migration !== null) {
    await deps.migrate(botId, migration);
    return bodyOf(null);
  }
  const command = telegramCommand(update, botId, deps.wallNow());
  if (command === null || !(await deps.isNew(`chat/${command.key}`, deps.wallNow()))) return bodyOf(null);
  const answer = await answerInTime(command, telegramDoor(bot.token), deps);
  return bodyOf(await called(objectsIn(answer?.["calls"]), bot.token, deps));
}

/** Acknowledges a pressed button. Returns the call that the response carries. */
async function called(calls: JsonObject[], token: string, deps: ChatDeps): Promise<JsonObject | null> {
  let response: JsonObject | null = null;
  for (const call of calls) {
    const { method, ...body } = call;
    if (method === "answerCallbackQuery") await deps.send(apiCall(method, token, deps.bases, body));
    else response = call;
  }
  return response;
}

/** How old a signed request may be, and how far its clock may be ahead. */
const SKEW_MS = 300_000;

const encoder = new TextEncoder();

/** The bytes of a hexadecimal text of exactly `length` bytes; null for any other text. */
const fromHex = (text: string, length: number): Uint8Array<ArrayBuffer> | null =>
  text.length === 2 * length && /^[0-9a-f]*$/i.test(text) ? new Uint8Array(hexToBytes(text)) : null;

/** The message that is signed: parts before the raw body, whose bytes stay as they came. */
function joined(before: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(before);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** Reports whether a timestamp in seconds is a plain number within five minutes of `now` (wall clock, epoch ms). */
const isCurrent = (seconds: string, now: number): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= SKEW_MS;

/** What a signed request carries besides its body. */
interface Signed {
  timestamp: string | null;
  signature: string | null;
  body: Uint8Array;
}

/** Checks Discord's Ed25519 signature over timestamp and raw body. `publicKey` is hexadecimal. */
async function isFromDiscord({ timestamp, signature, body }: Signed, publicKey: string, now: number) {
  const [key, signed] = [fromHex(publicKey, 32), fromHex(signature ?? "", 64)];
  if (key === null || signed === null || timestamp === null || !isCurrent(timestamp, now)) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signed, joined(timestamp, body));
  } catch {
    // A key that is no point of the curve verifies nothing.
    return false;
  }
}

/** Checks Slack's `v0` signature: HMAC-SHA256 over version, timestamp and raw body. */
async function isFromSlack({ timestamp, signature, body }: Signed, secret: string, now: number) {
  const signed = fromHex(/^v0=([0-9a-f]{64})$/.exec(signature ?? "")?.[1] ?? "", 32);
  if (signed === null || timestamp === null || !isCurrent(timestamp, now)) return false;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signed, joined(`v0:${timestamp}:`, body));
}
