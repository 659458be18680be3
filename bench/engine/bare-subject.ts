import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { OUTSIDE } from "../../host/runtime/network.ts";
import { bareAddress, bareCode } from "./bare.ts";
import type { Subject } from "./subject-process.ts";

/** A loop that fetches and parses; `straight`: its calls leave the runtime as the system's do. */
export async function bare(service: string, targets: number, straight: boolean): Promise<Subject> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      stripCfConnectingIp: false,
      ...(straight ? { serviceBindings: { OUTSIDE } } : {}),
      modules: [{ type: "ESModule", path: "worker.mjs", contents: await bareCode() }],
      compatibilityDate: "2026-10-20",
    } as V4MiniflareOptions),
  );
  const requested = bareAddress(service, targets);
  return {
    async sweep() {
      const read = Number(await (await miniflare.dispatchFetch(requested)).text());
      if (read !== targets) throw new Error(`the bare loop read ${read} of ${targets}`);
    },
    stop: () => miniflare.dispose(),
  };
}
