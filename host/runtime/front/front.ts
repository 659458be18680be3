import compression from "compression";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Transform } from "node:stream";
import { createProxyServer } from "httpxy";
import { FRONT_HEADER } from "../../../src/wiring/api/from-front.ts";
import { answer, answerDown, hangUp } from "./answer.ts";
import { clientOf, NOBODY, type Trusted } from "./client.ts";
import { MAX_BODY_BYTES, refusalOf, type Refused, targetOf, TOO_LARGE } from "./judge.ts";
import { same } from "../secrets.ts";

const LATEST_MS = 8.64e15;

/** Runs a tick at a time, epoch ms. Returns false if it failed. */
type Tick = (scheduledTime: number) => Promise<boolean>;

interface DoorOptions {
  tick: Tick;
  /** ADMIN_TOKEN, which is required to trigger ticks. */
  token: string;
  /** False if this process ticks itself. Ticks cannot be triggered then. */
  open: boolean;
}

/** Whether a path belongs to the runtime, however it is encoded. */
const isRuntimePath = (target: string): boolean => /^\/cdn-cgi(\/|$|\?)/i.test(decoded(target));

/**
 * Handles `GET /cdn-cgi/handler/scheduled?time=<epoch ms>` with the admin token, which triggers a tick. Other paths of
 * the runtime are not found.
 */
async function runtimeDoor(
  request: IncomingMessage,
  response: ServerResponse,
  { tick, token, open }: DoorOptions,
): Promise<void> {
  const [path, query = ""] = request.url!.split("?", 2);
  const provided = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!open || request.method !== "GET" || path !== "/cdn-cgi/handler/scheduled" || !same(provided, token))
    return answer(response, { status: 404, detail: "No such path." });
  const time = new URLSearchParams(query).get("time") ?? String(Date.now());
  if (!/^\d{1,16}$/.test(time) || Number(time) > LATEST_MS)
    return answer(response, { status: 400, detail: "time must be a whole number of milliseconds since 1970." });
  if (!(await tick(Number(time))))
    return answer(response, { status: 500, detail: "The tick failed. The log says why." });
  response.writeHead(200, { "content-type": "text/plain" }).end("ok");
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The only listener that can be reached from outside. */
export interface Front {
  port: number;
  /** Starts passing on requests, including those that have been waiting. */
  begin(target: string, door: DoorOptions, behind?: Partial<Pick<Behind, "isDown" | "secret">>): void;
  close(): Promise<void>;
}

/** What is behind the front. */
interface Behind {
  runtime: URL;
  door: DoorOptions;
  isDown: IsDown;
  /** The secret with which the runtime recognizes requests of the front; null if it does not check. */
  secret: string | null;
}

/** Whether the database file is gone. The runtime cannot notice that, because it has the file open. */
type IsDown = () => Promise<boolean>;

interface FrontTimes {
  /** Limit until a request's headers have arrived. */
  headMs: number;
  /** Limit until its body has arrived too. */
  requestMs: number;
  /** Limit for an idle connection. */
  idleMs: number;
}

export interface FrontOptions {
  times?: FrontTimes;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trusted?: Trusted;
}

const TIMES: FrontTimes = { headMs: 10_000, requestMs: 120_000, idleMs: 30_000 };

/** Limit on the wait for an answer: slightly more than the longest call of a request. */
const SILENT_MS = 180_000;

const MAX_HEADER_BYTES = 16 * 1024;

/**
 * How long idle connections to the runtime are kept. It closes them after five seconds, and a request must not meet a
 * closing connection.
 */
const STORED_MS = 2000;

/** Shorter answers gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024;

/** Compresses an answer for clients that accept it, as Cloudflare does for a deployed Worker. */
const compress = compression({ threshold: COMPRESSED_FROM_BYTES }) as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * Headers of a single connection (RFC 9110, 7.6.1). Others that `Connection` lists are passed on, because there is no
 * further hop.
 */
