import { serve, type TestServer } from "./http-server.ts";

interface Person {
  id: string;
  handle: string;
  name: string;
}

/** A service whose paths, parameters and answers are generated for each seed. */
export interface Stranger extends TestServer {
  username: string;
  password: string;
  live: Person;
  off: Person;
  /** Has somebody go live. */
  goLive(id: string): void;
  /** Addresses as its documentation shows them: whether a creator is live, and who has a handle. */
  example: string;
  finds: string;
}

const WORDS = ["kiwi", "ember", "delta", "polar", "quill", "raven", "sable", "tango", "umbra", "vivid"];

/** How services express yes and no, and name the field. */
const SAYS: [name: string, yes: unknown, no: unknown][] = [
  ["is_showing", 1, 0],
  ["onAir", true, false],
  ["streamState", "BROADCASTING", "IDLE"],
  ["live_status", 2, 4],
  ["alive", "1", "0"],
];

/** Starts one on this machine. Its live creators do not change. */
export async function startStranger(seed: number): Promise<Stranger> {
  let left = seed;
  const pick = <T>(of: T[]): T => of[(left = (left * 48_271 + 11) % 2_147_483_647) % of.length]!;
  const number = (): string => String(700_000 + ((left = (left * 48_271 + 11) % 2_147_483_647) % 90_000));
  const [path, parameter, finder, shell, inner] = [0, 1, 2, 3, 4].map((place) => `${pick(WORDS)}${place}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [key, yes, no] = pick(SAYS);
  const live = { id: number(), handle: `maria.${seed}`, name: "Maria" };
  const off = { id: number(), handle: `lena.${seed}`, name: "Lena" };
  const username = pick(WORDS);
  const password = `pw-${number()}`;
  const onAir = new Set([live.id]);
  const server = await serve((request, _body, response) => {
    const url = new URL(request.url!, "http://x");
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Basic ${btoa(`${username}:${password}`)}`)
      return send(401, { message: "no" });
    const requested = url.searchParams.get(parameter);
    if (url.pathname === `/${path}/find`) {
      const one = [live, off].find(({ handle }) => handle === url.searchParams.get(finder));
      return one === undefined ? send(404, {}) : send(200, { [shell]: { uid: Number(one.id), name: one.name } });
    }
    const one = [live, off].find(({ id }) => id === requested);
    if (url.pathname !== `/${path}` || one === undefined) return send(404, {});
    const on = onAir.has(one.id);
    return send(200, {
      took: Math.random(),
      [shell]: {
        [inner]: { uid: requested, nickname: one.name, [key]: on ? yes : no },
        room: { id: on ? "7711034402" : null, headline: on ? "Late-night lo-fi" : null, audience: on ? 1_241 : 0 },
      },
    });
  });
  return {
    ...server,
    username,
    password,
    live,
    off,
    goLive: (id) => void onAir.add(id),
    example: `${server.url}/${path}?${parameter}=${live.id}&format=json`,
    finds: `${server.url}/${path}/find?${finder}=${live.handle}`,
  };
}
