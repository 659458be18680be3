import fc from "fast-check";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { parseYaml } from "./config-yaml.ts";
import { yamlText } from "./yaml-text.ts";

const word = fc.constantFrom(
  "y",
  "No",
  "on",
  "null",
  "~",
  "1e3",
  "0x1f",
  "2026-01-01",
  "12:30",
  "a: b",
  "- a",
  "#a",
  "<<",
  "=",
  "a #b",
  "!x",
  "&a",
  "*a",
  ".inf",
  "e1",
  " a",
  "a ",
  "",
);
const text = fc.oneof(
  word,
  fc.string({ unit: "binary" }).map((one) => one.toWellFormed()),
  fc.string(),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      text.filter((name) => name !== "__proto__"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

test("our YAML reads as the same value with our parser and another one", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("lists", "targets", "on"), value, { noNullPrototype: true }),
      (document) => {
        const written = yamlText(document);
        expect(parseYaml(written)).toEqual(document);
        expect(load(written)).toEqual(document);
      },
    ),
  );
});

test("items of a list have their own lines, nested values are inline", () => {
  const target = { kind: "live", name: "Maria: on air", params: { userId: "7012" }, tags: ["a", "no"], settings: {} };
  expect(yamlText({ version: 1, targets: [target, target], none: [] })).toBe(`version: 1
targets:
  - kind: live
    name: "Maria: on air"
    params: {userId: "7012"}
    tags: [a, "no"]
    settings: {}
  - kind: live
    name: "Maria: on air"
    params: {userId: "7012"}
    tags: [a, "no"]
    settings: {}
none: []
`);
});
