import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../failure.ts";

/** A runtime that was just killed may still hold its port. */
const TRIES = 8;
const BETWEEN_MS = 250;

/** Another program has the port, maybe only for now. */
class TakenError extends StartError {}

/** A port that is available. Port 0 becomes a free one. Throws StartError with the reason if it is not. */
export async function freePort(name: string, port: number, host: string): Promise<number> {
  for (let tried = 1; ; tried++) {
    try {
      return await tryPort(name, port, host);
    } catch (thrown) {
      if (tried === TRIES || !(thrown instanceof TakenError)) throw thrown;
      await sleep(BETWEEN_MS);
    }
  }
}

function whyNot(code: string | undefined, name: string, port: number): string {
  if (code === "EADDRINUSE") return `port ${port} is taken by another program; choose another one with ${name}=…`;
  if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine";
  if (code === "EACCES")
    return `port ${port} needs the rights of an administrator; choose one above 1023 with ${name}=…`;
  return `port ${port} on HOST can't be opened (${code ?? "unknown"}); choose another one with ${name}=…`;
}

/** Opens a port for a moment, for a clear error if it is in use. Port 0 becomes a free one. Throws StartError. */
function tryPort(name: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const Kind = error.code === "EADDRINUSE" ? TakenError : StartError;
      reject(new Kind(whyNot(error.code, name, port)));
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
