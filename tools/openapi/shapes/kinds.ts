import * as z from "zod";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { channelKinds, secretSettings } from "../../../src/channels/registry.ts";
import { faultSchema, statusSchema } from "../../../src/features/creators/resource/seen.ts";
import { targetKinds } from "../../../src/kinds/registry.ts";
import { DOCUMENTED } from "../../../src/resources/view.ts";
import { typeNameOf } from "../schema.ts";
import { displayed, objectIn } from "./displayed.ts";
import { eventShape, paramsShapes } from "./events.ts";
import { text } from "../../../src/resources/shape-fields.ts";

const root = join(import.meta.dirname, "../../..");

type Fields = Record<string, z.ZodType>;

/** What `shape.ts` of a kind exports. The Worker has its types alone. */
interface KindShape {
  /** Of targets: the last known values. */
  snapshot?: () => z.ZodObject;
  /** Of targets that have a verdict. */
  verdict?: () => z.ZodType;
  /** Of channels: settings that answers have beyond those of requests, or instead of them. */
  answered?: () => { added: Fields; left: string[] };
}

const shapeOf = async (path: string): Promise<KindShape> =>
  existsSync(join(root, path)) ? ((await import(join(root, path))) as KindShape) : {};

/** Of all kinds without a verdict. */
const statusShape = statusSchema().meta({ id: "TargetStatus" });

/** The fields of a target that depend on its kind. */
async function targetFields({ kind, settings }: (typeof targetKinds)[string]): Promise<Fields> {
  const path = `src/kinds/${kind}/shape.ts`;
  const { snapshot, verdict } = await shapeOf(path);
  if (snapshot === undefined) throw new Error(`${kind} has no shape of its snapshot: export "snapshot" from ${path}`);
  const name = `${typeNameOf(kind)}Target`;
  const status =
    verdict === undefined
      ? statusShape
      : statusSchema()
          .extend({ verdict: verdict() })
          .meta({ id: `${name}Status` });
  return {
    params: paramsShapes()[kind]!.describe("The parameters that identify it."),
    settings: displayed(settings() as z.ZodType)
      .meta({ id: `${name}Settings` })
      .describe("Settings of this kind."),
    status: status.describe("How it is now, and how its polls go."),
    snapshot: snapshot()
      .meta({ id: `${name}Snapshot` })
      .nullable()
      .describe("The last known values; null before the first good answer."),
  };
}

/** What is said of a secret in a request, for answers. */
const masked = (says: string): string => `${says.replace(/ ?Write-only\./, "")} Masked.`;

/** The settings of a kind of channels, with secrets masked. */
async function channelFields(kind: string): Promise<Fields> {
  const declared = channelKinds[kind]!;
  const { answered } = await shapeOf(`src/channels/${kind}/shape.ts`);
  const { added, left } = answered?.() ?? { added: {}, left: [] };
  const secrets = secretSettings(declared);
  const form = Object.entries(objectIn(declared.settings(DOCUMENTED.addresses))!.shape as Fields);
  const fields = form
    .filter(([name]) => !left.includes(name))
    .map(([name, field]) => [
      name,
      secrets.includes(name) ? displayed(field).describe(masked(field.description ?? "")) : displayed(field),
    ]);
  return {
    settings: z
      .strictObject({ ...(Object.fromEntries(fields) as Fields), ...added })
      .meta({ id: `${typeNameOf(kind)}ChannelSettings` })
      .describe(
        "Settings of this kind, with secrets masked. A secret that was generated is in the answer to the request that did, once.",
      ),
  };
}

const byKind = async (all: [kind: string, fields: Promise<Fields>][]): Promise<Record<string, Fields>> =>
  Object.fromEntries(await Promise.all(all.map(async ([kind, fields]) => [kind, await fields] as const)));

/** The fields of records that depend on their kind, by the name of the resource. */
export const kindFields: Record<string, Record<string, Fields>> = {
  targets: await byKind(Object.values(targetKinds).map((one) => [one.kind, targetFields(one)])),
  channels: await byKind(Object.keys(channelKinds).map((kind) => [kind, channelFields(kind)])),
};

export const polledShape = () => {
  const snapshots = Object.values(kindFields["targets"]!).map(({ snapshot }) => (snapshot as z.ZodNullable).unwrap());
  return z
    .strictObject({
      verdict: text("`on`, `paused`, `off` or `unknown`, for kinds that have a verdict.").optional(),
      summary: text("The current state in words.").optional(),
      fault: faultSchema().nullable().describe("Why the poll failed; null if it didn't."),
      changes: z.array(eventShape()).describe("The events that this poll found."),
      snapshot: z
        .union([...snapshots, z.null()])
        .describe("The target's current values, depending on its kind; null if unknown."),
    })
    .meta({ id: "Polled" });
};
