import { ids } from "../words.ts";

const NOW = {
  targets: { calls: 200, live: 200, perCall: 1 },
  budget: { perMinute: 300, asked: 200, enough: true },
  beyondLimit: false,
  way: "on_time",
  expectedDelay: { meanSeconds: 30, p95Seconds: 57 },
  databaseMegabytes: 28,
  free: {
    endsFirst: "queueOperations",
    used: 1.78,
    fits: false,
    perDay: {
      calls: 288_000,
      requests: 7_371,
      rowsRead: 444_069,
      rowsWritten: 10_937,
      queueOperations: 17_794,
      cpuMs: 92_503,
      objectRequests: 1_440,
    },
  },
  paid: {
    endsFirst: "cpuMs",
    used: 0.08,
    dollarsPerMonth: 5,
    perDay: {
      calls: 288_000,
      requests: 1_611,
      rowsRead: 386_469,
      rowsWritten: 5_177,
      queueOperations: 514,
      cpuMs: 80_983,
      objectRequests: 1_440,
    },
  },
};

/** Two hundred creators, and a thousand more that need twice the budget. */
const PLAN = {
  now: NOW,
  achieved: { p95GapSeconds: 61, behind: false },
  after: {
    targets: { calls: 1200, live: 1200, perCall: 1 },
    budget: { perMinute: 600, asked: 1200, enough: false },
    beyondLimit: false,
    way: "by_habit",
    expectedDelay: { meanSeconds: 56.38, p95Seconds: 125.41 },
    databaseMegabytes: 163,
    free: {
      endsFirst: "queueOperations",
      used: 6.36,
      fits: false,
      perDay: {
        calls: 864_000,
        requests: 22_629,
        rowsRead: 1_184_091,
        rowsWritten: 31_063,
        queueOperations: 63_566,
        cpuMs: 252_617,
        objectRequests: 1_440,
      },
    },
    paid: {
      endsFirst: "queueOperations",
      used: 0.35,
      dollarsPerMonth: 5,
      perDay: {
        calls: 864_000,
        requests: 5_349,
        rowsRead: 1_011_291,
        rowsWritten: 13_782,
        queueOperations: 11_726,
        cpuMs: 218_057,
        objectRequests: 1_440,
      },
    },
  },
};

const SNAPSHOT = {
  verdict: "on",
  roomId: "7312849501234567890",
  startedAt: "2026-03-01T18:00:00.000Z",
};

const EVENT = {
  id: ids["events"]!.example,
  type: "live.started",
  targetId: ids["targets"]!.example,
  target: { name: "Maria", kind: "live", params: { userId: "7012", handle: "maria" } },
  occurredAt: "2026-03-01T18:00:00.000Z",
  detectedAt: "2026-03-01T18:01:00.000Z",
  window: { from: "2026-03-01T17:59:00.000Z", to: "2026-03-01T18:00:00.000Z" },
  data: { roomId: "7312849501234567890", sessionId: "ses_6m5k4j3h2g1f0d9s8a0c9v8b7n", initial: false, info: null },
};

const SESSION = {
  startedAt: "2026-03-01T18:00:00.000Z",
  endedAt: "2026-03-01T19:30:00.000Z",
  roomId: "7312849501234567890",
  durationSeconds: 5400,
  unknownSeconds: 0,
  title: "Sunday songs",
  peakViewers: 12_400,
  unknownSince: null,
  imported: false,
};

/** Examples of targets and events, by the name of their schema. */
export const watching: Record<string, unknown> = {
  Health: {
    status: "degraded",
    lastTickAt: "2026-03-01T18:01:00.000Z",
    lastPollAt: "2026-03-01T18:01:00.000Z",
    reasons: ["budget_exceeded"],
    version: "1.0.0-rc.1",
  },
  Imported: {
    summary: { created: 1, existing: 0, failed: 1 },
    items: [
      { index: 0, line: 2, id: ids["targets"]!.example },
      { index: 1, line: 3, errors: [{ pointer: "/userId", message: "must be 1 to 32 digits" }] },
    ],
  },
  Session: SESSION,
  TargetSession: {
    targetId: ids["targets"]!.example,
    targetName: "Maria",
    ...SESSION,
    secondsWithin: 5400,
    watchlistId: "wl_default",
    watchlistName: "default",
    timezone: "Europe/Berlin",
  },
  Sample: {
    at: "2026-03-01T00:00:00.000Z",
    values: { airtimeSeconds: 5400 },
    names: { airtimeSeconds: "Maria" },
  },
  UpstreamOperation: {
    name: "live.check",
    title: "Check Alive",
    category: "Live",
    method: "GET",
    path: "/live/check-alive",
    source: "spec",
  },
  Probed: {
    request: { method: "GET", url: "https://upstream.example/live/check-alive?user_id=7012" },
    status: 200,
    durationMs: 184,
    body: { code: 0, msg: "success", data: { data: [{ alive: true, room_id: "7312849501234567890" }] } },
    decoded: { verdict: "on", roomId: "7312849501234567890" },
    fault: null,
  },
  Polled: {
    verdict: "on",
    summary: "On air since 18:00",
    fault: null,
    changes: [EVENT],
    snapshot: SNAPSHOT,
  },
  Event: EVENT,
  Plan: PLAN,
  Status: {
    upstream: { status: "ok", since: null, until: null, detail: null, refused: [] },
    budget: { perMinute: 60, used: 12, left: 48, asked: 90 },
    polling: { way: "by_habit", expectedDelay: { meanSeconds: 36, p95Seconds: 79.5 } },
    lagSeconds: 0.4,
    counts: {
      targets: { live: 120, ranking: 3 },
      channels: 2,
      subscriptions: 4,
      events: 1893,
      deliveries: { pending: 0, dead: 1, suppressed: 5, held: 2 },
    },
    liveNow: [
      {
        targetId: ids["targets"]!.example,
        name: "Maria",
        roomId: "7312849501234567890",
        startedAt: "2026-03-01T18:00:00.000Z",
        unknownSince: null,
      },
    ],
    pending: { polls: 0, deliveries: 0 },
    reasons: [
      {
        reason: "budget_exceeded",
        since: null,
        detail: "90 calls a minute are asked of a budget of 60: raise UPSTREAM_POLLS_PER_MINUTE, or poll less often.",
      },
    ],
    encryptionKeys: [
      { id: "k2", given: true, seals: true, channels: 3, account: true, removable: false },
      { id: "k1", given: true, seals: false, channels: 0, account: false, removable: true },
    ],
    lastTickAt: "2026-03-01T18:01:00.000Z",
  },
};
