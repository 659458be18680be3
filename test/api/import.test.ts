import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importedShape } from "../../src/features/creators/import-shape.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
/** Statements that D1 was asked: those of a batch one by one, as D1 counts them. */
let statements = 0;
beforeAll(async () => {
  api = await runSqliteApi({ LIMITS: "free" });
  const { db } = api;
  api.env.DB = {
    prepare: (text: string) => {
      statements += 1;
      return db.prepare(text);
    },
    batch: (all: D1PreparedStatement[]) => db.batch(all),
  } as unknown as D1Database;
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const HEADER = "kind,name,watchlist,userId,roomId,handle,keyword,region,count,categoryId,intervalSeconds,priority";

async function send(body: string, type: string, query = "") {
  const response = await api.fetch(`/v1/targets/import${query}`, {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  const answer = { status: response.status, body: JSON.parse(await response.text()) };
  if (response.ok) importedShape().parse(answer.body);
  return answer;
}

const items = async (body: string, type: string) => (await send(body, type)).body.items;

const sheets = async () =>
  (
    await api.db
      .prepare("SELECT id, size, edits FROM sheets ORDER BY id")
      .all<{ id: number; size: number; edits: string }>()
  ).results;

test("an id that a spreadsheet rounded or shortened is an error of its field; what is certain is undone", async () => {
  const rows = await items(
    [
      "kind,name,userId,roomId",
      "live,rounded,7012345678901230000,",
      "live,shortened,7.01235E+18,7012",
      'live,formula,"=""7012345678901234568""",',
      "live,mark,'7012345678901230000,",
      'live,groups,"7,012,345,678,901,234,561",',
      "live,fraction,7012345678901234563.0,",
      "live,both,7012345678901240000,#N/A",
    ].join("\n"),
    "text/csv",
  );
  const rounded = expect.stringMatching(/ends in 0000.*put ' before it/);
  const shortened = expect.stringContaining("format the column as text");
  expect(rows.map((row: { errors?: unknown }) => row.errors ?? null)).toEqual([
    [{ pointer: "/userId", message: rounded }],
    [{ pointer: "/userId", message: shortened }],
    null,
    null,
    null,
    null,
    [
      { pointer: "/userId", message: rounded },
      { pointer: "/roomId", message: expect.stringContaining("an error of the spreadsheet") },
    ],
  ]);
  const ids = rows.slice(2, 6).map(async ({ id }: { id: string }) => {
    return (await api.call("GET", `/v1/targets/${id}`)).body.params.userId;
  });
  expect(await Promise.all(ids)).toEqual([
    "7012345678901234568",
    "7012345678901230000",
    "7012345678901234561",
    "7012345678901234563",
  ]);
});

test("an id in JSON is a text: a number is refused, and what a spreadsheet shortened is named", async () => {
  const add = async (userId: unknown) =>
    await api.call("POST", "/v1/targets", { kind: "live", name: "m", params: { userId } });
  expect((await add("7012345678901230000")).status).toBe(201);
  expect((await add(7012345678901234000)).body.errors).toEqual([
    { pointer: "/params/userId", message: expect.stringContaining("a text in quotes") },
  ]);
  const { body } = await send(
    JSON.stringify([{ kind: "live", name: "m", params: { userId: "7.01235E+18" } }]),
    "application/json",
  );
  expect(body.errors).toEqual([
    { pointer: "/0/params/userId", message: expect.stringContaining("lost its last digits") },
  ]);
});

test("CSV rows become targets; an empty cell is absent, a watchlist is a name or an id", async () => {
  const { body: music } = await api.call("POST", "/v1/watchlists", { name: "Music, live" });
  const rows = await items(
    [
      HEADER,
      'live,"Maria ""M""","Music, live",7012,,@maria,,,,,120,3',
      `live,José,${music.id},7013,,,,,,,,`,
      "ranking,José's rank,,7013,7100,,,,,,,",
      "hashtag,dance,default,,,,dance,US,10,,,",
      "",
      "products,phones,,,,,,,,601,,",
      ",,,,,,,,,,,",
    ].join("\r\n"),
    "text/csv; charset=utf-8",
  );
  expect(rows.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4]);
  const read = async (index: number) => (await api.call("GET", `/v1/targets/${rows[index].id}`)).body;
  expect(await read(0)).toMatchObject({
    kind: "live",
    name: 'Maria "M"',
    watchlistId: music.id,
    params: { userId: "7012", handle: "maria" },
    intervalSeconds: 120,
    priority: 3,
  });
  expect(await read(1)).toMatchObject({ name: "José", watchlistId: music.id, intervalSeconds: 60, priority: 1 });
  expect(await read(2)).toMatchObject({ kind: "ranking", watchlistId: "wl_default" });
  expect(await read(3)).toMatchObject({ params: { keyword: "dance", region: "US", count: 10 } });
  expect(await read(4)).toMatchObject({ params: { categoryId: 601 }, settings: { confirmGone: 3 } });
  expect(JSON.parse((await sheets())[0]!.edits)[rows[0].id]).toEqual({
    gone: null,
    due: 0,
    last: 0,
    intervalSeconds: 120,
    weight: 16,
    calls: 1,
    cpuWeight: 1,
    habitual: true,
    operation: "",
  });
});

test("columns may be few and in any order, cells apart by a semicolon or a tab, the text begun by a mark", async () => {
  expect(await items("\uFEFFuserId;name;kind\n7012;Maria, M;live\n", "text/csv")).toMatchObject([{ index: 0 }]);
  expect(await items("kind\tname\tuserId\t\nlive\tTab\t7013\t\n", "text/csv")).toMatchObject([{ index: 0 }]);
  const spaced = " Kind , NAME,User ID,interval_seconds,Watch List\nlive,Spaced,7014,90,default\n";
  expect(await items(spaced, "text/csv")).toMatchObject([{ index: 0, id: expect.any(String) }]);
  const { body } = await api.call("GET", "/v1/targets");
  expect(body.items.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Maria, M", "Spaced", "Tab"]);
});

test("each row that is wrong says what, the others go in", async () => {
  const rows = await items(
    [
      HEADER,
      "live,good,,7012,,,,,,,,",
      "live,,nowhere,abc,,,,,,,5,9",
      "hashtag,no region,,,,,dance,,ten,,,",
      "nope,kind,,1,,,,,,,,",
      "live,long,,1,,,,,,,,,over",
    ].join("\n"),
    "text/csv",
  );
  expect(rows[0]).toEqual({ index: 0, line: 2, id: expect.stringMatching(/^tgt_/) });
  const pointers = (index: number) => rows[index].errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
  expect(pointers(1)).toEqual(["/intervalSeconds", "/name", "/priority", "/userId", "/watchlist"]);
  expect(rows[1].errors).toContainEqual({ pointer: "/watchlist", message: "names no watchlist" });
  expect(pointers(2)).toEqual(["/count", "/region"]);
  expect(pointers(3)).toContain("/kind");
  expect(rows[4].errors).toEqual([{ pointer: "", message: "has more cells than the header" }]);
  expect((await api.call("GET", "/v1/targets")).body.items).toHaveLength(1);
});

test("JSON rows have the shape of a target, lines of JSON too", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "other" });
  const target = { kind: "live", name: "Maria", params: { userId: "7012" }, announceInitial: true };
  const rows = [
    { ...target, watchlistId: list.id },
    { ...target, watchlist: "other" },
    { ...target, enabled: false },
    { ...target, watchlistId: "other" },
    { ...target, watchlist: "default", watchlistId: list.id },
    { ...target, watchlist: 7 },
    "text",
    null,
    { ...target, status: {} },
  ];
  const answer = await items(JSON.stringify(rows), "application/json");
  expect(answer[1]).toEqual({ index: 1, id: answer[0].id });
  expect((await api.call("GET", `/v1/targets/${answer[2].id}`)).body).toMatchObject({ enabled: false });
  expect(answer[3].errors).toEqual([{ pointer: "/watchlistId", message: "names no watchlist" }]);
  expect(answer.slice(4).map(({ errors }: { errors: { pointer: string }[] }) => errors[0]!.pointer)).toEqual([
    "/watchlist",
    "/watchlist",
    "",
    "",
    "/status",
  ]);
  const lines = `${JSON.stringify(rows[0])}\n\n{"broken":\r\n${JSON.stringify(target)}`;
  expect(await items(lines, "application/x-ndjson")).toEqual([
    { index: 0, line: 1, id: answer[0].id },
    { index: 1, line: 3, errors: [{ pointer: "", message: "is not JSON" }] },
    { index: 2, line: 4, id: answer[2].id },
  ]);
  expect(await items("", "application/ndjson")).toEqual([]);
  expect(await items("[]", "application/json")).toEqual([]);
  expect(await sheets()).toMatchObject([{ id: 1, size: 2 }]);
});

test("what is there already is left as it is, and answers its id", async () => {
  const { body: maria } = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: "Maria",
    params: { userId: "1" },
  });
  const row = { kind: "live", name: "Other", params: { userId: "1" }, priority: 3 };
  expect(await items(JSON.stringify([row, row]), "application/json")).toEqual([
    { index: 0, id: maria.id },
    { index: 1, id: maria.id },
  ]);
  expect((await api.call("GET", `/v1/targets/${maria.id}`)).body).toEqual(maria);
  expect(await sheets()).toMatchObject([{ size: 1 }]);
});

