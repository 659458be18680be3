import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { API_BASES } from "../../src/channels/registry.ts";
import { discordProblems, uninvitedOnDiscord } from "../../src/channels/dialects/discord/limits.ts";
import { slackProblems, uninvitedOnSlack } from "../../src/channels/dialects/slack/limits.ts";
import { limits as telegramLimits } from "../../src/channels/telegram/limits.ts";
import { bodyOf } from "../../src/channels/limits.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Command } from "../../src/features/chats/command.ts";
import { SUBCOMMANDS } from "../../src/features/chats/command.ts";
import type { ChatDeps } from "../../src/features/chats/deps.ts";
import { discordAsked, discordDoor } from "../../src/features/chats/doors/discord.ts";
import { slackCommand, slackDoor } from "../../src/features/chats/doors/slack.ts";
import { telegramCommand, telegramDoor } from "../../src/features/chats/doors/telegram.ts";
import { discordRequest, slackRequest as openSlack } from "../../src/features/chats/requests.ts";
import { carryOut } from "../../src/features/chats/run.ts";
import { text } from "../support/generated-messages.ts";
import { runs } from "../support/runs.ts";

// Commands with hostile names and arguments, of people and chats with hostile names, about creators with hostile names.

const START = Date.UTC(2026, 0, 5, 12);

const calls = fc.record({
  name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom<string>(...SUBCOMMANDS) }, { weight: 1, arbitrary: text }),
  options: fc.record(
    { creator: text, channel: text, code: text, for: fc.oneof(text, fc.constantFrom("2h", "live", "tomorrow")) },
    { requiredKeys: [] },
  ),
  person: text,
  title: text,
  service: fc.constantFrom("discord" as const, "slack" as const, "telegram" as const),
  /** What the API has and answers. */
  names: fc.array(text, { maxLength: 12 }),
  refuses: fc.boolean(),
  detail: text,
});

type Call = typeof calls extends fc.Arbitrary<infer One> ? One : never;

/** The command as its service would send it; null if its door finds none. */
function commandOf({ name, options, person, title, service }: Call, at: number): Command | null {
  if (service === "discord") {
    const given = Object.entries(options).map(([option, value]) => ({ name: option, type: 3, value }));
    const member = { nick: person, user: { id: String(at), username: person }, permissions: "32" };
    const body = {
      type: 2,
      id: "1",
      token: "t",
      application_id: "1",
      guild_id: "1",
      guild: { name: title },
      member,
      data: { options: [{ name, options: given }] },
    } as JsonObject;
    const asked = discordAsked(body, "k", at);
    return asked.kind === "command" ? asked.command : null;
  }
  const words = [name, ...Object.values(options)].join(" ");
  if (service === "slack") {
    const form = { team_id: "T1", team_domain: title, user_id: `U${at}`, user_name: person, text: words };
    return slackCommand(new URLSearchParams({ ...form, response_url: "https://hooks.slack.com/x" }), "k", at);
  }
  const chat = { id: -1001, type: "private", title };
  const message = { message_id: 1, chat, from: { id: at, first_name: person }, text: `/${words}` };
  return telegramCommand({ update_id: 1, message } as JsonObject, "123456", at);
}

