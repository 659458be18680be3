import { answered, type CatalogueEntry } from "../catalogue.ts";
import { writeJson } from "../lossless-json.ts";
import { operations } from "../operations/registry.ts";
import type { World } from "../world/world.ts";
import type { CallLog } from "./call-log.ts";
import { brokenResponse, delayOf, errorResponse, type Faults } from "./faults.ts";
import { BadRequest, readParams } from "./params.ts";

/** The dependencies of the service; `world` is a function because a reset replaces the world. */
export interface ServiceParts {
  world: () => World;
  faults: Faults;
  calls: CallLog;
  username: string;
  password: string;
  wallNow: () => number;
  sleep: (ms: number) => Promise<void>;
}

const byPath = new Map(answered.map((entry) => [entry.path, entry]));

/** Returns the handler of the polled service. Paths are compared as text, including doubled slashes. */
export function createService(parts: ServiceParts): (request: Request, url: URL) => Promise<Response> {
  const authorization = `Basic ${base64(`${parts.username}:${parts.password}`)}`;

  return async (request, url) => {
    const startedAt = parts.wallNow();
    const entry = byPath.get(url.pathname);
    const query = Object.fromEntries(url.searchParams);
    const body = request.method === "POST" ? await request.text() : undefined;
    const response = await answer(request, entry, query, body);
    parts.calls.add({
      at: startedAt,
      method: request.method,
      path: url.pathname,
      query,
      operation: entry?.name ?? null,
      status: response.status,
      durationMs: parts.wallNow() - startedAt,
      ...(body !== undefined && { body: parsed(body.slice(0, 10_000)) ?? null }),
    });
    return response;
  };

  async function answer(
    request: Request,
    entry: CatalogueEntry | undefined,
    query: Record<string, string>,
    body: string | undefined,
  ): Promise<Response> {
    if (!entry) return errorResponse(404);
    if (request.headers.get("authorization") !== authorization) return errorResponse(401);
    if (request.method !== entry.method) return errorResponse(405);
    const isJson = request.headers.get("content-type")?.includes("json") ?? false;
    const source = entry.method === "GET" ? query : isJson ? parsed(body ?? "") : undefined;
    const fault = parts.faults.take(entry.name);
    if (!fault) return truth(entry, source);
    const delayMs = delayOf(fault);
    if (delayMs > 0) await parts.sleep(delayMs);
    return brokenResponse(fault, async () => truth(entry, source));
  }

  function truth(entry: CatalogueEntry, source: Record<string, unknown> | undefined): Response {
    try {
      if (!source) throw new BadRequest({ body: "must be a JSON object" });
      const params = readParams(entry, source);
      const operation = operations[entry.name];
      if (!operation) return errorResponse(500);
      const data = operation({ params, world: parts.world(), callsMade: parts.calls.total });
      return new Response(`{"code":0,"msg":"success","data":${writeJson(data)}}`, {
        headers: { "content-type": "application/json" },
      });
    } catch (error) {
      if (error instanceof BadRequest) return errorResponse(400, error.fields);
      throw error;
    }
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
