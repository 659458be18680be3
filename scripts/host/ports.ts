import { createServer } from "node:net";
import { StartError } from "./variables.ts";

/** Takes a port for a moment, to say clearly that it is taken; port 0 becomes a free one. Throws StartError. */
export function freePort(name: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? `port ${port} is taken by another program; choose another with ${name}=…`
          : `port ${port} on ${host} cannot be opened (${error.code})`;
      reject(new StartError(why));
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
