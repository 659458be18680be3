import type { AirtimeReportDeps, ReportPorts } from "./rows/report.ts";
import type { CorePorts } from "../../http/ports.ts";
import { Problem } from "../../http/problem.ts";

// Reports of thousands of creators take seconds of CPU. Ticks get their share between the pieces of one, but not between
// the pieces of ten, so an isolate makes one at a time.

/** How long the others wait for a request that stopped in the middle, as when its client left. */
const LEASE_MS = 3000;

/** How often a request tries, and how long. */
const WAIT_MS = 25;
const LONGEST_WAIT_MS = 20_000;

/** The local runtime looks for requests and ticks only when it waits for something outside of it, such as a timer. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** The work holds the turn until then, epoch ms. */
let heldUntil = 0;

/**
 * Makes a report when no other one is being made. `make` gets the reads, each of which holds the turn further. Throws
 * the 429 Problem after 20 seconds.
 */
export async function inReportTurn<T>(
  { keep, idempotency, reports }: Pick<CorePorts, "keep" | "idempotency"> & ReportPorts,
  make: (reports: AirtimeReportDeps) => Promise<T>,
): Promise<T> {
  const tries = LONGEST_WAIT_MS / WAIT_MS;
  for (let tried = 0; heldUntil > keep.wallNow(); tried++) {
    if (tried === tries) throw new Problem(429, "Other reports are being made.", {}, { "retry-after": "5" });
    await idempotency.sleep(WAIT_MS);
  }
  const hold = () => (heldUntil = keep.wallNow() + LEASE_MS);
  hold();
  try {
    return await make({
      ...reports,
      async pastMonths(...query) {
        hold();
        const page = await reports.pastMonths(...query);
        await pause();
        return page;
      },
    });
  } finally {
    heldUntil = 0;
  }
}

/** The rows of a printed report at a time. */
const PIECE = 100;

/** Renders rows piece by piece, so that other work goes on in between. */
export async function renderedInPieces<Row, Text>(
  rows: readonly Row[],
  render: (row: Row) => Text,
  betweenPieces = pause,
): Promise<Text[]> {
  const texts: Text[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % PIECE === 0) await betweenPieces();
    texts.push(render(row));
  }
  return texts;
}