test("a body that is no import is refused as a whole", async () => {
  const refused = async (body: string, type: string) => {
    const { status, body: problem } = await send(body, type);
    return [status, problem.errors?.[0]?.pointer];
  };
  expect(await refused("{}", "application/json")).toEqual([422, ""]);
  expect(await refused("[", "application/json")).toEqual([400, undefined]);
  expect(await refused("x", "text/plain")).toEqual([415, undefined]);
  expect(await refused("x", "constructor")).toEqual([415, undefined]);
  expect(await refused("kind,name,user_id,User ID\n", "text/csv")).toEqual([422, "/userId"]);
  expect(await refused(`kind\n${"\n".repeat(50_000)}live`, "text/csv")).toEqual([422, undefined]);
  expect(await refused("", "text/csv")).toEqual([422, undefined]);
  expect(await refused("kind,name,colour\nlive,a,red", "text/csv")).toEqual([422, "/colour"]);
  expect(await refused("kind,name,kind\n", "text/csv")).toEqual([422, "/kind"]);
  expect(await refused('kind,name\nlive,"open\n', "text/csv")).toEqual([400, undefined]);
  expect(await refused(JSON.stringify(Array(10_001).fill(1)), "application/json")).toEqual([422, undefined]);
  expect(await refused("{}\n".repeat(10_001), "application/x-ndjson")).toEqual([422, undefined]);
  expect(await refused(`kind\n${"live\n".repeat(10_001)}`, "text/csv")).toEqual([422, undefined]);
  expect(await refused(`kind\n${"live\n".repeat(60_000)}`, "text/csv")).toEqual([422, undefined]);
  expect(await refused(" ".repeat(16 * 1024 * 1024 + 1), "application/json")).toEqual([413, undefined]);
  expect(await refused(" ".repeat(2 * 1024 * 1024), "application/json")).toEqual([400, undefined]);
});

