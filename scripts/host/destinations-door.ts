import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { SendOut } from "./destinations.ts";
import { same } from "./same.ts";

/** Who may send, in a header that the runtime puts in and that no destination sees. */
export const SECRET_HEADER = "x-tallylight-host";

/** The listener that the Worker's binding leads to: on a port of this machine, for who has the secret. */
export interface DestinationsDoor {
  port: number;
  /** Made anew with each start. */
  secret: string;
  /** Sends from now on. */
  begin(send: SendOut): void;
  close: () => Promise<void>;
}

/** Opens it. A request names its destination in its first line, as to a proxy. */
export async function openDestinationsDoor(): Promise<DestinationsDoor> {
  const secret = randomBytes(32).toString("hex");
  let send: SendOut | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { [SECRET_HEADER]: given, ...headers } = request.headers;
    // What the runtime notes for Miniflare comes here too; nobody reads it.
    if (send === undefined || !same(String(given), secret)) {
      request.resume();
      response.writeHead(404).end();
      return;
    }
    const {
      status,
      headers: answered,
      body,
    } = await send({
      url: request.url!,
      method: request.method!,
      headers,
      body: await buffer(request),
    });
    response.writeHead(status, answered).end(body);
  }

  // What is asked as a proxy is has no Host.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // The runtime may take up a connection whenever it likes: none ends for being idle.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    begin: (sends) => void (send = sends),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
