import type { IncomingMessage } from "node:http";
import { serve, type TestServer } from "./http-server.ts";

export const LIVE = { id: "7012", name: "Maria" };
export const OFF = { id: "7018", name: "Lena" };
const KEY = "k-4711-secret";

/** What somebody knows who connects a service. */
interface Typed {
  address: string;
  username?: string;
  password?: string;
  body?: string;
}

/** A service as its provider documents it: who may ask, where, and what it answers. */
export interface Shape {
  name: string;
  may(request: IncomingMessage, url: URL): boolean;
  /** Whom a request is about. */
  who(url: URL): string | null;
  answer(who: typeof LIVE, on: boolean): unknown;
  typed(own: string): Typed;
}

const basic = ({ headers }: IncomingMessage) => headers.authorization === `Basic ${btoa(`tally:${KEY}`)}`;
const header = ({ headers }: IncomingMessage) => headers["x-api-key"] === KEY;
const query = (_: IncomingMessage, { searchParams }: URL) => searchParams.get("api_key") === KEY;
const inQuery = (name: string) => (url: URL) => url.searchParams.get(name);
const inPath = (pattern: RegExp) => (url: URL) => pattern.exec(url.pathname)?.[1] ?? null;

/** Two of each way to prove oneself; the two that differ most come first. */
export const SHAPES: Shape[] = [
  {
    name: "Basic, a number in an object",
    may: basic,
    who: inQuery("uid"),
    answer: ({ id, name }, on) => ({
      data: { uid: Number(id), nickname: name, status: on ? 2 : 4, viewers: on ? 9 : 0 },
    }),
    typed: (own) => ({ address: `${own}/live?uid=${LIVE.id}`, username: "tally", password: KEY }),
  },
  {
    name: "a key in a header by a pasted curl, words in a path's answer",
    may: header,
    who: inPath(/^\/v3\/(\d+)\/pulse$/),
    answer: ({ name }, on) => ({ nick: name, stream: { state: on ? "broadcasting" : "asleep", id: on ? 77 : 0 } }),
    typed: (own) => ({ address: `curl -H 'X-Api-Key: ${KEY}' '${own}/v3/${LIVE.id}/pulse'` }),
  },
  {
    name: "a key in the address, one row of a list",
    may: query,
    who: inQuery("user_id"),
    answer: ({ id, name }, on) => ({ code: 0, rows: [{ user_id: id, name, is_live: on, room_id: on ? "771" : null }] }),
    typed: (own) => ({ address: `${own}/check?user_id=${LIVE.id}&api_key=${KEY}` }),
  },
  {
    name: "nothing, an end that is lacking",
    may: ({ headers }) => headers.authorization === undefined,
    who: inPath(/^\/u\/(\d+)$/),
    answer: ({ name }, on) => ({
      user: name,
      broadcast: { began: 1_790_000_000, ended: on ? null : 1_790_003_600 },
    }),
    typed: (own) => ({ address: `${own}/u/${LIVE.id}` }),
  },
  {
    name: "Basic by a pasted curl -u, text for yes and no",
    may: basic,
    who: inQuery("id"),
    answer: ({ name }, on) => ({ result: { title: name, alive: on ? "1" : "0" } }),
    typed: (own) => ({ address: `curl -u tally:${KEY} "${own}/alive?id=${LIVE.id}&lang=en"` }),
  },
  {
    name: "a key alone, for a header",
    may: header,
    who: inQuery("uid"),
    answer: ({ name }, on) => ({ name, onAir: on }),
    typed: (own) => ({ address: `${own}/on?uid=${LIVE.id}`, password: KEY }),
  },
  {
    name: "a key alone, for the query",
    may: query,
    who: inQuery("uid"),
    answer: ({ name }, on) => ({ name, room: on ? { id: "881", title: "Late night" } : null }),
    typed: (own) => ({ address: `${own}/room?uid=${LIVE.id}`, password: KEY }),
  },
  {
    name: "a bearer token, JSON within a text",
    may: ({ headers }) => headers.authorization === `Bearer ${KEY}`,
    who: inQuery("who"),
    answer: ({ name }, on) => ({ name, data: JSON.stringify({ live: on ? "yes" : "no" }) }),
    typed: (own) => ({ address: `curl -H "Authorization: Bearer ${KEY}" ${own}/json?who=${LIVE.id}` }),
  },
];

export interface Shaped extends TestServer {
  typed: Typed;
  /** Has the one who was offline go live. */
  goLive(): void;
}

export async function serveShape(shape: Shape): Promise<Shaped> {
  let both = false;
  const server = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    const one = [LIVE, OFF].find(({ id }) => id === shape.who(url));
    const right = shape.may(request, url);
    const status = !right ? 401 : one === undefined ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? shape.answer(one!, both || one === LIVE) : { message: "no" }));
  });
  return { ...server, typed: shape.typed(server.url), goLive: () => void (both = true) };
}