test("a watchlist is found by its name; one that is missing is made with its first target, where that is asked for", async () => {
  const { body: music } = await api.call("POST", "/v1/watchlists", { name: "Music" });
  const text =
    'kind,name,watchlist,userId\nlive,"Ma\nria",Music,1\n\nlive,Ana,New,2\nlive,Bo,New,x\nlive,Cy,Unused,\nlive,Maria,Music,1\n';
  const first = await send(text, "text/csv");
  expect(first.body.summary).toEqual({ created: 1, existing: 1, failed: 3 });
  expect(Object.keys(first.body)[0]).toBe("summary");
  expect(first.body.items.map(({ line }: { line: number }) => line)).toEqual([2, 5, 6, 7, 8]);
  expect(first.body.items[1].errors).toEqual([{ pointer: "/watchlist", message: "names no watchlist" }]);
  const { body } = await send(text, "text/csv", "?createWatchlists=true");
  expect(body.summary).toEqual({ created: 1, existing: 2, failed: 2 });
  const names = async () =>
    (await api.call("GET", "/v1/watchlists")).body.items.map(({ name }: { name: string }) => name).toSorted();
  expect(await names()).toEqual(["Music", "New", "default"]);
  const read = async (row: number) => (await api.call("GET", `/v1/targets/${body.items[row].id}`)).body;
  expect(await read(0)).toMatchObject({ name: "Ma\nria", watchlistId: music.id });
  expect((await api.call("GET", `/v1/watchlists/${(await read(1)).watchlistId}`)).body.name).toBe("New");
  expect((await send(text, "text/csv", "?createWatchlists=true")).body.summary).toMatchObject({
    created: 0,
    existing: 3,
  });
  expect((await api.call("GET", "/v1/audit")).body.items[1].request).toEqual({ rows: 5, failed: 2, watchlists: 1 });
});

