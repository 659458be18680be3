import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { SendOut } from "./destinations.ts";
import { same } from "./secrets.ts";

/** The header with the secret that the runtime adds. Destinations never receive it. */
export const SECRET_HEADER = "x-tallylight-host";

/** The listener behind the Worker's binding: on a local port, for callers with the secret. */
export interface DestinationsDoor {
  port: number;
  /** Generated at each start. */
  secret: string;
  /** Starts sending. */
  begin(send: SendOut): void;
  close: () => Promise<void>;
}

/** Opens the listener. The request line contains the destination, as for a proxy. */
export async function openDestinationsDoor(): Promise<DestinationsDoor> {
  const secret = randomBytes(32).toString("hex");
  let send: SendOut | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { [SECRET_HEADER]: provided, ...headers } = request.headers;
    if (send === undefined || !same(String(provided), secret)) {
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

  // Proxy requests may lack a Host header.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // The runtime may reuse a connection at any time, so idle ones must stay open.
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
