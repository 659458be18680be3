import type * as z from "zod";
import { channelKinds } from "../../src/channels/registry.ts";
import { manyForms } from "../../src/ui/words/rooms.ts";
import { pluralKey } from "../../src/ui/words/text.ts";
import { resources } from "../../src/resources/registry.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { targetKinds } from "../../src/kinds/registry.ts";

interface Def {
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}

/** The descriptions of a schema's fields, as forms show them. */
function described(schema: z.ZodType): string[] {
  const { innerType, in: source, shape, options } = (schema as unknown as { def: Def }).def;
  const own = (schema.description ?? "").replaceAll("`", "");
  const inside = [innerType, source, ...Object.values(shape ?? {}), ...(options ?? [])];
  return [own, ...inside.flatMap((one) => (one === undefined ? [] : described(one)))];
}

const words = (record: Partial<Record<string, string>> = {}): string[] => Object.values(record).map((one) => one ?? "");

const ofKind = ({ page: { noun, title, alerts, watched }, params, settings }: (typeof targetKinds)[string]) => [
  noun,
  title,
  ...words(alerts),
  ...(watched === null
    ? []
    : [
        watched.about,
        ...words(watched.fields),
        ...words(watched.settings),
        ...watched.columns,
        ...watched.charts.map((chart) => chart.title),
      ]),
  ...described(params()),
  ...described(settings()),
  pluralKey(...manyForms({ noun, title })),
];

const ofChannel = (kind: (typeof channelKinds)[string]) => [
  kind.title,
  kind.listed ?? "",
  kind.where,
  ...words(kind.labels),
  ...Object.values(kind.fields ?? {}).flatMap((requested) => [...words(requested?.words), requested?.hint ?? ""]),
  kind.listing?.none ?? "",
];

/** The texts that pages show and that kinds, channels, resources and event types declare, once. */
export function declaredTexts(): string[] {
  const all = [
    ...Object.values(targetKinds).flatMap(ofKind),
    ...Object.values(channelKinds).flatMap(ofChannel),
    ...Object.values(eventTypes).map(({ happens }) => happens),
    ...resources.flatMap(({ form }) => described(form())),
  ];
  return [...new Set(all)].filter((text) => text !== "");
}