test("where none of the rows could be taken it is a 422 that says why, and no watchlist is made", async () => {
  const id = "wl_0123456789abcdefghjkmnpqrs";
  const text = `kind,name,watchlist,userId\nlive,Ana,New,\nlive,Bo,New,x\nlive,Cy,${id},3\n`;
  const { status, body } = await send(text, "text/csv", "?createWatchlists=true");
  expect(status).toBe(422);
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/0/userId",
    "/1/userId",
    "/2/watchlist",
  ]);
  expect(body.errors[2].message).toBe("line 4: names no watchlist");
  expect((await api.call("GET", "/v1/watchlists")).body.items).toHaveLength(1);
  expect((await send('[{"kind":"live"}]', "application/json")).status).toBe(422);
});

test("ten thousand rows fit one invocation of the free plan, and sending them again writes nothing", async () => {
  await api.db.prepare("INSERT INTO sheets (id, size) VALUES (4, 700)").run();
  const name = "A creator whose name is neither short nor long, ".repeat(2).trim();
  const row = (index: number) =>
    `live,"${index} ${name}",,${7_000_000_000_000_000_001n + BigInt(index)},,user_${index},,,,,,`;
  const text = [HEADER, ...Array.from({ length: 10_000 }, (_, index) => row(index % 9_999))].join("\n");
  statements = 0;
  const first = await send(text, "text/csv");
  expect(first.status).toBe(200);
  expect(statements).toBeLessThanOrEqual(25);
  const ids = first.body.items.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10_000);
  expect(ids[9_999]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(9_999);
  const seated = await sheets();
  expect(seated.map(({ size }) => size)).toEqual([1000, ...Array<number>(9).fill(1000), 699]);
  expect(seated.flatMap(({ edits }) => Object.keys(JSON.parse(edits))).toSorted()).toEqual(
    [...new Set(ids)].toSorted(),
  );
  const { results } = await api.db
    .prepare("SELECT sheet_id, count(*) AS n FROM targets GROUP BY sheet_id ORDER BY sheet_id")
    .all<{ sheet_id: number; n: number }>();
  expect(results.map(({ n }) => n)).toEqual([300, ...Array<number>(9).fill(1000), 699]);
  expect((await api.call("GET", `/v1/targets/${ids[4321]}`)).body).toMatchObject({
    name: `4321 ${name}`,
    params: { userId: "7000000000000004322", handle: "user_4321" },
  });
  statements = 0;
  const again = await send(text, "text/csv");
  expect(again.body.items).toEqual(first.body.items);
  expect(again.body.summary).toEqual({ created: 0, existing: 10_000, failed: 0 });
  expect(statements).toBeLessThanOrEqual(5);
  expect(await sheets()).toEqual(seated);
});

/** Sends bytes as they are, and answers the names that are there then. */
async function sendBytes(bytes: Uint8Array<ArrayBuffer>, type: string, headers: Record<string, string> = {}) {
  const init = { method: "POST", body: bytes, headers: { "content-type": type, ...headers } };
  const response = await api.fetch("/v1/targets/import", init);
  const body = JSON.parse(await response.text());
  const { items: targets } = (await api.call("GET", "/v1/targets")).body as { items: { name: string }[] };
  return { status: response.status, detail: body.detail, names: targets.map(({ name }) => name) };
}

const MULLER = "kind,name,userId\r\nlive,Müller,7031\r\n";

