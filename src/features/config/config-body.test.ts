import { expect, test } from "vitest";
import { wantsYaml } from "./config-body.ts";

const requested = (accept: string | null) =>
  new Request("https://tally.example/v1/config", { headers: accept === null ? {} : { accept } });

test.each<[string | null, boolean]>([
  [null, false],
  ["*/*", false],
  ["application/json", false],
  ["application/yaml", true],
  ["text/yaml", true],
  ["application/json;q=0.5, application/x-yaml", true],
  ["application/json, application/yaml;q=0.5", false],
])("without a format, Accept decides: %s", (accept, yaml) => {
  expect(wantsYaml(requested(accept), undefined)).toBe(yaml);
});

test("a format decides, whatever is accepted", () => {
  for (const accept of [null, "application/json", "application/yaml"])
    expect([wantsYaml(requested(accept), "yaml"), wantsYaml(requested(accept), "json")]).toEqual([true, false]);
});
