import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline } from "node:stream";
import { callbackify } from "node:util";
import { createGunzip } from "node:zlib";
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

/** What is to be sent, and where. */
interface Sending {
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What came of it: the answer of the destination, and in SENT_HEADER whether there was one. */
interface Outcome {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** What the Worker's binding calls. */
export type SendOut = (sending: Sending) => Promise<Outcome>;

const MAX_BYTES = 64 * 1024;

/** Of a connection between two requests. */
const IDLE_MS = 4000;

class RefusedAddress extends Error {}

const systemAddresses = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/**
 * Calls destinations from this process, where names can be resolved: a connection goes to an address that was judged, and
 * to no other that the name may have a moment later. Follows no redirect.
 */
export function destinations(options: DestinationOptions): { send: SendOut; close: () => void } {
  const { local, ownPorts, timeoutMs, lookup = systemAddresses, isPublic = isPublicAddress } = options;
  const agents = {
    "http:": new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
    "https:": new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
  };
  const allowed = (address: string, port: number): boolean =>
    isPublic(address) || (local && isLoopbackAddress(address) && !ownPorts.includes(port));

  /** A connection is judged when it is made, and by its port; the agents keep those to other ports apart. */
  const evaluated = (port: number): LookupFunction => {
    const judge = callbackify(async (hostname: string): Promise<LookupAddress[]> => {
      const addresses = hostname === "localhost" ? LOCALHOST : await lookup(hostname);
      if (addresses.length > 0 && addresses.every(({ address }) => allowed(address, port))) return addresses;
      throw new RefusedAddress();
    });
    return (hostname, { all }, done) =>
      judge(hostname, (error, addresses) => {
        if (error !== null) done(error, "", 0);
        else if (all === true) done(null, addresses);
        else done(null, addresses[0]!.address, addresses[0]!.family);
      });
  };

  async function send({ url, method, headers, body }: Sending): Promise<Outcome> {
    const { hostname: host, port: named, protocol, pathname, search } = new URL(url);
    const port = Number(named) || (protocol === "https:" ? 443 : 80);
    const hostname = host.replace(/^\[|\]$/g, "");
    if (isIP(hostname) !== 0 && !allowed(hostname, port)) return outcome("refused");
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = Object.entries(headers).filter(([name]) => !NOT_SENT.test(name));
    try {
      const answer = await answered(body, {
        protocol,
        hostname,
        port,
        path: pathname + search,
        method,
        headers: { ...Object.fromEntries(sent), "accept-encoding": "identity" },
        agent: agents[protocol as keyof typeof agents],
        lookup: evaluated(port),
        signal,
      });
      return outcome("sent", await text(answer), answer.statusCode, answer.headers);
    } catch (thrown) {
      if (causes(thrown).some((one) => one instanceof RefusedAddress)) return outcome("refused");
      return outcome(signal.aborted || causes(thrown).some(isLate) ? "timeout" : "failed");
    }
  }
  return {
    send,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The head of the answer; its body is still to come. */
const answered = (body: Buffer, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = options.protocol === "https:" ? https : http;
    request(options, resolve).on("error", reject).end(body);
  });

const LOCALHOST: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** What belongs to the way from the Worker to here. */
const NOT_SENT = /^(host|connection|content-length|transfer-encoding|keep-alive|mf-.*|cf-.*|accept-encoding)$/;

/** What belongs to the way from the destination to here. */
const NOT_PASSED = /^(connection|content-length|transfer-encoding|keep-alive|content-encoding)$/;

function outcome(sent: Sent, body = "", status = 200, headers: IncomingHttpHeaders = {}): Outcome {
  const passed = Object.entries(headers).filter(([name, value]) => !NOT_PASSED.test(name) && value !== undefined);
  return {
    status,
    headers: { ...(Object.fromEntries(passed) as Outcome["headers"]), [SENT_HEADER]: sent },
    body: [204, 205, 304].includes(status) ? "" : body,
  };
}

/** The first bytes of an answer; the rest is not waited for. */
async function text(answer: IncomingMessage): Promise<string> {
  const gzipped = answer.headers["content-encoding"] === "gzip";
  // What breaks one of the two breaks the other: whoever reads is told.
  const body: AsyncIterable<Buffer> = gzipped ? pipeline(answer, createGunzip(), () => undefined) : answer;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const causes = (thrown: unknown): unknown[] => {
  const { cause, errors } = Object(thrown) as { cause?: unknown; errors?: unknown[] };
  return [thrown, ...(cause === undefined ? [] : causes(cause)), ...(errors ?? []).flatMap(causes)];
};

const isLate = (thrown: unknown): boolean => (Object(thrown) as { code?: unknown }).code === "ETIMEDOUT";
