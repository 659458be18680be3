import * as z from "zod";
import type { Event } from "../../core/event.ts";
import { publicEvent } from "../../core/event.ts";
import { lazy } from "../../core/lazy.ts";
import { airtime } from "../reports/airtime.ts";
import { BROADCASTING, broadcasts, broadcastView, type Broadcast } from "./broadcasts.ts";
import type { EventFilter } from "../../core/filter.ts";
import type { Page, SeqKey } from "../../core/page.ts";
import { withImportedAfter, type ImportedPorts } from "./sessions.ts";
import {
  mergedSamples,
  named,
  sampleView,
  type NamedSample,
  type SampleFilter,
  type SampleKey,
  type SamplePorts,
} from "./samples.ts";
import type { Target } from "../creators/resource/form.ts";
import type { Listing } from "../../http/csv.ts";
import type { EventPorts } from "./event-store.ts";
import type { TeamPorts } from "../people/team.ts";
import type { HorizonPorts } from "../../core/knowledge.ts";
import { seqKey } from "../../http/query.ts";
import { broadcastTable, eventTable, sampleTable } from "./tables.ts";

const sampleKey = lazy(() => z.tuple([z.int(), z.int()]));

/** The streams of a target. */
export function broadcastListing(
  one: Target,
  ports: EventPorts & HorizonPorts & ImportedPorts,
): Listing<Broadcast, SeqKey> {
  const deps = { ...ports.events, horizon: ports.horizon };
  return {
    list: (page) =>
      withImportedAfter<Broadcast, SeqKey>(
        page,
        (observed) => broadcasts(one, observed, deps),
        (before, max) => ports.importedSessions({ targetId: one.id, before }, max),
      ),
    key: seqKey,
    view: broadcastView,
    table: () => broadcastTable(`sessions-${one.id}`, one),
  };
}

/** The time series of a target. For creators they include airtime by day. */
export function sampleListing(
  one: Target,
  filter: SampleFilter,
  ports: EventPorts & HorizonPorts & SamplePorts & TeamPorts,
): Listing<NamedSample, SampleKey> {
  const list = async (page: Page<SampleKey>) => {
    const points = await ports.samples(one.id, filter, page);
    if (one.kind !== BROADCASTING) return named(one, points, ports.events);
    const days = await airtime(one, filter, page, { ...ports.events, horizon: ports.horizon, team: ports.team });
    return named(one, mergedSamples(points, days, page.limit), ports.events);
  };
  return { list, key: sampleKey, view: sampleView, table: () => sampleTable(`samples-${one.id}`, one) };
}

/** The events of a target. */
export const eventListing = (id: string, filter: EventFilter, ports: EventPorts): Listing<Event, SeqKey> => ({
  list: (page) => ports.events.list({ ...filter, targetId: id }, page),
  key: seqKey,
  view: publicEvent,
  table: () => eventTable(`events-${id}`, filter.type),
});