/** An installation whose texts are all hostile. */
function depsOf({ names, refuses, detail, title }: Call, user: string): ChatDeps {
  const targets = names.map((name, place) => ({
    id: `tgt_${place}`,
    name,
    params: { handle: name },
    status: { unknownSince: null, lastOkAt: "2026-01-05T11:00:00.000Z", verdict: "on" },
    watchlistId: "wl_1",
  }));
  const rankings = { rankings: names.map((name, place) => ({ title: name, onRank: true, place: place + 1 })) };
  const found = names.map((name, place) => ({
    ...targets[place]!,
    params: targets[0]!.params,
    snapshot: rankings,
    events: ["live.*"],
    enabled: true,
    channelId: "tgt_0",
    targetId: null,
    data: { percent: place + 1, name },
    settings: { channel: name },
  }));
  const refused = { status: 422, body: { detail, errors: [{ pointer: `/${detail}`, message: detail }] } };
  const chat = { id: "cht_1", title, scopes: "write", watchlistId: null, roles: [], users: [user], language: null };
  return {
    wallNow: () => START,
    language: "en",
    bases: API_BASES,
    find: async () => chat,
    link: async () => (refuses ? null : chat),
    commanded: async () => undefined,
    named: async () => ({ targets: refuses ? [] : targets, near: names }),
    zone: async () => "UTC",
    removed: async () => null,
    live: async () => ({
      onAir: names.map((name) => ({ name, title: name, url: null, startedAt: START - 60_000 })),
      more: 0,
      atLeast: false,
      unknown: 1,
      blindSince: null,
    }),
    inside: () => async (method: string, path: string) => {
      if (method !== "GET" && refuses) return refused;
      if (method === "DELETE") return { status: 204, body: {} };
      if (method === "POST") return { status: 201, body: { id: "tgt_9", watchlistId: "wl_1" } };
      if (/\/v1\/targets\/\w+$/.test(path)) return { status: 200, body: targets[0] ?? {} };
      return { status: 200, body: { items: found, nextCursor: null } };
    },
  } as unknown as ChatDeps;
}

/** What the service would refuse in an answer, and whom it would ping. */
function faultsIn(service: Call["service"], body: JsonObject): string[] {
  if (service === "discord") {
    const data = body["data"] as JsonObject;
    const { parse } = data["allowed_mentions"] as JsonObject;
    const { flags: _flags, ...content } = data;
    return [
      ...discordProblems(content),
      ...(uninvitedOnDiscord(data, []).length > 0 ? ["pings"] : []),
      ...(JSON.stringify(parse) === "[]" && data["flags"] === 64 ? [] : ["may ping"]),
    ];
  }
  if (service === "slack")
    return [
      ...slackProblems(body, JSON.stringify(body)),
      ...uninvitedOnSlack(body, []),
      ...(body["response_type"] === "ephemeral" ? [] : ["everybody sees it"]),
    ];
  const { method, ...content } = (body["calls"] as JsonObject[])[0]!;
  const request = {
    method: "POST" as const,
    url: `https://a/bot1:a/${String(method)}`,
    headers: {},
    body: JSON.stringify(content),
  };
  return [...telegramLimits.problems(request), ...telegramLimits.uninvited!(bodyOf(request), [])];
}

const DOORS = { discord: discordDoor, slack: slackDoor, telegram: telegramDoor("123456:abc") };

/** Markup that hostile text could have begun: links that hide where they lead, and bare control characters. */
const BROKEN = /\]\(https?:\/\/evil|<https?:\/\/evil[^|>]*\|click>|[\u202a-\u202e\u2066-\u2069]|\\u0000/;

test("hostile words ping nobody, break no limit, become no markup, and nothing throws", async () => {
  const met: Record<string, number> = {};
  let at = START;
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      const command = commandOf(call, (at += 61_000));
      if (command === null) return;
      const answer = await carryOut(command, depsOf(call, command.person.id));
      const body = DOORS[call.service].now(answer, command, START)!;
      expect(faultsIn(call.service, body)).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(BROKEN);
      met[`${call.service} ${"name" in command.asked ? command.asked.name : ""}`] = 1;
    }),
    {
      numRuns: runs(200_000, 400),
      ...(process.env["SEED"] === undefined ? {} : { seed: Number(process.env["SEED"]) }),
    },
  );
  const all = SUBCOMMANDS.flatMap((name) => Object.keys(DOORS).map((service) => `${service} ${name}`));
  expect(all.filter((one) => met[one] === undefined)).toEqual([]);
});

// Signatures: whatever is changed in a signed request, it is refused.

const keys = generateKeyPairSync("ed25519");
const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";

/** A door that only checks: a change that is let through asks whether it is new. */
const doorOf = (more: Partial<ChatDeps>): { deps: ChatDeps; isIn: () => boolean } => {
  let isIn = false;
  const deps = {
    wallNow: () => START,
    discordPublicKey: publicKey.toString("hex"),
    slackSigningSecret: SECRET,
    isNew: async () => {
      isIn = true;
      return false;
    },
    ...more,
  } as unknown as ChatDeps;
  return { deps, isIn: () => isIn };
};

