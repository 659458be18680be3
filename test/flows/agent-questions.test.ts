import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { platform, type Platform } from "../support/platform.ts";
import { TOKEN } from "../support/setting.ts";

const MINUTE = 60_000;
/** A Friday. */
const NOON = Date.UTC(2026, 0, 2, 12);
const at = (minute: number): string => new Date(NOON + minute * MINUTE).toISOString();

let cloud: Platform;
let client: Client;
const ids: Record<string, string> = {};

/** Who is on air at a minute. Nobody can tell about Lena after 12:30. */
const onAir: Record<string, [from: number, to: number][]> = {
  7001: [
    [5, 65],
    [80, 100],
  ],
  7002: [],
  7003: [[20, Infinity]],
  7004: [],
  7005: [],
};
let minute = 0;

const created = async (path: string, form: object): Promise<string> => {
  const { status, body } = await cloud.api("POST", path, form);
  expect([path, status, status === 201 ? null : body]).toEqual([path, 201, null]);
  return body.id;
};

async function passing(until: number): Promise<void> {
  for (; minute <= until; minute++) expect(await cloud.tick(NOON + minute * MINUTE)).toBe(true);
}

beforeAll(async () => {
  vi.useFakeTimers({ now: NOON - MINUTE });
  cloud = await platform();
  cloud.outside = (url) => {
    if (url.startsWith("https://hooks.slack.com")) return { status: 404, body: "no_service" };
    if (url.startsWith("https://discord.com")) return { status: 200, body: '{"id":"1"}' };
    const userId = /user_id=(\d+)/.exec(url)?.[1] ?? "";
    if (userId === "7002" && minute > 30) return { status: 500, body: "{}" };
    const alive = onAir[userId]?.some(([from, to]) => minute >= from && minute < to) ?? false;
    return { status: 200, body: JSON.stringify({ code: 0, data: { data: [{ alive, room_id: alive ? 7100 : 0 }] } }) };
  };
  const acme = (ids["acme"] = await created("/v1/watchlists", { name: "Acme" }));
  const beta = (ids["beta"] = await created("/v1/watchlists", { name: "Beta" }));
  const settings = { graceSeconds: 0, confirmOff: 1 };
  for (const [name, userId, watchlistId] of [
    ["Maria", "7001", acme],
    ["Lena", "7002", acme],
    ["Suna", "7003", beta],
    ["Tom", "7004", beta],
  ] as const)
    ids[name] = await created("/v1/targets", { kind: "live", name, params: { userId }, watchlistId, settings });
  await cloud.api("PATCH", `/v1/targets/${ids["Tom"]}`, { enabled: false });
  const discord = { url: "https://discord.com/api/webhooks/1001/secret" };
  const slack = { url: "https://hooks.slack.com/services/T0/B0/x" };
  ids["alerts"] = await created("/v1/channels", { kind: "discord", name: "Alerts", settings: discord });
  ids["room"] = await created("/v1/channels", { kind: "slack", name: "Beta room", settings: slack });
  ids["starts"] = await created("/v1/subscriptions", {
    name: "Starts",
    events: ["live.started"],
    channelId: ids["alerts"],
    watchlistId: acme,
  });
  await created("/v1/subscriptions", {
    name: "Beta",
    events: ["live.*"],
    channelId: ids["room"],
    watchlistId: beta,
    onEnd: "post",
  });
  await created("/v1/goals", { watchlistId: acme, hours: 5, timezone: "UTC", startsOn: "2026-01-01" });
  await passing(70);
  ids["silence"] = await created("/v1/silences", { targetId: ids["Maria"], until: at(130), reason: "rehearsal" });
  await passing(105);
  await cloud.api("PATCH", `/v1/targets/${ids["Suna"]}`, {
    usualHours: [{ days: ["fri"], from: "12:00", to: "15:00" }],
  });
  ids["Nina"] = await created("/v1/targets", {
    kind: "live",
    name: "Nina",
    params: { userId: "7005" },
    watchlistId: beta,
  });
  await passing(120);
  // The client waits for timers. Only the clock stands still from here.
  vi.useRealTimers();
  vi.useFakeTimers({ now: NOON + 120 * MINUTE, toFake: ["Date"] });
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://api.test/mcp"), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
      fetch: (url, init) => cloud.send(new Request(url, init as RequestInit)),
    }),
  );
});
afterAll(async () => {
  await client.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

interface Question {
  asks: string;
  /** At most three. A later call may use what an earlier one said. */
  calls: ([tool: string, args: object] | ((before: Answer[]) => [tool: string, args: object]))[];
  /** The fact in the answers. */
  fact: (answers: Answer[]) => unknown;
  /** The same by the API, or as it was. */
  is: () => unknown;
}

const get = async (path: string): Promise<Answer> => (await cloud.api("GET", path)).body;
const names = (rows: Answer[]) => rows.map(({ name }) => name).toSorted();
const marked = (name: string) => `⟦${name}⟧`;
const period = { since: at(-60), until: at(180) };
const eventsOf = (id: string, type: string) => get(`/v1/targets/${id}/events?type=${type}`);
const january = (query = "") => get(`/v1/reports/airtime?period=2026-01${query}`);
const rowOf = ({ items }: Answer, name: string) => items.find((one: Answer) => one.name === name);

const questions: Question[] = [
  {
    asks: "Who is live?",
    calls: [["who_is_live", {}]],
    fact: ([{ rows }]) => rows.filter((one: Answer) => one.state === "live").map((one: Answer) => one.id),
    is: async () => (await get("/v1/status")).liveNow.map((one: Answer) => one.targetId),
  },
  {
    asks: "How many can't be known right now?",
    calls: [["who_is_live", {}]],
    fact: ([{ unknown }]) => unknown,
    is: () => 1,
  },
  {
    asks: "Who can't be known, and since when?",
    calls: [["who_is_live", {}]],
    fact: ([{ rows }]) =>
      rows.filter((one: Answer) => one.state === "unknown").map((one: Answer) => [one.name, one.unknownSince]),
    is: async () => [[marked("Lena"), (await get(`/v1/targets/${ids["Lena"]}`)).status.unknownSince]],
  },
  {
    asks: "Who of Acme is live?",
    calls: [["who_is_live", { list: "acme" }]],
    fact: ([{ live }]) => live,
    is: () => 0,
  },
  {
    asks: "Is Maria live?",
    calls: [["find_creators", { text: "maria" }]],
    fact: ([{ rows }]) => rows[0].state,
    is: () => "not live",
  },
  {
    asks: "Since when is Suna live?",
    calls: [["who_is_live", { list: "Beta" }]],
    fact: ([{ rows }]) => rows.find((one: Answer) => one.name === marked("Suna")).startedAt,
    is: async () => (await get("/v1/status")).liveNow[0].startedAt,
  },
  {
    asks: "When was Maria checked last?",
    calls: [["about_creator", { creator: "Maria" }]],
    fact: ([one]) => one.lastCheckedAt,
    is: async () => (await get(`/v1/targets/${ids["Maria"]}`)).status.lastOkAt,
  },
  {
    asks: "Why is Tom never live?",
    calls: [["about_creator", { creator: "Tom" }]],
    fact: ([one]) => one.state,
    is: () => "not watched (paused)",
  },
  {
    asks: "Why did nobody hear of Suna on Friday?",
    calls: [["why_not_sent", { creator: "Suna", ...period }]],
    fact: ([{ events }]) => events.find((one: Answer) => one.type === "live.started").conclusion,
    is: () => `dead (${marked("Beta room")})`,
  },
  {
    asks: "And what is the reason?",
    calls: [["why_not_sent", { creator: "Suna", ...period }]],
    fact: ([{ events }]) => events.find((one: Answer) => one.type === "live.started").deliveries[0].reason,
    is: async () => {
      const [event] = (await eventsOf(ids["Suna"]!, "live.started")).items;
      return marked((await get(`/v1/deliveries?eventId=${event.id}`)).items[0].reason);
    },
  },
  {
    asks: "Did anybody hear of Maria's first stream?",
    calls: [["why_not_sent", { creator: "Maria", since: at(0), until: at(30) }]],
    fact: ([{ events }]) => events.map((one: Answer) => one.conclusion),
    is: () => [`sent (${marked("Alerts")})`],
  },
  {
    asks: "Why did nobody hear of Maria's second stream?",
    calls: [["why_not_sent", { creator: "Maria", since: at(75), until: at(95) }]],
    fact: ([{ events }]) => events.map((one: Answer) => [one.deliveries[0].status, one.deliveries[0].reason]),
    is: async () => {
      const event = (await eventsOf(ids["Maria"]!, "live.started")).items[0];
      const [{ status, reason }] = (await get(`/v1/deliveries?eventId=${event.id}`)).items;
      return [[status, marked(reason)]];
    },
  },
  {
    asks: "Why did nobody hear that Maria's stream ended?",
    calls: [
      ["what_happened", { creator: "Maria", type: "live.ended" }],
      ([{ rows }]) => ["why_not_sent", { eventId: rows[1].id }],
    ],
    fact: ([, { events }]) => events[0].conclusion.split(":")[0],
    is: () => "There is no delivery",
  },
  {
    asks: "Why did nobody hear of Lena?",
    calls: [["why_not_sent", { creator: "Lena", ...period }]],
    fact: ([{ creator, events }]) => [creator.state, events.map((one: Answer) => one.type)],
    is: () => ["unknown", ["target.unknown", "target.failing"]],
  },
  {
    asks: "Was anything about Tom seen?",
    calls: [["why_not_sent", { creator: "Tom", ...period }]],
    fact: ([{ creator, found }]) => [creator.state, found],
    is: () => ["not watched (paused)", 0],
  },
  {
    asks: "What happened in the last hour?",
    calls: [["what_happened", { since: at(60) }]],
    fact: ([{ rows }]) => rows.map((one: Answer) => one.id),
    is: async () => (await get(`/v1/events?since=${at(60)}`)).items.map((one: Answer) => one.id),
  },
  {
    asks: "Which streams of Acme began today?",
    calls: [["what_happened", { list: "Acme", type: "live.started" }]],
    fact: ([{ rows }]) => rows.map((one: Answer) => [one.creator, one.occurredAt]),
    is: async () =>
      (await get(`/v1/events?type=live.started&watchlistId=${ids["acme"]}`)).items.map((one: Answer) => [
        marked(one.target.name),
        one.occurredAt,
      ]),
  },
  {
    asks: "How late can the start of Suna's stream have been seen?",
    calls: [["what_happened", { creator: "Suna", type: "live.started" }]],
    fact: ([{ rows }]) => rows[0].window,
    is: async () => (await eventsOf(ids["Suna"]!, "live.started")).items[0].window,
  },
  {
    asks: "Which channel gets nothing?",
    calls: [["health", {}]],
    fact: ([{ channels }]) => names(channels),
    is: () => [marked("Beta room")],
  },
  {
    asks: "Why does it get nothing?",
    calls: [["health", {}]],
    fact: ([{ channels }]) => channels[0].disabledReason,
    is: async () => marked((await get(`/v1/channels/${ids["room"]}`)).disabledReason),
  },
  {
    asks: "Does everything work?",
    calls: [["health", {}]],
    fact: ([{ status, reasons }]) => ({ status, reasons }),
    is: async () => {
      const { status, reasons } = await get("/healthz");
      return { status, reasons };
    },
  },
  {
    asks: "When was the last tick?",
    calls: [["health", {}]],
    fact: ([{ lastTickAt }]) => lastTickAt,
    is: () => at(120),
  },
  {
    asks: "How many hours did Maria stream in January?",
    calls: [["airtime", { period: "2026-01", creator: "Maria" }]],
    fact: ([{ rows }]) => rows[0].seconds,
    is: async () => rowOf(await january(), "Maria").seconds,
  },
  {
    asks: "Is that all of it, or was something not seen?",
    calls: [["airtime", { period: "2026-01", creator: "Lena" }]],
    fact: ([{ rows }]) => rows[0].coverage,
    is: async () => rowOf(await january(), "Lena").coverage,
  },
  {
    asks: "Who is on air the longest this month?",
    calls: [["airtime", {}]],
    fact: ([{ rows }]) => rows.toSorted((a: Answer, b: Answer) => b.seconds - a.seconds)[0].name,
    is: () => marked("Suna"),
  },
  {
    asks: "How does Acme do this month in total?",
    calls: [["airtime", { list: "Acme" }]],
    fact: ([{ totals }]) => totals,
    is: async () => (await january(`&watchlistId=${ids["acme"]}`)).totals,
  },
  {
    asks: "Which goal does Maria have?",
    calls: [["airtime", { creator: "Maria" }]],
    fact: ([{ rows }]) => rows[0].goal,
    is: async () => rowOf(await january(), "Maria").goal,
  },
  {
    asks: "Who missed their hours in December?",
    calls: [["airtime", { period: "2025-12", missedOnly: true }]],
    fact: ([{ rows }]) => rows,
    is: () => [],
  },
  {
    asks: "How many valid days has everybody this week?",
    calls: [["airtime", { period: "thisWeek" }]],
    fact: ([{ rows }]) => rows.map((one: Answer) => [one.targetId, one.validDays]),
    is: async () =>
      (await get("/v1/reports/airtime?period=thisWeek")).items.map((one: Answer) => [one.targetId, one.validDays]),
  },
  {
    asks: "Which alerts are there?",
    calls: [["alerts", {}]],
    fact: ([{ rows }]) => rows.map((one: Answer) => one.id).toSorted(),
    is: async () => (await get("/v1/subscriptions")).items.map((one: Answer) => one.id).toSorted(),
  },
  {
    asks: "Where do the starts of Acme go?",
    calls: [["alerts", { list: "Acme" }]],
    fact: ([{ rows }]) => rows.map((one: Answer) => one.channel),
    is: () => [marked("Alerts")],
  },
  {
    asks: "Who is snoozed, until when and why?",
    calls: [["alerts", {}]],
    fact: ([{ silences }]) => silences.map((one: Answer) => [one.targetId, one.until, one.reason]),
    is: () => [[ids["Maria"], at(130), marked("rehearsal")]],
  },
  {
    asks: "Which lists are there?",
    calls: [["lists", {}]],
    fact: ([{ rows }]) => rows.map((one: Answer) => one.id).toSorted(),
    is: async () => (await get("/v1/watchlists")).items.map((one: Answer) => one.id).toSorted(),
  },
  {
    asks: "How many creators are watched?",
    calls: [["find_creators", {}]],
    fact: ([{ found }]) => found,
    is: async () => (await get("/v1/targets?kind=live")).items.length,
  },
  {
    asks: "Who is on the list Beta?",
    calls: [["find_creators", { list: "Beta" }]],
    fact: ([{ rows }]) => names(rows),
    is: () => ["Nina", "Suna", "Tom"].map(marked),
  },
  {
    asks: "Who has the user id 7003?",
    calls: [["find_creators", { text: "7003" }]],
    fact: ([{ rows }]) => names(rows),
    is: () => [marked("Suna")],
  },
  {
    asks: "When does Suna usually stream?",
    calls: [["about_creator", { creator: "Suna" }]],
    fact: ([{ usualHours }]) => usualHours,
    is: async () => (await get(`/v1/targets/${ids["Suna"]}`)).usualHours,
  },
  {
    asks: "How long were Maria's last streams?",
    calls: [["about_creator", { creator: "@7001" }]],
    fact: ([{ lastStreams }]) => lastStreams.map((one: Answer) => one.durationSeconds),
    is: async () => (await get(`/v1/targets/${ids["Maria"]}/sessions`)).items.map((one: Answer) => one.durationSeconds),
  },
  {
    asks: "Who added Nina?",
    calls: [["find_creators", { text: "nina" }], ([{ rows }]) => ["who_changed_what", { subject: rows[0].id }]],
    fact: ([, { rows }]) => rows.map((one: Answer) => [one.operation, one.by]),
    is: async () => {
      const entries = (await get("/v1/audit")).items.filter((one: Answer) => one.subject === ids["Nina"]);
      return entries.map((one: Answer) => [one.operation, marked(one.actor.name)]);
    },
  },
  {
    asks: "Who snoozed what between one and two?",
    calls: [["who_changed_what", { since: at(60), until: at(120) }]],
    fact: ([{ rows }]) => rows.filter((one: Answer) => one.operation === "createSilence").map((one: Answer) => one.at),
    is: async () =>
      (await get("/v1/audit")).items
        .filter((one: Answer) => one.operation === "createSilence")
        .map((one: Answer) => one.at),
  },
  {
    asks: "What did somebody called Jana change?",
    calls: [["who_changed_what", { by: "jana" }]],
    fact: ([{ rows, cut }]) => ({ rows, cut }),
    is: () => ({ rows: [], cut: false }),
  },
  {
    asks: "How soon would starts be seen with 100 more creators?",
    calls: [["budget", { addCreators: 100 }]],
    fact: ([plan]) => plan,
    is: () => get("/v1/plan?addLive=100"),
  },
];

test("there are at least forty questions, none of more than three calls", () => {
  expect(questions.length).toBeGreaterThanOrEqual(40);
  expect(questions.filter(({ calls }) => calls.length > 3)).toEqual([]);
});

test.each(questions.map((one) => [one.asks, one] as const))("%s", async (_asks, { calls, fact, is }) => {
  const answers: Answer[] = [];
  for (const call of calls) {
    const [name, args] = typeof call === "function" ? call(answers) : call;
    const { isError, structuredContent, content } = (await client.callTool({
      name,
      arguments: args as Record<string, unknown>,
    })) as Answer;
    expect([isError ?? false, isError ? content[0].text : null]).toEqual([false, null]);
    // Few words: an agent pays for each.
    expect(content[0].text.length).toBeLessThan(20_000);
    answers.push(structuredContent);
  }
  expect(fact(answers)).toEqual(await is());
});
