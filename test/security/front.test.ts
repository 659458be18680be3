import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFront, type Front } from "../../host/runtime/front/front.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { PLAIN, TRICKS } from "./header-tricks.ts";
import { TOKEN } from "../support/setting.ts";

const DOOR = "/cdn-cgi/handler/scheduled";

interface Seen {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let behind: TestServer;
let front: Front;
let base: string;
/** With all the time that a busy machine may take for a large body. */
let patient: Front;
const seen: Seen[] = [];
const ticks: number[] = [];

beforeAll(async () => {
  behind = await serve((request, body, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    response.writeHead(200, { "mf-experimental-error-stack": "a secret path", "x-end": "1" }).end("behind");
  });
  front = await opened(true);
  base = `http://127.0.0.1:${front.port}`;
  patient = await opened(true, { ...TIMES, requestMs: 120_000 });
});
afterAll(async () => {
  await front.close();
  await patient.close();
  await behind.close();
});
beforeEach(() => {
  seen.length = 0;
  ticks.length = 0;
});

const TIMES = { headMs: 2000, requestMs: 3000, idleMs: 2000 };

async function opened(open: boolean, times = TIMES): Promise<Front> {
  const created = await openFront("127.0.0.1", 0, { times });
  const tick = async (at: number) => ticks.push(at) > 0;
  created.begin(behind.url, { tick, token: TOKEN, open });
  return created;
}

/** Sends bytes and answers all that comes until the connection ends. */
const raw = (bytes: string, port = front.port): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);

const asBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("a plain request arrives whole, with the address of its connection", async () => {
  const answer = await raw(`${PLAIN}Connection: close\r\n\r\n`);
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain("x-end: 1");
  expect(answer).not.toContain("secret path");
  expect(seen).toEqual([
    {
      method: "GET",
      url: "/x?y=1",
      headers: {
        host: "tallylight.test",
        authorization: "Bearer t",
        "x-marker": "1",
        "cf-connecting-ip": "127.0.0.1",
        connection: "keep-alive",
      },
      body: "",
    },
  ]);
});

test("the assertion of Cloudflare Access arrives, twice as one that no JWT is", async () => {
  const line = "Cf-Access-Jwt-Assertion: a.b.c\r\n";
  await raw(`${PLAIN}${line}Connection: close\r\n\r\n`);
  await raw(`${PLAIN}${line}${line}Connection: close\r\n\r\n`);
  expect(seen.map(({ headers }) => headers["cf-access-jwt-assertion"])).toEqual(["a.b.c", "a.b.c, a.b.c"]);
});

test("the corpus is one", () => {
  expect(new Set(TRICKS.map(({ bytes }) => bytes)).size).toBeGreaterThanOrEqual(200);
});

test("no header trick changes anything: what arrives is as without it, or it is refused and nothing arrives", async () => {
  await raw(`${PLAIN}Connection: close\r\n\r\n`);
  const [plain] = seen.splice(0);
  const invalid: string[] = [];
  const one = async ({ name, bytes }: (typeof TRICKS)[number]) => {
    const status = statusOf(await raw(bytes));
    if (status >= 500) invalid.push(`${name}: ${status}`);
  };
  for (let from = 0; from < TRICKS.length; from += 20) await Promise.all(TRICKS.slice(from, from + 20).map(one));
  for (const { method, url, headers, body } of seen) {
    const { host: _host, ...others } = headers;
    const { host: _plain, ...wanted } = plain!.headers;
    if (/smuggled|cdn-cgi/.test(url)) invalid.push(`arrived: ${url}`);
    if (method === "GET" && headers["x-marker"] !== undefined) {
      if (url !== plain!.url || JSON.stringify(others) !== JSON.stringify(wanted))
        invalid.push(JSON.stringify({ url, headers }).slice(0, 500));
    } else {
      const claims = Object.keys(others).filter((header) => /^(mf|cf)-/.test(header) && header !== "cf-connecting-ip");
      if (claims.length > 0 || headers["cf-connecting-ip"] !== "127.0.0.1" || /smuggled/.test(body))
        invalid.push(JSON.stringify({ method, url, headers, body }).slice(0, 500));
    }
  }
  expect(invalid).toEqual([]);
  expect(seen.length).toBeGreaterThan(100);
  expect(ticks).toEqual([]);
});

