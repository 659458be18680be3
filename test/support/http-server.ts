import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const KIB = 1024;
const BYTES = 12 * KIB * KIB;

/** A runtime hands a body over in pieces of some ten kilobytes: so many are on their way before anybody reads. */
const PIECE = 16 * KIB;

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A body of twelve megabytes that is made as it is read: a form of many fields, or one JSON text. */
export function largeBody(type: string): ReadableStream<Uint8Array> {
  let taken = 0;
  const text = type === FORM_TYPE ? "a=b&".repeat(PIECE / 4) : `[${"1,".repeat(PIECE / 2 - 1)}1`;
  const piece = new TextEncoder().encode(text);
  return new ReadableStream(
    {
      pull(controller) {
        if (taken >= BYTES) return controller.close();
        taken += piece.length;
        controller.enqueue(piece.slice());
      },
    },
    { highWaterMark: 0 },
  );
}

/** The observed part of a stream; `gap` is what no poll saw. Epoch ms. */
interface Streamed {
  from: number;
  to: number;
  gap?: { from: number; to: number };
}

const iso = (ms: number): string => new Date(ms).toISOString();

let seq = 0;

/** Stores an event as a poll would have. */
async function happened(
  db: D1Database,
  type: string,
  { id, watchlistId }: { id: string; watchlistId: string },
  at: number,
  data: object,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, ?3, ?4, ?5, '{}', ?6, ?6, NULL, ?6, ?7, 'c')`,
    )
    .bind(at * 512 + (seq % 512), `evt_past_${seq++}`, type, id, watchlistId, at, JSON.stringify(data))
    .run();
}

/** Stores an ended stream. */
export async function streamed(
  db: D1Database,
  target: { id: string; watchlistId: string },
  { from, to, gap }: Streamed,
): Promise<void> {
  if (gap !== undefined) await unseen(db, target, gap.from, gap.to);
  await happened(db, "live.ended", target, to, { startedAt: iso(from), endedAt: iso(to), roomId: "7" });
}

/** Stores a gap in what polls saw of a target. */
export const unseen = (db: D1Database, { id }: { id: string }, from: number, to: number) =>
  db
    .prepare("UPDATE targets SET gaps = json_insert(coalesce(gaps, '[]'), '$[#]', json_array(?2, ?3)) WHERE id = ?1")
    .bind(id, from, to)
    .run();

export interface TestServer {
  url: string;
  close(): Promise<void>;
}

/** A real HTTP server on a free port of this machine. The handler gets the body as text and as bytes. */
export async function serve(
  handle: (request: IncomingMessage, body: string, response: ServerResponse, bytes: Buffer) => void | Promise<void>,
): Promise<TestServer> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      void handle(request, bytes.toString("utf8"), response, bytes);
    });
    request.on("error", () => undefined);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
