import { discord } from "../../src/channels/discord/kind.ts";
import type { Message } from "../../src/core/notice.ts";
import { STARTED_AT } from "./messages.ts";
import { API_BASES } from "../../src/channels/registry.ts";

export const settings = { url: "https://discord.com/api/webhooks/123/abcdefghijkl" };
/** The request that sends a message to a Discord webhook. */
export const sent = (message: Message, { edit = null as string | null, plain = false, threadId = "" } = {}) =>
  discord.render({
    settings: threadId === "" ? settings : { ...settings, threadId },
    message,
    deliveryId: "dlv_1",
    at: STARTED_AT,
    edit,
    plain,
    bases: API_BASES,
  });

/** Mentions that ping nobody. */
export const nobody = { parse: [], roles: [], users: [] };

/** A message in the fake. */
export interface StoredMessage {
  id: string;
  /** Its channel or thread. */
  in: string;
  body: { content?: string; embeds?: { title?: string }[]; flags?: number; allowed_mentions?: { roles?: string[] } };
  edits: number;
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const refusal = (status: number, code: number, message = "no"): Answer => ({
  status,
  body: JSON.stringify({ code, message }),
});

/**
 * Discord as webhooks and bots see it: a text channel, or a forum whose messages are in threads that a moderator may
 * delete. It stores messages and answers as documented. More than `perMinute` new messages within a minute get a 429.
 */
export function fakeDiscord({ forum = false, perMinute = Infinity }: { forum?: boolean; perMinute?: number } = {}) {
  const messages = new Map<string, StoredMessage>();
  const threads = new Map<string, string>();
  const calls: { method: string; url: string; status: number }[] = [];
  const published: string[] = [];
  let count = 0;
  let latest: number[] = [];
  /** The 429 for a new message beyond the limit. */
  const limited = (): Answer | null => {
    const now = Date.now();
    latest = latest.filter((at) => at > now - 60_000);
    if (latest.push(now) <= perMinute) return null;
    latest.pop();
    const wait = (latest[0]! + 60_000 - now) / 1000;
    const body = JSON.stringify({ message: "You are being rate limited.", retry_after: wait, global: false });
    return { status: 429, body, headers: { "retry-after": String(Math.ceil(wait)) } };
  };
  const nextId = () => String(1_000_000_000_000_000_000n + BigInt(++count));
  const post = (where: string, body: StoredMessage["body"], id = nextId()): Answer => {
    messages.set(id, { id, in: where, body, edits: 0 });
    return { status: 200, body: JSON.stringify({ id, channel_id: where }) };
  };
  const open = (name: string, body: StoredMessage["body"]): { thread: string; answer: Answer } => {
    const thread = nextId();
    threads.set(thread, name);
    return { thread, answer: post(thread, body, thread) };
  };
  const changed = (id: string, where: string | null, method: string, body: StoredMessage["body"]): Answer => {
    const message = messages.get(id);
    if (where !== null && forum && !threads.has(where)) return refusal(404, 10003);
    if (message === undefined || (where ?? "55") !== message.in) return refusal(404, 10008);
    if (method === "DELETE") {
      messages.delete(id);
      return { status: 204, body: "" };
    }
    messages.set(id, { ...message, body: { ...message.body, ...body }, edits: message.edits + 1 });
    return { status: 200, body: JSON.stringify({ id, channel_id: message.in }) };
  };

  /** `/api/webhooks/{id}/{token}[/messages/{id}]`. */
  function webhook(path: string, query: URLSearchParams, method: string, text: string): Answer {
    const body = JSON.parse(text || "{}") as StoredMessage["body"] & { thread_name?: string };
    const thread = query.get("thread_id");
    const id = /\/messages\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return changed(id, thread, method, body);
    if (!forum) return thread === null ? post("55", body) : refusal(404, 10003);
    if (thread !== null) return threads.has(thread) ? post(thread, body) : refusal(404, 10003);
    return body.thread_name === undefined ? refusal(400, 220001) : open(body.thread_name, body).answer;
  }

  /** `/api/v10/channels/{id}/…`. */
  function bot(path: string, method: string, text: string): Answer {
    const [, where = "", rest = ""] = /\/channels\/(\d+)\/(.*)$/.exec(path) ?? [];
    const body = JSON.parse(text || "{}") as StoredMessage["body"] & { name: string; message: StoredMessage["body"] };
    if (where !== "55" && !threads.has(where)) return refusal(404, 10003);
    if (rest === "threads") {
      const { thread } = open(body.name, body.message);
      return { status: 201, body: JSON.stringify({ id: thread, name: body.name, message: { id: thread } }) };
    }
    const [, id, crosspost] = /^messages\/(\d+)(\/crosspost)?$/.exec(rest) ?? [];
    if (id === undefined) return forum && where === "55" ? refusal(400, 50008) : post(where, body);
    if (crosspost === undefined) return changed(id, where === "55" ? null : where, method, body);
    published.push(id);
    return { status: 200, body: JSON.stringify({ id }) };
  }

  return {
    messages,
    /** The names of existing threads, by id. */
    threads,
    calls,
    /** Published messages. */
    published,
    /** A moderator deletes a thread with all its messages. */
    deleteThread(id: string) {
      threads.delete(id);
      for (const message of messages.values()) if (message.in === id) messages.delete(message.id);
    },
    answer: (url: string, text: string, method = "GET"): Answer => {
      const { pathname, searchParams } = new URL(url);
      const answer =
        (method === "POST" ? limited() : null) ??
        (/\/webhooks\//.test(pathname) ? webhook(pathname, searchParams, method, text) : bot(pathname, method, text));
      calls.push({ method, url, status: answer.status });
      return answer;
    },
  };
}

export type FakeDiscord = ReturnType<typeof fakeDiscord>;
