import type { LookupAddress } from "node:dns";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { openDestinationsDoor, SECRET_HEADER } from "../../host/runtime/destinations-listener.ts";
import { destinations, type DestinationOptions, isPublicAddress } from "../../host/runtime/destinations.ts";
import { outboundSender, throughHost } from "../../src/engine/outbound/sender.ts";

const REST = "127.0.0.2";
const OURS = "127.0.0.1";

const servers: Server[] = [];
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server on an address that notes what came; answers its port. */
async function listen(host: string, port: number, got: string[], handle?: Parameters<typeof createServer>[1]) {
  const server = createServer((request, response) => {
    got.push(`${request.headers.host} ${request.url}`);
    if (handle === undefined) response.setHeader("connection", "close").end("ok");
    else (handle as (...both: unknown[]) => void)(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** As the runtime asks the door. */
async function through(port: number, secret: string, { url, method, headers, body }: Request): Promise<Response> {
  const sent = { ...Object.fromEntries(headers), [SECRET_HEADER]: secret };
  const requested = request({ host: OURS, port, path: url, method, headers: sent, setHost: false });
  requested.end(body === null ? undefined : await new Response(body).text());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    requested.on("response", resolve).on("error", reject);
  });
  const status = answer.statusCode!;
  const answered = await text(answer);
  return new Response([204, 205, 304].includes(status) ? null : answered, {
    status,
    headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
}

/** The sender of the Worker, through the host's door. */
async function sender(options: Partial<DestinationOptions>) {
  const { send, close } = destinations({ local: false, ownPorts: [], timeoutMs: 2000, ...options });
  const door = await openDestinationsDoor();
  closing.push(close, door.close);
  door.begin(send);
  const call = throughHost({ fetch: (url, init) => through(door.port, door.secret, new Request(url, init)) });
  return {
    door,
    send: (url: string) => call(url, { method: "POST", body: "{}", redirect: "manual" }),
    /** As deliveries go out; local names are what the guard of addresses lets by. */
    whole: outboundSender({ local: true, own: null }, 2000, call),
  };
}

const answers = (...rounds: string[][]) => {
  let requested = 0;
  const lookup = async (): Promise<LookupAddress[]> => {
    const round = rounds[Math.min(requested++, rounds.length - 1)]!;
    return round.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { lookup, asked: () => requested };
};

test("a name that changes its mind: the connection goes to the address that was judged, the next one is judged anew", async () => {
  const outside: string[] = [];
  const inside: string[] = [];
  const port = await listen(REST, 0, outside);
  await listen(OURS, port, inside);
  const names = answers([REST], [OURS]);
  const { send } = await sender({ lookup: names.lookup, isPublic: (address) => address === REST });
  expect((await send(`http://rebinding.dev:${port}/one`)).status).toBe(200);
  expect(names.asked()).toBe(1);
  await expect(send(`http://rebinding.dev:${port}/two`)).rejects.toMatchObject({ name: "RefusedAddressError" });
  expect([outside, inside]).toEqual([[`rebinding.dev:${port} /one`], []]);
});

test.each([
  ["127.0.0.1"],
  ["::1"],
  ["::ffff:127.0.0.1"],
  ["10.1.2.3"],
  ["172.16.0.1"],
  ["192.168.1.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["fd00:ec2::254"],
  ["fe80::1"],
  ["64:ff9b::7f00:1"],
  ["2002:7f00:1::"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["198.51.100.1"],
])("a name that resolves to %s is refused", async (address) => {
  const names = answers([address]);
  const { send } = await sender({ lookup: names.lookup });
  await expect(send("http://localhost.direct/")).rejects.toMatchObject({ name: "RefusedAddressError" });
  expect(isPublicAddress(address)).toBe(false);
});

test("one address inside among others refuses the name", async () => {
  const { send } = await sender({ lookup: answers(["1.1.1.1", "127.0.0.1"]).lookup });
  await expect(send("https://mixed.dev/")).rejects.toMatchObject({ name: "RefusedAddressError" });
});

test.each(["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("this machine where it is allowed, offline too, but none of our own ports", async () => {
  const got: string[] = [];
  const port = await listen(OURS, 0, got);
  const own = await listen(OURS, 0, got);
  const lookup = async () => Promise.reject(Object.assign(new Error("offline"), { code: "EAI_AGAIN" }));
  const { send } = await sender({ local: true, ownPorts: [own], lookup });
  for (const host of ["127.0.0.1", "localhost"]) {
    expect((await send(`http://${host}:${port}/`)).status).toBe(200);
    await expect(send(`http://${host}:${own}/`)).rejects.toMatchObject({ name: "RefusedAddressError" });
  }
  expect(got).toHaveLength(2);
  await expect(send("https://nowhere.dev/")).rejects.toMatchObject({ name: "TypeError" });
});

test("the door sends for nobody who has not the secret of this start, and tells no destination of it", async () => {
  const heads: string[] = [];
  const port = await listen(OURS, 0, [], (requested, response) => {
    heads.push(JSON.stringify(requested.headers));
    response.end("ok");
  });
  const { door, send } = await sender({ local: true });
  const url = `http://${OURS}:${port}/`;
  for (const secret of ["", "0".repeat(64), `${door.secret}0`])
    expect((await through(door.port, secret, new Request(url))).status).toBe(404);
  expect(heads).toEqual([]);
  expect((await send(url)).status).toBe(200);
  expect(heads).toHaveLength(1);
  expect(heads[0]).not.toContain(door.secret);
});

test("a name of this machine may not lead to our own port either", async () => {
  const got: string[] = [];
  const own = await listen(OURS, 0, got);
  const { send } = await sender({ local: true, ownPorts: [own], lookup: answers([OURS]).lookup });
  await expect(send(`http://lh.dev:${own}/`)).rejects.toMatchObject({ name: "RefusedAddressError" });
  expect(got).toEqual([]);
});

test("what a destination answers comes through: status, headers, the first 64 KB; no redirect is followed", async () => {
  const got: string[] = [];
  const port = await listen(OURS, 0, got, (request, response) => {
    if (request.url === "/away") return response.writeHead(302, { location: "/elsewhere" }).end();
    if (request.url === "/long") return response.end("x".repeat(200_000));
    if (request.url === "/none") return response.writeHead(204).end();
    if (request.url === "/zip") return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("zipped"));
    if (request.url === "/forged") return response.writeHead(200, { "x-tallylight-sent": "refused" }).end("true");
    if (request.url !== "/slow") response.writeHead(429, { "retry-after": "7" }).end('{"retry_after":7}');
    return undefined;
  });
  const { whole } = await sender({ local: true, timeoutMs: 500 });
  const call = (path: string) =>
    whole({ method: "POST", url: `http://127.0.0.1:${port}${path}`, headers: { "x-a": "1" }, body: "{}" });
  expect(await call("/")).toMatchObject({ status: 429, body: '{"retry_after":7}', headers: { "retry-after": "7" } });
  expect(await call("/away")).toMatchObject({ status: 302 });
  expect(await call("/long")).toMatchObject({ status: 200, body: "" });
  expect(await call("/none")).toMatchObject({ status: 204, body: "" });
  expect(await call("/zip")).toMatchObject({ status: 200, body: "zipped" });
  expect(await call("/forged")).toMatchObject({ status: 200, body: "true", error: null });
  expect(await call("/slow")).toMatchObject({ status: null, error: "timeout" });
  expect(got.some((one) => one.includes("elsewhere"))).toBe(false);
});

test("of a long answer no more than 64 KB is taken, and its end is not waited for", async () => {
  const port = await listen(OURS, 0, [], (requested, response) => {
    response.write("x".repeat(requested.url === "/fits" ? 64 * 1024 : 64 * 1024 + 1));
    if (requested.url === "/fits") response.end();
  });
  const { send, close } = destinations({ local: true, ownPorts: [], timeoutMs: 60_000 });
  closing.push(close);
  const requested = { method: "GET", headers: {}, body: Buffer.alloc(0) };
  const bodyAt = async (path: string) => (await send({ ...requested, url: `http://${OURS}:${port}${path}` })).body;
  expect((await bodyAt("/fits")).length).toBe(64 * 1024);
  expect(await bodyAt("/endless")).toBe("");
});
