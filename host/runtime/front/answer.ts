import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Refused } from "./judge.ts";

const HEADERS = {
  "content-type": "application/problem+json",
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
};

/** RFC 9110 renamed the status 413, and the API uses the new name. */
const titleOf = (status: number): string => (status === 413 ? "Content Too Large" : (STATUS_CODES[status] ?? "Error"));

const bodyOf = ({ status, detail }: Refused): string =>
  JSON.stringify({ type: "about:blank", title: titleOf(status), status, detail });

/** How long the rest of a body is read, so that the answer arrives, before the connection is closed. */
const LINGER_MS = 2000;

/** Answers like the API (RFC 9457). Closes the connection if a body may still be arriving. */
export function answer(response: ServerResponse, refused: Refused): void {
  const { req: request } = response;
  const body = bodyOf(refused);
  const coming = request.headers["content-length"] ?? request.headers["transfer-encoding"];
  response.writeHead(refused.status, {
    ...refused.headers,
    ...HEADERS,
    "content-length": Buffer.byteLength(body),
    ...(coming === undefined || coming === "0" ? {} : { connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
  if (coming === undefined || coming === "0") return;
  request.resume();
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  request.once("close", () => clearTimeout(timer));
}

/** The API's answer of `/healthz` without a database. */
const DOWN = JSON.stringify({ status: "down", lastTickAt: null, lastPollAt: null, reasons: ["database"] });

/** Answers in place of the Worker that everything is down. */
export function answerDown(response: ServerResponse): void {
  response.writeHead(503, {
    ...HEADERS,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(DOWN),
  });
  response.end(response.req.method === "HEAD" ? undefined : DOWN);
}

/** Answers on a connection without a valid request, and closes it. */
export function hangUp(socket: Socket, refused: Refused): void {
  if (!socket.writable) return void socket.destroy();
  const body = bodyOf(refused);
  const head = [
    `HTTP/1.1 ${refused.status} ${titleOf(refused.status)}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
