import { apiPorts } from "./compose-api.ts";
import { compose } from "./compose.ts";
import { configured, countedRows, type Env } from "./compose-environment.ts";
import { pagePorts } from "./compose-pages.ts";
import { prepared } from "./compose-set-up.ts";
import { createApp } from "./api/app.ts";
import { isFromFront } from "./api/from-front.ts";
import { addPages } from "./pages/app.ts";
import { misconfigured } from "./pages/misconfigured.tsx";
import { settingUp } from "./pages/setting-up.tsx";

/** Handles requests of the API and the pages, even while the configuration is invalid. */
export function api(): (request: Request, env: Env) => Response | Promise<Response> {
  const app = createApp(({ env, statements }: Requested) => {
    const invocation = compose(env, statements);
    return pagePorts(invocation, apiPorts(invocation));
  }, addPages);
  return async (request, env) => {
    if (!isFromFront(request, env.FRONT_SECRET)) return new Response(null, { status: 404 });
    const created = configured(env);
    if ("errors" in created) return misconfigured(created.errors, request, env);
    const { progress, statements } = await prepared(created, env);
    // The page that waits has the style of all pages.
    if (progress !== null && !new URL(request.url).pathname.startsWith("/assets/")) return settingUp(progress, request);
    const response = await app.fetch(request, { env, statements } satisfies Requested);
    await countedRows(created, env);
    return response;
  };
}

/** A request's environment, and the statements that it has already sent. */
interface Requested {
  env: Env;
  statements: number;
}
