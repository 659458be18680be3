import { plan, type Planned } from "../../../flows/browse/plan.ts";
import type { Usage } from "../../../core/plan/quotas.ts";
import { planQuery, planShape } from "../plan-shapes.ts";
import { json, route, type Route } from "../route.ts";

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const perDay = (usage: Usage): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, value]) => [name, Math.round(value)])) as unknown as Usage;

const view = ({ watching, way, delay, free, paid }: Planned) => ({
  targets: { calls: watching.calls, live: watching.habitual },
  budget: {
    perMinute: watching.perMinute,
    asked: hundredths(watching.asked),
    enough: watching.asked <= watching.perMinute,
  },
  way,
  expectedDelay:
    delay === null ? null : { meanSeconds: hundredths(delay.meanSeconds), p95Seconds: hundredths(delay.p95Seconds) },
  free: { endsFirst: free.endsFirst, used: hundredths(free.used), fits: free.used <= 1, perDay: perDay(free.usage) },
  paid: {
    endsFirst: paid.endsFirst,
    used: hundredths(paid.used),
    dollarsPerMonth: hundredths(paid.dollars),
    perDay: perDay(paid.usage),
  },
});

export const planRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/plan",
    scope: "read",
    operation: "getPlan",
    tag: "System",
    summary: "What would it be like?",
    description:
      "How soon starts are seen, and what polling takes of the service and of Cloudflare, as it is and after a change: " +
      "worked out by the functions that poll, from what the last tick found.",
    query: planQuery,
    status: 200,
    reply: { description: "Now, and after the change", schema: () => planShape() },
    async handle({ ports, query }) {
      const { addLive = 0, addRanking = 0, addHashtag = 0, addProducts = 0, pollsPerMinute, intervalSeconds } = query;
      const change = {
        add: { live: addLive, ranking: addRanking, hashtag: addHashtag, products: addProducts },
        pollsPerMinute: pollsPerMinute ?? null,
        intervalSeconds: intervalSeconds ?? null,
      };
      const { now, after } = await plan(change, ports.plan);
      return json({ now: view(now), after: view(after) });
    },
  }),
];
