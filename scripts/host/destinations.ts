import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { createGunzip } from "node:zlib";
import { Agent, request, type Dispatcher } from "undici";
import { SENT_HEADER, type Sent } from "../../src/edges/outbound/through-host.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export interface DestinationOptions {
  /** Also this machine, but for `ownPorts`. */
  local: boolean;
  /** Where Tallylight itself listens. */
  ownPorts: number[];
  timeoutMs: number;
  /** For tests: which addresses are others'. */
  isPublic?: (address: string) => boolean;
  /** Every address of a name. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

/** What the Worker's binding calls. */
export type SendOut = (asked: Request) => Promise<Response>;

const MOST_BYTES = 64 * 1024;

class RefusedAddress extends Error {}

const systemAddresses = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/**
 * Calls destinations from this process, where names can be resolved: a connection goes to an address that was judged, and
 * to no other that the name may have a moment later. Follows no redirect.
 */
export function destinations(options: DestinationOptions): { send: SendOut; close: () => Promise<void> } {
  const { local, ownPorts, timeoutMs, lookup = systemAddresses, isPublic = isPublicAddress } = options;
  const allowed = (address: string, port: number): boolean =>
    isPublic(address) || (local && isLoopbackAddress(address) && !ownPorts.includes(port));
  const agents = new Map<number, Dispatcher>();

  /** A connection is judged when it is made, and by its port: one agent a port. */
  const agentOf = (port: number): Dispatcher => {
    const known = agents.get(port);
    if (known !== undefined) return known;
    const judge = callbackify(async (hostname: string): Promise<LookupAddress[]> => {
      const addresses = hostname === "localhost" ? LOCALHOST : await lookup(hostname);
      if (addresses.length > 0 && addresses.every(({ address }) => allowed(address, port))) return addresses;
      throw new RefusedAddress();
    });
    const judged: LookupFunction = (hostname, { all }, done) =>
      judge(hostname, (error, addresses) => {
        if (error !== null) done(error, "", 0);
        else if (all === true) done(null, addresses);
        else done(null, addresses[0]!.address, addresses[0]!.family);
      });
    const made = new Agent({ connect: { lookup: judged, timeout: timeoutMs } });
    agents.set(port, made);
    return made;
  };

  async function send(asked: Request): Promise<Response> {
    const { hostname, port: named, protocol } = new URL(asked.url);
    const port = Number(named) || (protocol === "https:" ? 443 : 80);
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !allowed(literal, port)) return outcome("refused");
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { statusCode, headers, body } = await request(asked.url, {
        method: asked.method as Dispatcher.HttpMethod,
        headers: {
          ...Object.fromEntries([...asked.headers].filter(([name]) => !NOT_SENT.test(name))),
          "accept-encoding": "identity",
        },
        body: Buffer.from(await asked.arrayBuffer()),
        dispatcher: agentOf(port),
        signal,
      });
      const text = await capped(headers["content-encoding"] === "gzip" ? body.pipe(createGunzip()) : body);
      return outcome("sent", text, statusCode, headers);
    } catch (thrown) {
      if (causes(thrown).some((one) => one instanceof RefusedAddress)) return outcome("refused");
      return outcome(signal.aborted || causes(thrown).some(isLate) ? "timeout" : "failed");
    }
  }
  return {
    send,
    close: async () => void (await Promise.all([...agents.values()].map((one) => one.destroy()))),
  };
}

const LOCALHOST: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** What belongs to the way from the Worker to here. */
const NOT_SENT = /^(host|connection|content-length|transfer-encoding|keep-alive|mf-.*|cf-.*|accept-encoding)$/;

/** What belongs to the way from the destination to here. */
const NOT_PASSED = /^(connection|content-length|transfer-encoding|keep-alive|content-encoding)$/;

function outcome(sent: Sent, body = "", status = 200, headers: NodeJS.Dict<string | string[]> = {}): Response {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!NOT_PASSED.test(name)) for (const one of [value ?? []].flat()) passed.append(name, one);
  passed.set(SENT_HEADER, sent);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: passed });
}

/** The first bytes of an answer; the rest is not waited for. */
async function capped(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const causes = (thrown: unknown): unknown[] => {
  const { cause, errors } = Object(thrown) as { cause?: unknown; errors?: unknown[] };
  return [thrown, ...(cause === undefined ? [] : causes(cause)), ...(errors ?? []).flatMap(causes)];
};

const isLate = (thrown: unknown): boolean => thrown instanceof Error && /Timeout/.test(thrown.name);
