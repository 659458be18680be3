import type { z } from "zod";
import { publicEvent, type Event } from "../../src/core/event.ts";
import type { Json } from "../../src/core/json.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { eventShapes } from "../../tools/openapi/shapes/events.ts";
import { kindFields } from "../../tools/openapi/shapes/kinds.ts";

/** The file that declares the data of an event type. */
function declaredIn(type: string): string {
  const kind = Object.values(targetKinds).find(({ events }) => Object.hasOwn(events, type));
  return kind === undefined
    ? "src/kinds/target-incidents.ts or operator-events.ts"
    : `src/kinds/${kind.kind}/events.ts`;
}

function parsed(shape: z.ZodType | undefined, value: Json, about: string, file: string): void {
  if (shape === undefined) throw new Error(`${about} has no shape: declare it in ${file}`);
  const { error } = shape.safeParse(JSON.parse(JSON.stringify(value)));
  const [issue] = error?.issues ?? [];
  if (issue !== undefined)
    throw new Error(`${about} is not what ${file} declares: ${issue.path.join("/")} ${issue.message}`);
}

/** Throws if an event is not what the document of the API says about its type, or the document says nothing. */
export const eventDocumented = (event: Event): void =>
  parsed(eventShapes()[event.type], publicEvent(event), event.type, declaredIn(event.type));

/** The same for the snapshot of a target. */
export const snapshotDocumented = (kind: string, snapshot: Json): void =>
  parsed(
    kindFields["targets"]?.[kind]?.["snapshot"],
    snapshot,
    `the snapshot of ${kind}`,
    `src/kinds/${kind}/shape.ts`,
  );
