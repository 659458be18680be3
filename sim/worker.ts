import { settingsFrom } from "./settings.ts";
import { createSimulator, type Simulator } from "./simulator.ts";

let simulator: Simulator | undefined;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export default {
  fetch(request: Request, env: Record<string, unknown>): Promise<Response> {
    simulator ??= createSimulator({ now: () => Date.now(), sleep, settings: settingsFrom(env) });
    return simulator.fetch(request);
  },
};
