import { afterEach, beforeEach, vi } from "vitest";
import { api } from "../../src/wiring/serve-api.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { doors, Watchdog } from "../../src/wiring/handlers.ts";
import { migratedSqlite } from "./sqlite-d1.ts";
import { setting, TOKEN } from "./setting.ts";

/** Rejects once the caller has waited long enough, like fetch. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A turn of the real event loop, which fake timers do not affect. */
const realTurn = setImmediate;

/** This many turns finish anything that only needs the processor. Whatever is still missing waits for time. */
const TURNS = 20;

type Statement = { bound: { text: string; values: unknown[] } };

interface Answered {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Cloudflare as the Worker sees it, in this process. It can be told to refuse. */
export interface Platform {
  env: Env;
  db: D1Database;
  /** How the database handles statements: returns nothing, or throws. */
  database: (statements: { text: string; values: unknown[] }[]) => void;
  /** How a queue handles messages: accepts them, throws, loses them, or never answers. */
  queue: "takes" | "throws" | "loses" | "hangs";
  /** The polled service and the receivers: a status and a body. */
  outside: (url: string, body: string, method?: string) => Answered | Promise<Answered>;
  /** The addresses that were called. */
  calls: string[];
  /** Binds the watchdog's object. */
  bindWatchdog(): void;
  /** When its alarm is, epoch ms; null for none. */
  alarmAt: number | null;
  /** Runs its alarm, then delivers messages until there are none. */
  alarm(): Promise<void>;
  /** Runs the cron trigger, then delivers messages until there are none; false if the tick threw. */
  tick(at: number): Promise<boolean>;
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Sends any request, such as a browser's. */
  send(request: Request): Promise<Response>;
  health(at: number): Promise<{ status: string; reasons: string[] }>;
}

/** The timers before a test makes them fake. */
const realTimeout = globalThis.setTimeout;

/** The number of fake time steps in a row before real time is awaited too: a stream may compress on another thread. */
const IN_A_TURN = 40;

const LIVE = (on: boolean) => JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } });

/** The number of ciphers, signatures and digests that are being computed. */
let computing = 0;
const waiting: (() => void)[] = [];

