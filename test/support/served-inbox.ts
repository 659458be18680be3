import { settingsFrom } from "../../sim/settings.ts";
import { createSimulator } from "../../sim/simulator.ts";
import { serve, type TestServer } from "./http-server.ts";

/** Serves the simulator with its inbox on a port of this machine. */
export async function servedInbox(): Promise<TestServer> {
  const simulator = createSimulator({ now: Date.now, sleep: async () => undefined, settings: settingsFrom({}) });
  const server: TestServer = await serve(async (request, _text, response, bytes) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const init = { method: request.method!, headers, ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }) };
    const answer = await simulator.fetch(new Request(`${server.url}${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return server;
}
