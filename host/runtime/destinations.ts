import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline } from "node:stream";
import { callbackify } from "node:util";
import { createGunzip } from "node:zlib";
import ipaddr from "ipaddr.js";
import { SENT_HEADER, type Sent } from "../../src/engine/outbound/sender.ts";

export interface DestinationOptions {
  /** Allows this machine, except `ownPorts`. */
  local: boolean;
  /** Ports on which Tallylight listens. */
  ownPorts: number[];
  timeoutMs: number;
  /** For tests: which addresses are public. */
  isPublic?: (address: string) => boolean;
  /** All addresses of a name. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

/** A request to send. */
interface Sending {
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The answer of the destination. SENT_HEADER tells whether there was one. */
interface Outcome {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** Called by the Worker's binding. */
export type SendOut = (sending: Sending) => Promise<Outcome>;

const MAX_BYTES = 64 * 1024;

/** Idle time of a connection between requests. */
const IDLE_MS = 4000;

class RefusedAddress extends Error {}

const systemAddresses = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });

/** Whether an address is a unicast address of the public internet: not private, shared, special or multicast. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** Whether an address is of this machine, including IPv4-mapped IPv6. */
const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/**
 * Calls destinations from this process, which can resolve names. It connects to an address that it has checked, and not
 * to another one that the name may have a moment later. Follows no redirects.
 */
export function destinations(options: DestinationOptions): { send: SendOut; close: () => void } {
  const { local, ownPorts, timeoutMs, lookup = systemAddresses, isPublic = isPublicAddress } = options;
  const agents = {
    "http:": new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
    "https:": new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
  };
  const allowed = (address: string, port: number): boolean =>
    isPublic(address) || (local && isLoopbackAddress(address) && !ownPorts.includes(port));

  /** Checks a connection when it is made, for its port. Agents pool connections by port. */
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

/** The headers of the answer. Its body is still to come. */
const answered = (body: Buffer, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = options.protocol === "https:" ? https : http;
    request(options, resolve).on("error", reject).end(body);
  });

const LOCALHOST: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Headers between the Worker and this process. */
const NOT_SENT = /^(host|connection|content-length|transfer-encoding|keep-alive|mf-.*|cf-.*|accept-encoding)$/;

/** Headers between the destination and this process. */
const NOT_PASSED = /^(connection|content-length|transfer-encoding|keep-alive|content-encoding)$/;

function outcome(sent: Sent, body = "", status = 200, headers: IncomingHttpHeaders = {}): Outcome {
  const passed = Object.entries(headers).filter(([name, value]) => !NOT_PASSED.test(name) && value !== undefined);
  return {
    status,
    headers: { ...(Object.fromEntries(passed) as Outcome["headers"]), [SENT_HEADER]: sent },
    body: [204, 205, 304].includes(status) ? "" : body,
  };
}

/** The beginning of an answer; "" if it is too long. */
async function text(answer: IncomingMessage): Promise<string> {
  const gzipped = answer.headers["content-encoding"] === "gzip";
  // An error of one stream breaks the other one, so that the reader notices.
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