test.each([
  ["both lengths", "Content-Length: 5\r\nTransfer-Encoding: chunked"],
  ["two lengths", "Content-Length: 5\r\nContent-Length: 6"],
  ["a folded header", "X-Folded: a\r\n b"],
  ["another coding", "Transfer-Encoding: gzip, chunked"],
  ["two hosts", "Host: other.test"],
])("%s is a 400, and the connection ends", async (_name, header) => {
  const answer = await raw(`POST /x HTTP/1.1\r\nHost: tallylight.test\r\n${header}\r\n\r\nhello`);
  expect(statusOf(answer)).toBe(400);
  expect(answer).toContain("application/problem+json");
  expect(seen).toEqual([]);
});

test.each([
  ["host", "HOST: other.test"],
  ["authorization", "Authorization: Bearer a\r\nAUTHORIZATION: Bearer b"],
  ["content-type", "content-type: text/plain\r\nCONTENT-TYPE: application/json"],
])("%s must come once, however it is spelled", async (name, header) => {
  const answer = await raw(`GET /x HTTP/1.1\r\nHost: tallylight.test\r\n${header}\r\nConnection: close\r\n\r\n`);
  expect(statusOf(answer)).toBe(400);
  expect(answer).toContain(`The header ${name} must appear only once.`);
  expect(seen).toEqual([]);
});

test("an address of another host is refused, one of this host is a path", async () => {
  const head = "HTTP/1.1\r\nHost: tallylight.test\r\nConnection: close\r\n\r\n";
  expect(statusOf(await raw(`GET http://evil.example/ ${head}`))).toBe(400);
  expect(seen).toEqual([]);
  expect(statusOf(await raw(`GET http://tallylight.test/v1?x=1 ${head}`))).toBe(200);
  expect(seen.map(({ url }) => url)).toEqual(["/v1?x=1"]);
});