interface SignedRequest {
  timestamp: string;
  signature: string;
  body: Buffer;
}

const flipped = (bytes: Buffer, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
  return changed;
};

const SERVICES = {
  discord: {
    body: Buffer.from(
      JSON.stringify({ type: 2, token: "t", member: { user: { id: "7" } }, data: { options: [{ name: "unwatch" }] } }),
    ),
    signed: (timestamp: string, body: Buffer) =>
      sign(null, Buffer.concat([Buffer.from(timestamp), body]), keys.privateKey).toString("hex"),
    headers: ({ timestamp, signature }: SignedRequest) => ({
      "x-signature-timestamp": timestamp,
      "x-signature-ed25519": signature,
    }),
    door: discordRequest,
    otherKey: (bit: number): Partial<ChatDeps> => ({ discordPublicKey: flipped(publicKey, bit).toString("hex") }),
  },
  slack: {
    body: Buffer.from(new URLSearchParams({ team_id: "T1", user_id: "U1", text: "unwatch" }).toString()),
    signed: (timestamp: string, body: Buffer) =>
      `v0=${createHmac("sha256", SECRET)
        .update(Buffer.concat([Buffer.from(`v0:${timestamp}:`), body]))
        .digest("hex")}`,
    headers: ({ timestamp, signature }: SignedRequest) => ({
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": signature,
    }),
    door: (request: Request, deps: ChatDeps) => openSlack(request, "command", deps),
    otherKey: (bit: number): Partial<ChatDeps> => ({
      slackSigningSecret: flipped(Buffer.from(SECRET), bit & ~7).toString("latin1"),
    }),
  },
};

const seconds = START / 1000;

const CHANGES = {
  body: fc.nat().map((bit) => (one: SignedRequest) => ({ ...one, body: flipped(one.body, bit) })),
  longer: text
    .filter((more) => more !== "")
    .map((more) => (one: SignedRequest) => ({
      ...one,
      body: Buffer.concat([one.body, Buffer.from(more)]),
    })),
  timestamp: fc
    .oneof(
      fc
        .integer({ min: seconds - 400, max: seconds + 400 })
        .filter((other) => other !== seconds)
        .map(String),
      fc.constantFrom("", "-1", `0${seconds}`, `${seconds}.0`, `+${seconds}`, "1e9", "NaN"),
    )
    .map((timestamp) => (one: SignedRequest) => ({ ...one, timestamp })),
  signature: fc.nat().map((bit) => (one: SignedRequest) => {
    const digits = one.signature.replace("v0=", "");
    const changed = flipped(Buffer.from(digits, "hex"), bit).toString("hex");
    return { ...one, signature: one.signature.replace(digits, changed) };
  }),
};

test.each(Object.entries(SERVICES))("%s: what is not as it was signed is refused", async (_name, service) => {
  const timestamp = String(seconds);
  const original: SignedRequest = { timestamp, signature: service.signed(timestamp, service.body), body: service.body };
  let tries = 0;
  const isLetIn = async (one: SignedRequest, more: Partial<ChatDeps> = {}): Promise<boolean> => {
    const { deps, isIn } = doorOf(more);
    // Failed tries of one address are limited.
    const headers = {
      ...service.headers(one),
      "cf-connecting-ip": `198.19.${Math.floor(tries / 100) % 100}.${(tries += 1) % 100}`,
    };
    const init = { method: "POST", headers, body: new Uint8Array(one.body) };
    const status = await service.door(new Request("http://api.test/", init), deps).then(
      (response) => response.status,
      (thrown: { status: number }) => thrown.status,
    );
    expect(status).toBe(401);
    return isIn();
  };
  expect(await isLetIn(original)).toBe(true);
  const options = { numRuns: runs(10_000, 75) };
  for (const change of Object.values(CHANGES))
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        expect(await isLetIn(changed(original))).toBe(false);
      }),
      options,
    );
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (bit) => {
      expect(await isLetIn(original, service.otherKey(bit))).toBe(false);
    }),
    options,
  );
});
