import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { places } from "../../tools/openapi/write.ts";
import { bodyOf } from "../../src/channels/webhook/body.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { eventTypeNames, exampleEvent } from "../../src/kinds/events.ts";

// oxlint-disable-next-line typescript/no-explicit-any
const document: any = JSON.parse(readFileSync(places.document, "utf8"));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, "document");

const faultsOf = (type: string, body: unknown): string => {
  const schema = `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const valid = ajv.compile({ $ref: schema });
  return valid(body) ? "" : ajv.errorsText(valid.errors);
};

/** Data whose texts are all `text`, except times and codes that are as they are. */
const filledIn = (data: JsonObject, text: string): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" && FREE.test(name) ? text : value]),
  );

const FREE = /^(name|detail|reason)$/;

test("the document has a webhook for each event type, and for the test of a channel", () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypeNames, "channel.test"]);
});

test.each(Object.keys(document.webhooks))(
  "%s: its example is what its schema says, each field with a meaning",
  (type) => {
    const { requestBody, parameters, summary } = document.webhooks[type].post;
    const { schema, example } = requestBody.content["application/json"];
    expect(summary).not.toBe("");
    expect(faultsOf(type, example)).toBe("");
    expect(faultsOf(type, { ...example, data: { ...example.data, data: {} } })).not.toBe("");
    expect(faultsOf(type, { ...example, type: "another.type" })).not.toBe("");
    expect(parameters).toHaveLength(3);
    // oxlint-disable-next-line typescript/no-explicit-any
    const within = (one: any) => document.components.schemas[one.$ref.split("/").at(-1)];
    const { properties, required } = within(within(within(schema).properties.data).properties.data);
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const provided = Object.keys(example.data.data);
    expect(provided).toEqual(
      Object.keys(properties).filter((name) => provided.includes(name) || !optional.includes(name)),
    );
    for (const [name, one] of Object.entries<any>(properties))
      expect([name, one.description]).toEqual([name, expect.any(String)]);
  },
);

test.each(eventTypeNames)("%s: what is sent is what the document says, cut or not", (type) => {
  const event = exampleEvent(type, "evt_1", Date.UTC(2026, 0, 5));
  expect(faultsOf(type, JSON.parse(bodyOf(event)))).toBe("");
  const long = "x".repeat(30_000);
  const target = event.target === null ? null : { ...event.target, name: long };
  const data = target === null ? filledIn(event.data, long) : event.data;
  const cut = JSON.parse(bodyOf({ ...event, target, data })) as { data: { truncated: true } };
  expect(cut.data.truncated).toBe(true);
  expect(faultsOf(type, cut)).toBe("");
});