test.each<[string, Buffer, string]>([
  ["Latin-1", Buffer.from(MULLER, "latin1"), "text/csv"],
  ["Latin-1, as said", Buffer.from(MULLER, "latin1"), 'text/csv; header=present; charset="ISO-8859-1"'],
  ["UTF-16", Buffer.from(`\uFEFF${MULLER}`, "utf16le"), "text/csv"],
  ["UTF-16, as said", Buffer.from(MULLER, "utf16le"), "text/csv;charset=utf-16le"],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${MULLER}`), "text/csv"],
])("a CSV in %s is read as it is meant, with an Idempotency-Key too", async (_name, bytes, type) => {
  expect(await sendBytes(new Uint8Array(bytes), type)).toMatchObject({ status: 200, names: ["Müller"] });
  await api.clear();
  const keyed = () => sendBytes(new Uint8Array(bytes), type, { "idempotency-key": "once" });
  expect(await keyed()).toMatchObject({ status: 200, names: ["Müller"] });
  expect(await keyed()).toMatchObject({ status: 200, names: ["Müller"] });
});

test("what is in no encoding that can be told is refused, and nothing of it is stored", async () => {
  const polish = new Uint8Array([...Buffer.from("kind,name,userId\nlive,Pawe"), 0xb3, ...Buffer.from(",7031\n")]);
  expect(await sendBytes(polish, "text/csv")).toMatchObject({
    status: 400,
    detail: expect.stringContaining("not valid UTF-8. Save the file as UTF-8, or name its encoding"),
    names: [],
  });
  expect(await sendBytes(polish, "text/csv; charset=windows-1250")).toMatchObject({ status: 200, names: ["Paweł"] });
  await api.clear();
  expect(await sendBytes(polish, "text/csv; charset=klingon")).toMatchObject({ status: 400, names: [] });
  const json = Buffer.from('[{"kind":"live","name":"Müller","params":{"userId":"7031"}}]', "latin1");
  for (const type of ["application/json", "application/x-ndjson"])
    expect(await sendBytes(new Uint8Array(json), type)).toMatchObject({
      status: 400,
      detail: "The body is not valid UTF-8.",
      names: [],
    });
});

test("a column of another resource makes its record with a new creator, and says at its row what is wrong", async () => {
  const rows = [
    "kind,name,userId,roomId,goalHours,goalDays",
    "live,Maria,1,,40,20",
    "live,Kenji,2,,,",
    "live,Ana,3,,lots,",
    "live,Ben,4,,,99",
    "ranking,Maria,1,7100,40,",
  ].join("\n");
  const { body } = await send(rows, "text/csv");
  expect(body.items.map((one: { errors?: unknown }) => one.errors ?? null)).toEqual([
    null,
    null,
    [{ pointer: "/goalHours", message: expect.stringContaining("number") }],
    [{ pointer: "/goalDays", message: "must be 31 or less" }],
    [{ pointer: "/goalHours", message: "is only for a live target" }],
  ]);
  const goals = async () => (await api.call("GET", "/v1/goals")).body.items;
  expect(await goals()).toMatchObject([{ targetId: body.items[0].id, hours: 40, validDays: 20, validDayMinutes: 60 }]);
  const json = [{ kind: "live", name: "Zoe", params: { userId: "5" }, goalDays: 3 }];
  expect((await send(JSON.stringify(json), "application/json")).body.summary.created).toBe(1);
  expect(await goals()).toHaveLength(2);
});

test("records beyond the quota of another resource are an error of their row", async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => `live,N,${n + 1},5`);
  const { body } = await send(["kind,name,userId,goalHours", ...rows].join("\n"), "text/csv");
  expect(body.summary).toEqual({ created: 1_000, existing: 0, failed: 1 });
  expect(body.items[1_000].errors).toEqual([
    { pointer: "/goalHours", message: "There are 1,000 goals, which is the most." },
  ]);
});

test("a token of some lists imports creators with goals into these", async () => {
  const list = (await api.call("POST", "/v1/watchlists", { name: "Own" })).body.id;
  const token = (await api.call("POST", "/v1/tokens", { name: "t", scopes: ["write"], watchlistIds: [list] })).body;
  const importAs = (watchlist: string) => {
    const row = { kind: "live", name: "Maria", params: { userId: "1" }, watchlist, goalHours: 40 };
    return api.call("POST", "/v1/targets/import", [row], {}, token.token);
  };
  expect((await importAs("wl_default")).status).toBe(422);
  expect((await importAs(list)).body).toMatchObject({ summary: { created: 1 } });
  expect((await api.call("GET", "/v1/goals")).body.items).toMatchObject([{ hours: 40 }]);
});
