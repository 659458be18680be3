import { inEnglish } from "../../src/core/sentence.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/duration.ts";
import { isObject, type Json } from "../../src/core/json.ts";
import { CREATOR_ROOM, DECLARED, ROOMS } from "../../src/ui/words/rooms.ts";
import { isIcon } from "../../src/ui/icons.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { remembered } from "../support/full-world.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

test("every kind of targets has its pages, each with a path and an icon of its own or of theirs", () => {
  expect([...DECLARED.map(({ kind }) => kind), CREATOR_ROOM.kind].sort()).toEqual(Object.keys(targetKinds).sort());
  expect(new Set(ROOMS.map(({ path }) => path)).size).toBe(ROOMS.length);
  for (const { kind, icon, icons = {} } of ROOMS)
    for (const name of [icon, ...Object.values(icons)])
      expect(isIcon(name), `${name}, an icon of ${kind} (src/kinds/${kind}/page.ts), is none that pages have`).toBe(
        true,
      );
  for (const { icons = {}, kind } of ROOMS)
    expect(Object.keys(targetKinds[kind]!.events)).toEqual(expect.arrayContaining(Object.keys(icons)));
});

/** A value as a person types it: names with values a line each. */
const typed = (value: Json): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, one]) => `${name}=${String(one)}`)
        .join("\n")
    : String(value);

describe.each(DECLARED)("$title", (room) => {
  const { kind: name, path, fields, noun } = room;
  const kind = targetKinds[name]!;
  const filled = (): [string, string][] =>
    Object.keys(fields).map((pointer) => {
      const param = pointer.replace(/^\/params\//, "");
      return [pointer, pointer === "/name" ? `<b>Mine</b>` : typed(kind.example.params[param]!)];
    });

  test("one is added by its form, checked, changed and taken back, snoozed and deleted", async () => {
    expect((await me.open(path)).text).toMatch(new RegExp(`Add an? ${noun}`));
    const invalid = await me.send(path, [["/name", "Mine"]]);
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining('value="Mine"')]);
    const { to, text } = await me.send(path, [...filled(), ["/watchlistId", "wl_default"]]);
    expect([to, text]).toEqual([expect.stringMatching(new RegExp(`^${path}/tgt_`)), expect.stringContaining("added")]);
    expect(text.replaceAll(/ value="[^"]*"/g, "")).not.toContain("<b>Mine");
    expect((await me.send(path, [...filled(), ["/watchlistId", "wl_default"]])).status).toBe(409);
    expect((await me.open(path)).text).toContain(`href="${to}"`);
    const id = to!.split("/").at(-1)!;
    const settings = Object.keys(room.settings).map((pointer): [string, string] => [pointer, "7"]);
    const common: [string, string][] = [
      ["/name", "Ours"],
      ["/watchlistId", "wl_default"],
      ["/intervalSeconds", "3600"],
      ["/priority", "1"],
      ["/enabled", "true"],
      ["revision", "0"],
    ];
    const saved = await me.send(to!, [...common, ...settings]);
    const now = async () => (await api.call("GET", `/v1/targets/${id}`)).body;
    const [setting = ""] = Object.keys(room.settings).map((pointer) => pointer.split("/").at(-1)!);
    expect((await now()).name).toBe("Ours");
    if (setting !== "") expect((await now()).settings[setting]).toBe(7);
    await me.undo(saved.text);
    if (setting !== "") expect((await now()).settings[setting]).not.toBe(7);
    expect(
      (
        await me.send(`/snoozes/${id}`, [
          ["from", to!],
          ["for", "hour"],
        ])
      ).text,
    ).toContain("Snoozed until");
    const elsewhere = await me.open(`/creators/${id}?about=now`);
    expect([elsewhere.status, elsewhere.to]).toEqual([303, `${to}?about=now`]);
    expect(
      (
        await me.send("/creators/delete", [
          ["id", id],
          ["from", path],
        ])
      ).text,
    ).toContain("deleted");
  });

  test("its page says what stands now, how that went, and its tables are files", async () => {
    const created = await api.call("POST", "/v1/targets", { kind: name, name: "Mine", params: kind.example.params });
    const { id } = created.body as { id: string };
    expect((await me.open(`${path}/${id}`)).text).toContain("Not checked yet");
    const { state, samples } = remembered(name);
    await api.db
      .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
      .bind(id, JSON.stringify(state))
      .run();
    const day = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
    const grown = (hour: number) =>
      Object.fromEntries(Object.entries(samples).map(([series, value]) => [series, value * (1 + hour)]));
    const points = [0, 1, 2].map((hour) => [day + hour * 3_600_000, grown(hour)]);
    const run = "INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)";
    // A kind whose series are those that people ask for has none by itself.
    const series = Object.keys(samples).length;
    if (series > 0) await api.db.prepare(run).bind(id, day, JSON.stringify(points)).run();
    const { status, text } = await me.open(`${path}/${id}`);
    expect(status).toBe(200);
    const rows = room.rows(kind.snapshot(state), inEnglish);
    expect(rows.length).toBeGreaterThan(0);
    const columns = [...room.columns, ...(room.fieldsOf?.(kind.snapshot(state)) ?? [])];
    for (const row of rows) expect(row.length).toBe(columns.length);
    // A long table has two parts, each with a head.
    expect(text.match(/<tr>/g)).toHaveLength(rows.length + (rows.length > 10 ? 2 : 1));
    if (series > 0) expect(text).toMatch(/<path class="(?:k1|up)"/);
    const table = (await me.open(`${path}/${id}/series.csv`)).text.split("\r\n");
    if (series > 0) expect(table).toHaveLength(series * 3 + 2);
    expect((await me.open(`${path}/${id}/happenings.csv`)).status).toBe(200);
  });
});

