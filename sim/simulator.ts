import { Hono } from "hono";
import { createChatRoutes } from "./chats/chats.ts";
import { createControls } from "./controls/controls.ts";
import { Inbox } from "./inbox/inbox.ts";
import { createInboxRoutes } from "./inbox/routes.ts";
import { createPictureRoutes } from "./pictures/routes.ts";
import { CallLog } from "./service/call-log.ts";
import { Faults } from "./service/faults.ts";
import { createService } from "./service/service.ts";
import type { Settings } from "./settings.ts";
import { World } from "./world/world.ts";

/** The dependencies of a simulator: the wall clock in milliseconds, a sleep function, and its settings. */
export interface SimulatorOptions {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  settings: Settings;
  /** Calls Tallylight. */
  call?: typeof fetch;
}

export interface Simulator {
  fetch(request: Request): Promise<Response>;
}

/** Returns a request handler for the polled service, its controls and the receivers of messages. */
export function createSimulator({ now, sleep, settings, call = fetch }: SimulatorOptions): Simulator {
  const { speed, username, password } = settings;
  let world = new World({ seed: settings.seed, speed, wallNow: now });
  const faults = new Faults();
  const calls = new CallLog();
  const inbox = new Inbox(now);
  const service = createService({ world: () => world, faults, calls, username, password, wallNow: now, sleep });

  const reset = (seed: string): void => {
    world = new World({ seed, speed, wallNow: now });
    faults.clear();
    calls.clear();
    inbox.clear();
  };

  const app = new Hono();
  app.get("/", (context) => context.redirect("/inbox"));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.route("/_sim", createControls({ world: () => world, faults, calls, inbox, reset }));
  app.route("/pictures", createPictureRoutes());
  app.route("/", createChatRoutes({ inbox, settings, now, call, own: async (request) => app.fetch(request) }));
  app.route("/", createInboxRoutes({ inbox, faults, now, sleep }));

  return {
    async fetch(request) {
      const url = new URL(request.url);
      world.origin = url.origin;
      const own =
        url.pathname === "/" || url.pathname === "/healthz" || /^\/(_sim|inbox|pictures)\b/.test(url.pathname);
      return own ? app.fetch(request) : service(request, url);
    },
  };
}
