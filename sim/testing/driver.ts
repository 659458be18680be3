import { settingsFrom } from "../settings.ts";
import { createSimulator } from "../simulator.ts";

export const startAt = Date.UTC(2026, 10, 20, 18, 10);

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
  /** The body as JSON; throws if it is not JSON. */
  json: () => any;
}

/** Returns a simulator with the test's own clock and sleep. */
export function drive(env: Record<string, string> = {}) {
  let now = startAt;
  const naps: number[] = [];
  const simulator = createSimulator({
    now: () => now,
    sleep: async (ms) => {
      naps.push(ms);
      now += ms;
    },
    settings: settingsFrom(env),
  });

  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await simulator.fetch(new Request(`http://sim.test${path}`, init));
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, json: () => JSON.parse(text) };
  };
  const auth = { authorization: `Basic ${btoa("demo:demo")}` };
  const json = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  });

  return {
    naps,
    send,
    wait: (ms: number) => void (now += ms),
    /** Calls the service with valid credentials. */
    call: (path: string) => send(path, { headers: auth }),
    callWith: (path: string, body: unknown) => send(path, json(body, auth)),
    post: (path: string, body: unknown, headers?: Record<string, string>) => send(path, json(body, headers)),
    patch: (path: string, body: unknown, headers?: Record<string, string>) =>
      send(path, { ...json(body, headers), method: "PATCH" }),
  };
}