const HOP_BY_HOP = [
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * Headers that the local runtime obeys, that claim a client's identity or address, or that are meant for proxies. The
 * assertion of Cloudflare Access passes: the Worker checks its signature.
 */
const CLAIMS =
  /^(mf-|cf-(?!access-jwt-assertion$)|x-mf-|x-tallylight-|proxy$|proxy-|x-forwarded|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$|x-original-|x-rewrite-|x-http-method|x-method-override$)/;

/** The headers that the Worker receives, with the client address, and the secret of the front (null for none). */
function passedOn(headers: IncomingHttpHeaders, client: string, secret: string | null): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.includes(name) && !CLAIMS.test(name)) passed[name] = headers[name];
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) passed["transfer-encoding"] = coding;
  passed["cf-connecting-ip"] = client;
  if (secret !== null) passed[FRONT_HEADER] = secret;
  return passed;
}

/** Removes the runtime's internal headers and those of its connection from an answer. */
function cleaned(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (/^(mf-|x-mf-|keep-alive$|connection$)/.test(name)) delete headers[name];
}

/**
 * Listens on the port and holds requests until `begin`. Rejects with the system's error if the port is not available.
 */
export async function openFront(
  host: string,
  port: number,
  { times = TIMES, trusted = NOBODY }: FrontOptions = {},
): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: STORED_MS });
  const proxy = createProxyServer({});
  proxy.on("proxyRes", ({ headers }, _request, response) => {
    cleaned(headers);
    headers.connection = response.shouldKeepAlive ? "keep-alive" : "close";
  });
  const { promise: started, resolve: begin } = Promise.withResolvers<Behind>();
  let ready: Behind | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { runtime, door, isDown, secret } = ready ?? (await started);
    const target = targetOf(request.url!, request.headers.host!)!;
    if (target === "/healthz" && (await isDown())) return answerDown(response);
    if (isRuntimePath(target)) return runtimeDoor(request, response, door);
    request.url = target;
    const client = clientOf(request.socket.remoteAddress ?? "", request.headers["x-forwarded-for"], trusted);
    request.headers = passedOn(request.headers, client, secret);
    const buffer = request.headers["transfer-encoding"] === undefined ? {} : { buffer: counted(request, response) };
    compress(request, response, () => undefined);
    await proxy.web(request, response, { target: runtime, agent, ...buffer });
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const refused = refusalOf(request);
    if (refused !== null) return answer(response, refused);
    serve(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else answer(response, { status: 503, detail: "Tallylight is not available.", headers: { "retry-after": "1" } });
    });
  };
  const server = createServer(
    {
      headersTimeout: times.headMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.idleMs,
      connectionsCheckingInterval: Math.min(1000, times.headMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
    },
    handle,
  );
  server.timeout = SILENT_MS;
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (refusalOf(request) === null) response.writeContinue();
    handle(request, response);
  });
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    answer(response, { status: 417, detail: "Expect must be 100-continue." }),
  );
  server.on("connect", (_request: IncomingMessage, socket: Socket) =>
    hangUp(socket, { status: 405, detail: "The CONNECT method is not supported." }),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => hangUp(socket, refusalFor(error)));
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    begin(target, door, { isDown = async () => false, secret = null } = {}) {
      ready = { runtime: new URL(target), door, isDown, secret };
      begin(ready);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

const refusalFor = ({ code }: NodeJS.ErrnoException): Refused => {
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, detail: "The headers are longer than 16 KB." };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, detail: "The request took too long." };
  return { status: 400, detail: "This is not an HTTP/1.1 request." };
};

/** Passes on a body of unknown length, and aborts it if it becomes too long. */
function counted(request: IncomingMessage, response: ServerResponse): Transform {
  let bytes = 0;
  return request.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes <= MAX_BODY_BYTES) return done(null, chunk);
        if (!response.headersSent) answer(response, TOO_LARGE);
      },
    }),
  );
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
