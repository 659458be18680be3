import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./start-error.ts";

/** A runtime that was just killed may still hold its port. */
const TRIES = 8;
const BETWEEN_MS = 250;

/** A port that is available. Port 0 becomes a free one. Throws StartError with the reason if it is not. */
export async function freePort(name: string, port: number, host: string): Promise<number> {
  for (let tried = 1; ; tried++) {
    try {
      return await tryPort(name, port, host);
    } catch (thrown) {
      if (tried === TRIES) throw thrown;
      await sleep(BETWEEN_MS);
    }
  }
}

/** Opens a port for a moment, for a clear error if it is in use. Port 0 becomes a free one. Throws StartError. */
function tryPort(name: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? `port ${port} is taken by another program; choose another one with ${name}=…`
          : `port ${port} on ${host} can't be opened (${error.code})`;
      reject(new StartError(why));
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