/** Counts the calls of Web Crypto: they run on other threads, in real time, however the clock is faked. */
function counted(): void {
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ["decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "importKey", "sign", "verify"]) {
    const own = subtle[name]!;
    subtle[name] = async function (...args) {
      computing++;
      try {
        return await own.apply(this, args);
      } finally {
        computing--;
        if (computing === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    };
  }
}
counted();

/** Resolves once nothing is computed on another thread. Fake time must not pass before. */
async function computed(): Promise<void> {
  while (computing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Lets each test begin at this instant, in fake time and with a quiet console. */
export function fakeTime(now: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now });
    for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Starts the platform. Fake timers must be on: a hanging queue is awaited in their time. */
export async function platform(variables: Record<string, string> = {}): Promise<Platform> {
  const inner = await migratedSqlite();
  // SQLite's own clock is not the fake one.
  await inner.prepare("UPDATE ticker SET made_at = ?1").bind(Date.now()).run();
  const messages: { queue: string; body: unknown }[] = [];
  const queueOf = (name: string) => {
    const put = async (bodies: unknown[]) => {
      if (self.queue === "throws") throw new Error("Too Many Requests: the queue is frozen");
      if (self.queue === "hangs") await new Promise(() => undefined);
      if (self.queue === "takes") messages.push(...bodies.map((body) => ({ queue: name, body })));
    };
    return {
      send: (body: unknown) => put([body]),
      sendBatch: (all: Iterable<{ body: unknown }>) => put([...all].map(({ body }) => body)),
    };
  };
  const guarded = <T extends Statement>(statement: T): T => {
    const requested = () => self.database([statement.bound]);
    const { all, bind } = statement as unknown as {
      all: () => Promise<unknown>;
      bind: (...values: unknown[]) => T;
    };
    return Object.assign(statement, {
      bind: (...values: unknown[]) => guarded(bind(...values)),
      all: async () => {
        requested();
        return all();
      },
    });
  };
  const db = {
    prepare: (text: string) => guarded(inner.prepare(text) as unknown as Statement),
    batch: async (statements: Statement[]) => {
      self.database(statements.map(({ bound }) => bound));
      return inner.batch(statements as unknown as D1PreparedStatement[]);
    },
  };
  const env = {
    DB: db,
    POLLS: queueOf("polls"),
    DELIVERIES: queueOf("deliveries"),
    ...setting("https://upstream.example"),
    UPSTREAM_POLLS_PER_MINUTE: "100000",
    LIMITS: "paid",
    ...variables,
  } as unknown as Env;
  const worker = doors();
  const serve = api();
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    self.calls.push(url);
    const requested = self.outside(url, typeof init?.body === "string" ? init.body : "", init?.method ?? "GET");
    const {
      status,
      body,
      headers = {},
    } = await Promise.race([requested, ...(init?.signal ? [aborted(init.signal)] : [])]);
    return new Response(status === 204 ? null : body, { status, headers });
  };
  vi.stubGlobal("fetch", answer);
  /**
   * Awaits work that waits for something. Fake time only passes if nothing else happens, however slow the machine is.
   */
  const passed = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const ended = work.finally(() => (done = true));
    ended.catch(() => undefined);
    for (let n = 0; !done; n++) {
      for (let turn = 0; turn < TURNS && !done; turn++) await new Promise((resolve) => realTurn(resolve));
      // A busy machine must not let fake time pass: hours would, while it computes a cipher.
      await computed();
      if (!done && vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(50);
      if (n >= IN_A_TURN) await new Promise((resolve) => realTimeout(resolve, 1));
    }
    return ended;
  };
  const drained = async () => {
    for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
      const { tickAt = 0 } = next.body as { tickAt?: number };
      vi.setSystemTime(Math.max(tickAt, Date.now()));
      const batch = { queue: next.queue, messages: [{ body: next.body }] };
      await passed(worker.queue(batch as never, env, {} as never) as Promise<void>);
    }
  };
  const watchdog = new Watchdog({ storage: { setAlarm: async (at) => void (self.alarmAt = at) } }, env);
  const self: Platform = {
    env,
    db: inner,
    database: () => undefined,
    queue: "takes",
    outside: (url) =>
      url.startsWith("https://upstream.example") ? { status: 200, body: LIVE(false) } : { status: 204, body: "" },
    calls: [],
    alarmAt: null,
    bindWatchdog() {
      const object = { fetch: () => watchdog.fetch() };
      env.WATCHDOG = { idFromName: (name) => name, get: () => object };
    },
    async alarm() {
      vi.setSystemTime(Math.max(self.alarmAt!, Date.now()));
      self.alarmAt = null;
      await passed(watchdog.alarm());
      await drained();
    },
    async tick(at) {
      vi.setSystemTime(Math.max(at, Date.now()));
      const controller = { scheduledTime: at, cron: "* * * * *", noRetry: () => undefined };
      const ran = await passed(worker.scheduled(controller as never, env, {} as never) as Promise<void>).then(
        () => true,
        () => false,
      );
      await drained();
      return ran;
    },
    send: (request) => passed(Promise.resolve(serve(request, env))),
    async api(method, path, body) {
      const init = {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const response = await passed(Promise.resolve(serve(new Request(`http://api.test${path}`, init), env)));
      const text = await response.text();
      return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text || null };
    },
    async health(at) {
      vi.setSystemTime(Math.max(at, Date.now()));
      const response = await passed(Promise.resolve(serve(new Request("http://api.test/healthz"), env)));
      return (await response.json()) as { status: string; reasons: string[] };
    },
  };
  return self;
}

/** Creates live targets with these user ids, polled every minute. It can create thousands in one call. */
export async function watch(cloud: Platform, userIds: string[], more: object = {}): Promise<void> {
  const rows = userIds.map((userId) => ({ kind: "live", name: `user ${userId}`, params: { userId }, ...more }));
  const { body, status } = await cloud.api("POST", "/v1/targets/import", rows);
  const failed = body?.items?.filter((item: { id?: string }) => item.id === undefined);
  if (status !== 200 || failed.length > 0) throw new Error(JSON.stringify(failed?.[0] ?? body));
}

/** Creates a Discord channel that gets everything. Returns the texts of its messages as they arrive. */
export async function listen(cloud: Platform, events: string[] = ["*"]): Promise<string[]> {
  const reported: string[] = [];
  const own = cloud.outside;
  cloud.outside = (url, body) => {
    if (!url.startsWith("https://discord.com/")) return own(url, body);
    reported.push(body);
    return { status: 200, body: JSON.stringify({ id: String(reported.length) }) };
  };
  const settings = { url: "https://discord.com/api/webhooks/1001/secret" };
  const channel = await cloud.api("POST", "/v1/channels", { kind: "discord", name: "operators", settings });
  const created = await cloud.api("POST", "/v1/subscriptions", { name: "all", events, channelId: channel.body.id });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return reported;
}