test.each([
  ["/v1/targets/./poll", "/v1/targets/poll"],
  ["/a/../v1/x?y=../z", "/v1/x?y=../z"],
  ["//v1/x", "//v1/x"],
  ["/a\\b", "/a/b"],
  ["/%C3%A9?q=%c3%bc'", "/%C3%A9?q=%c3%bc%27"],
  ["/x#fragment", "/x"],
  ["/%2e%2e/x?%=%", "/x?%=%"],
])("%s arrives as %s", async (sent, arrived) => {
  expect(statusOf(await raw(`GET ${sent} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))).toBe(200);
  expect(seen.map(({ url }) => url)).toEqual([arrived]);
});

test("what is slow is ended: the head, the body, and a connection that says nothing", async () => {
  const hasty = await opened(true, { headMs: 300, requestMs: 500, idleMs: 300 });
  const [head, body, nothing] = await Promise.all([
    raw("GET /x HTTP/1.1\r\nHost: a\r\nX-Slow: ", hasty.port),
    raw("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhello", hasty.port),
    raw("", hasty.port),
  ]);
  await hasty.close();
  expect([statusOf(head), statusOf(nothing)]).toEqual([408, 408]);
  expect([0, 408, 503]).toContain(statusOf(body));
});

test("a client that waits with a body is asked to go on, unless it is refused", async () => {
  const waiting = (length: number, body: string) =>
    raw(
      `POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
  expect(await waiting(5, "hello")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
  expect(seen.map(({ body }) => body)).toEqual(["hello"]);
  expect(statusOf(await waiting(16_900_000, ""))).toBe(413);
});

test("what is too large is refused before it is passed on", async () => {
  const large = await raw("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 16900000\r\n\r\nhello");
  expect([statusOf(large), seen]).toEqual([413, []]);
  expect(large).toContain('"title":"Content Too Large"');
  expect(statusOf(await raw(`GET /x HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`))).toBe(431);
  const chunk = new Uint8Array(1024 * 1024);
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => (sent++ < 20 ? controller.enqueue(chunk) : controller.close()),
  });
  const streamed = await fetch(`http://127.0.0.1:${patient.port}/x`, {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit).then(
    ({ status }) => status,
    () => 413,
  );
  expect(streamed).toBe(413);
  expect(seen).toEqual([]);
});

test("a body of 16 MiB passes", async () => {
  const body = "x".repeat(16 * 1024 * 1024);
  expect((await fetch(`http://127.0.0.1:${patient.port}/x`, { method: "POST", body })).status).toBe(200);
  expect(seen[0]!.body).toBe(body);
});

test("the door opens for the admin token alone, and for a sensible time", async () => {
  const ask = (query: string, init?: RequestInit) => fetch(`${base}${DOOR}${query}`, init);
  expect((await ask("?time=60000", asBearer(TOKEN))).status).toBe(200);
  expect(ticks).toEqual([60_000]);
  for (const init of [{}, asBearer("wrong"), asBearer(`${TOKEN}x`), { headers: { authorization: TOKEN } }])
    expect((await ask("?time=60000", init)).status).toBe(404);
  expect((await ask("?time=60000", { ...asBearer(TOKEN), method: "POST" })).status).toBe(404);
  for (const time of ["1e20", "NaN", "-1", "1.5", "", "99999999999999999999", "Infinity", "0x10", "8640000000000001"]) {
    const refused = await ask(`?time=${time}`, asBearer(TOKEN));
    const text = await refused.text();
    expect([time, refused.status]).toEqual([time, 400]);
    expect(text).toContain("time must be a whole number");
    expect(text).not.toMatch(/\bat |\.ts|\.js|\/work|node_modules/);
  }
  expect(ticks).toEqual([60_000]);
});

test.each([
  "/cdn-cgi/handler/email",
  "/cdn-cgi/local/explorer",
  "/cdn-cgi/",
  "/cdn-cgi",
  "/CDN-CGI/handler/scheduled?time=1",
  "/x/../cdn-cgi/handler/scheduled?time=1",
  "/%63dn-cgi/handler/scheduled?time=1",
  "/cdn-cgi%2fhandler/scheduled?time=1",
  "/cdn-cgi/./handler/scheduled?time=1",
  "/x\\..\\..\\cdn-cgi\\handler\\scheduled?time=1",
])("nothing else of the runtime is there: %s", async (path) => {
  const head = `HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`;
  expect(statusOf(await raw(`GET ${path} ${head}`))).toBe(404);
  expect([seen, ticks]).toEqual([[], []]);
});

test("where the process ticks by itself there is no door", async () => {
  const closed = await opened(false);
  const answer = await fetch(`http://127.0.0.1:${closed.port}${DOOR}?time=60000`, asBearer(TOKEN));
  expect([answer.status, ticks]).toEqual([404, []]);
  await closed.close();
});

test("what comes before it begins waits, and is answered", async () => {
  const early = await openFront("127.0.0.1", 0);
  const answer = fetch(`http://127.0.0.1:${early.port}/early`);
  // What is refused waits for nobody: by its answer the other one has long come.
  expect(statusOf(await raw("BREW / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", early.port))).toBeGreaterThan(
    399,
  );
  expect(seen).toEqual([]);
  early.begin(behind.url, { tick: async () => true, token: TOKEN, open: false });
  expect((await answer).status).toBe(200);
  await early.close();
});

test.each<[what: string, bytes: string, headMs: number, requestMs: number]>([
  ["a head", "GET /x HTTP/1.1\r\nHost: a\r\nX-", 20, 60_000],
  ["a body", "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe", 20, 40],
])("%s that does not come to its end is not waited for", async (_what, bytes, headMs, requestMs) => {
  const brief = await openFront("127.0.0.1", 0, { times: { headMs, requestMs, idleMs: 2000 } });
  brief.begin(behind.url, { tick: async () => true, token: TOKEN, open: false });
  expect(statusOf(await raw(bytes, brief.port))).toBe(408);
  expect(seen).toEqual([]);
  await brief.close();
});

test.each([
  ["gzip", "application/json", 5000, "gzip"],
  ["br, gzip", "text/html", 5000, "br"],
  ["gzip", "image/png", 5000, null],
  ["gzip", "application/json", 500, null],
  ["identity", "application/json", 5000, null],
])("accepting %s, %s of %i bytes is sent as %s, and read the same", async (accepted, type, bytes, encoding) => {
  const body = "x".repeat(bytes);
  const server = await serve(async (_request, _body, response) => {
    response.writeHead(200, { "content-type": type, etag: '"7"', "content-length": String(bytes) }).end(body);
  });
  const own = await openFront("127.0.0.1", 0);
  own.begin(server.url, { tick: async () => true, token: TOKEN, open: false });
  const ask = (method: string) =>
    fetch(`http://127.0.0.1:${own.port}/x`, { method, headers: { "accept-encoding": accepted } });
  const answer = await ask("GET");
  expect([answer.headers.get("content-encoding"), answer.headers.get("etag")]).toEqual([encoding, '"7"']);
  expect(await answer.text()).toBe(body);
  expect(await (await ask("HEAD")).text()).toBe("");
  await own.close();
  await server.close();
});

test("where nobody is behind it, that is a 503", async () => {
  const alone = await openFront("127.0.0.1", 0);
  alone.begin("http://127.0.0.1:9", { tick: async () => true, token: TOKEN, open: false });
  const answer = await fetch(`http://127.0.0.1:${alone.port}/x`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.json()]).toMatchObject([503, { status: 503 }]);
  await alone.close();
});
