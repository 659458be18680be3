import { Agent, request } from "node:http";
import type { CreatedRequest } from "./requests.ts";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const forgive = (): void => undefined;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const LONG_BYTES = 1024 * 1024;
const MAX_TRIES = 5;

/**
 * Sends a request byte for byte: paths and headers go as they are. Who answers before a long body has come may hang up
 * while it is still being written: then the answer is lost, and it is sent again.
 */
export async function send(base: string, created: CreatedRequest): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await sendOnce(base, created);
    } catch (thrown) {
      const cut = /EPIPE|ECONNRESET/.test(String(thrown)) && (created.body?.length ?? 0) >= LONG_BYTES;
      if (!cut || tries === MAX_TRIES) throw thrown;
    }
  }
}

function sendOnce(base: string, { method, path, headers, body, chunked }: CreatedRequest): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const framing = chunked ? { "transfer-encoding": "chunked" } : { "content-length": String(body?.length ?? 0) };
  const length = body === null ? {} : framing;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    // An answer may be whole before its request is: what fails after that has nobody else to tell.
    sent.on("socket", (socket) => socket.listenerCount("error", forgive) === 0 && socket.on("error", forgive));
    sent.setTimeout(60_000, () => sent.destroy(new Error("no answer within a minute")));
    if (body !== null && chunked)
      for (let from = 0; from < body.length; from += 7000) sent.write(body.subarray(from, from + 7000));
    sent.end(chunked ? undefined : (body ?? undefined));
  });
}

/** Lets go of what is kept open. */
export const hangUp = (): void => agent.destroy();

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request for a terminal; a long body is cut. */
export function asCurl(base: string, { method, path, headers, body, chunked }: CreatedRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (chunked && body !== null) named.push(`-H 'transfer-encoding: chunked'`);
  const text = body?.toString("utf8");
  const data =
    text === undefined ? "" : ` --data-binary ${quoted(text.length > 3000 ? `${text.slice(0, 3000)}…` : text)}`;
  return `curl -i -g --path-as-is -X ${method} ${named.join(" ")}${data} ${quoted(base + path)}`;
}