test("trends tell what moved the most, draw what is chosen, and are a file", async () => {
  expect((await me.open("/trends")).text).toContain("You aren&#39;t watching any hashtags yet.");
  const { params } = targetKinds["hashtag"]!.example;
  const id = (await api.call("POST", "/v1/targets", { kind: "hashtag", name: "<i>Mine</i>", params })).body
    .id as string;
  expect((await me.open("/trends")).text).toContain("A comparison needs two days of data");
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const run = api.db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)");
  const went = [
    { "views:a": 100, "views:<b>": 200, "uses:a": 5 },
    { "views:a": 150, "views:<b>": 100, "uses:a": 5 },
  ];
  await api.db.batch(
    went.map((values, place) => {
      const at = today - (3 - 3 * place) * DAY_MS;
      return run.bind(id, at, JSON.stringify([[at, values]]));
    }),
  );
  for (const days of [7, 30]) {
    const { text } = await me.open(`/trends?days=${days}`);
    expect(text).toMatch(/&lt;b&gt;.*▼ −50%.*▲ \+50%/s);
    expect(text).not.toContain("<i>");
    expect(text.match(/<path class="(?:up|down)" d="M/g)).toHaveLength(2);
  }
  const one = await me.open(`/trends?what=hashtag.views&days=7&s=${encodeURIComponent(`${id} views:a`)}`);
  expect([one.text.includes('<path class="k1"'), one.text.includes('<path class="k2"')]).toEqual([true, false]);
  const table = (await me.open("/trends.csv?what=hashtag.views")).text.split("\r\n");
  expect(table).toHaveLength(6);
  expect(table[1]).toMatch(new RegExp(`^${id},<i>Mine</i>,views:<b>,<b>,.*,200$`));
  expect((await me.open("/trends?what=nothing&days=9&s=x")).status).toBe(200);
});

test("growth in 7 and 30 days is that of exactly so long, as a digest says it, and what is younger says since when", async () => {
  const { params } = targetKinds["hashtag"]!.example;
  const id = (await api.call("POST", "/v1/targets", { kind: "hashtag", name: "Mine", params })).body.id as string;
  const now = Date.now();
  const HOUR = DAY_MS / 24;
  // An hour apart; views grow by 1,000 an hour from 1,000,000 that they had 40 days ago. Another one is here for two days.
  const points: [number, Record<string, number>][] = [];
  for (let at = now - 40 * DAY_MS; at <= now; at += HOUR)
    points.push([
      Math.floor(at),
      {
        "views:a": 1_000_000 + Math.round((at - now + 40 * DAY_MS) / HOUR) * 1000,
        ...(at > now - 2 * DAY_MS ? { "views:new": 10 + Math.round((at - now + 2 * DAY_MS) / HOUR) * 100 } : {}),
      },
    ]);
  const run = api.db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)");
  for (const day of Map.groupBy(points, ([at]) => Math.floor(at / DAY_MS)).values())
    await run.bind(id, day[0]![0], JSON.stringify(day)).run();
  for (const days of [7, 30]) {
    const table = (await me.open(`/trends.csv?what=hashtag.views&days=${days}`)).text.split("\r\n");
    const own = table.filter((line) => line.includes("views:a")).map((line) => line.split(","));
    const [first, last] = [own[0]!, own.at(-1)!];
    expect(Date.parse(last[4]!) - Date.parse(first[4]!)).toBeGreaterThan(days * DAY_MS - 2 * HOUR);
    // As many hours as there are in so many days.
    expect(Number(last[5]) - Number(first[5])).toBe(days * 24 * 1000);
    const { text } = await me.open(`/trends?what=hashtag.views&days=${days}`);
    expect(text).toMatch(days === 7 ? /views:a".*views:new".*since/s : /views:a"/);
  }
});
