import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Refused } from "./judge.ts";

const HEADERS = {
  "content-type": "application/problem+json",
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
};

/** RFC 9110 renamed it, and the API says the new name. */
const titleOf = (status: number): string => (status === 413 ? "Content Too Large" : (STATUS_CODES[status] ?? "Error"));

const bodyOf = ({ status, detail }: Refused): string =>
  JSON.stringify({ type: "about:blank", title: titleOf(status), status, detail });

/** What is still coming of a body is let go by for so long, so that the answer arrives; then the connection ends. */
const LINGER_MS = 2000;

/** Answers as the API does, RFC 9457, and ends the connection where a body may still be on its way. */
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

/** Health as the API says it where there is no database. */
const DOWN = JSON.stringify({ status: "down", lastTickAt: null, lastPollAt: null, reasons: ["database"] });

/** Answers in the Worker's place that all is down. */
export function answerDown(response: ServerResponse): void {
  response.writeHead(503, {
    ...HEADERS,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(DOWN),
  });
  response.end(response.req.method === "HEAD" ? undefined : DOWN);
}

/** Answers where there is no request yet that could be answered, and hangs up. */
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
