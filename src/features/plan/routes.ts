import * as z from "zod";
import { MAX_TARGETS, type Usage } from "../../engine/plan/plan.ts";
import { inTargets } from "../../engine/plan/shared-load.ts";
import { addedName, plan, type Planned, type PlanPorts } from "./plan.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { json, routesOver } from "../../http/route.ts";
import type { PlanFigures } from "./shape.ts";

const route = routesOver<PlanPorts>();

const MAX_ADDED = 1_000_000;

const count = (max: number, description: string) =>
  z.coerce.number().int().min(0).max(max).optional().meta({ description });

const added = (what: string) => count(MAX_ADDED, `Extra ${what}.`);

const MAX_LOOKERS = 10_000;

const KINDS = Object.values(targetKinds);

/** A hypothetical change, as query parameters. */
const planQuery = () =>
  z.object({
    ...Object.fromEntries(KINDS.map(({ kind, page }) => [addedName(kind), added(page.title.toLowerCase())])),
    pollsPerMinute: z.coerce.number().int().min(1).max(1_000_000).optional().meta({
      description: "The budget to plan with, in calls per minute.",
    }),
    intervalSeconds: z.coerce.number().int().min(1).max(86_400).optional().meta({
      description: "The interval of the added targets, in seconds. Default: their kind's.",
    }),
    openTabs: count(MAX_LOOKERS, "Tabs of the page that stay open all day."),
    viewers: count(MAX_LOOKERS, "People who look at one shared link all day."),
  });

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const perDay = (usage: Usage): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, value]) => [name, Math.round(value)])) as unknown as Usage;

const view = ({ watching, way, delay, databaseBytes, free, paid }: Planned): PlanFigures => ({
  targets: { calls: watching.calls, live: watching.habitual, perCall: watching.perCall },
  beyondLimit: inTargets(watching).calls > MAX_TARGETS,
  budget: {
    perMinute: watching.perMinute,
    asked: hundredths(watching.asked),
    enough: watching.asked <= watching.perMinute,
  },
  way,
  expectedDelay:
    delay === null ? null : { meanSeconds: hundredths(delay.meanSeconds), p95Seconds: hundredths(delay.p95Seconds) },
  databaseMegabytes: Math.ceil(databaseBytes / 1_000_000),
  free: { endsFirst: free.endsFirst, used: hundredths(free.used), fits: free.used <= 1, perDay: perDay(free.usage) },
  paid: {
    endsFirst: paid.endsFirst,
    used: hundredths(paid.used),
    dollarsPerMonth: hundredths(paid.dollars),
    perDay: perDay(paid.usage),
  },
});

export const planRoutes = [
  route({
    method: "get",
    path: "/v1/plan",
    scope: "read",
    operation: "getPlan",
    query: planQuery,
    async handle({ ports, query }) {
      const { openTabs = 0, viewers = 0, ...more } = query;
      const counts = more as Record<string, number | undefined>;
      const change = {
        add: Object.fromEntries(KINDS.map(({ kind }) => [kind, counts[addedName(kind)] ?? 0])),
        pollsPerMinute: query.pollsPerMinute ?? null,
        intervalSeconds: query.intervalSeconds ?? null,
        lookers: { tabs: openTabs, viewers },
      };
      const { now, after, achieved } = await plan(change, ports.plan);
      return json({ now: view(now), after: view(after), achieved });
    },
  }),
];
