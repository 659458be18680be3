import { Problem } from "../../http/problem.ts";
import { routesOver } from "../../http/route.ts";
import type { AgentDeps } from "./tool.ts";
import type { HealthPorts } from "../../core/health-snapshot.ts";

/** What agents ask besides the API. */
export interface AgentPorts {
  agents: AgentDeps;
}

const route = routesOver<HealthPorts & AgentPorts>();

/** Throws the 403 Problem for a page of another site, whose reader's network would otherwise lend it access. */
function sameOrigin(request: Request, publicUrl: string | null): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const own = [new URL(request.url).origin, publicUrl].flatMap((url) => (url === null ? [] : [new URL(url).host]));
  if (!URL.canParse(origin) || !own.includes(new URL(origin).host))
    throw new Problem(403, "Pages of other sites may not ask here.");
}

/** The door of agents. What they ask is checked, limited and recorded by the operations that it uses. */
export const agentRoutes = [
  route({
    method: "post",
    path: "/mcp",
    scope: "read",
    operation: "askAsAgent",
    withinLists: true,
    audited: false,
    async handle({ request, actor, ports }) {
      sameOrigin(request, ports.publicUrl);
      // Loaded when first asked, since most isolates serve no agent.
      const { answerAgent } = await import("./server.ts");
      const asking = { api: ports.inside(actor!), actor: actor!, now: ports.health.wallNow() };
      return answerAgent(request, { ...asking, ...ports.agents });
    },
  }),
];
