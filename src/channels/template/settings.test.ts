import { expect, test } from "vitest";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { template } from "./kind.ts";
import type { TemplateSettings } from "./settings.ts";

const url = "https://hooks.example.com/in/ZaQ1xSw2CdE3vFr4";
const token = "Qw3rTy8uIoP0aSdF";
const own = (body: object, more: Partial<TemplateSettings> = {}): TemplateSettings => ({
  url,
  body: JSON.stringify(body),
  ...more,
});

test("no secret is shown: not in the settings, not in the body", () => {
  const settings = own({ text: "{{title}}" }, { token, headers: { "X-Key": "s3cr3t-value" }, method: "PUT" });
  expect(template.mask(settings)).toEqual({
    url: "https://hooks.example.com/…vFr4",
    token: "…",
    headers: { "X-Key": "…" },
    body: '{"text":"{{title}}"}',
    method: "PUT",
  });
});

test("an address of Teams or Google Chat names its service", () => {
  const displayed = (address: string) => template.mask({ url: address })["preset"];
  expect(displayed("https://prod-1.westus.logic.azure.com/workflows/1/x")).toBe("teams");
  expect(displayed("https://default1.22.environment.api.powerplatform.com/powerautomate/x")).toBe("teams");
  expect(displayed("https://chat.googleapis.com/v1/spaces/A/messages?key=1&token=2")).toBe("google-chat");
  expect(displayed("https://chat.googleapis.com.evil.example.org/")).toBe(undefined);
});

test.each<[string, object, string]>([
  ["no format", { url }, "preset"],
  ["an unknown service", { url, preset: "fax" }, "preset"],
  ["no token where the service needs one", { url, preset: "gotify" }, "token"],
  ["a short token", { url, preset: "gotify", token: "abc" }, "token"],
  ["a token of two lines", { url, preset: "gotify", token: "abcdefgh\r\nx: y" }, "token"],
  ["no JSON", { url, body: '{"text": {{title}}}' }, "body"],
  ["JSON that is no object", { url, body: '["{{title}}"]' }, "body"],
  ["an unknown placeholder", own({ text: "{{titel}}" }), "body"],
  ["code", own({ text: "{{title.constructor}}" }), "body"],
  ["braces that are open", own({ text: "{{title" }), "body"],
  ["a body that may become too long", own({ a: Array.from({ length: 4 }, () => "{{message}}") }), "body"],
  ["a long template", own({ a: "x".repeat(8000) }), "body"],
  ["a header of two lines", own({}, { headers: { "x-a": "b\r\nx-c: d" } }), "headers/x-a"],
  ["a header that isn't ASCII", own({}, { headers: { "x-a": "é" } }), "headers/x-a"],
  ["no header name", own({}, { headers: { "x a": "b" } }), "headers/x a"],
  ["a header of the connection", own({}, { headers: { Host: "internal" } }), "headers/Host"],
  ["an unknown placeholder in a header", own({}, { headers: { "x-a": "{{foo}}" } }), "headers/x-a"],
  [
    "too many headers",
    own({}, { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, "a"])) }),
    "headers",
  ],
  ["another placeholder in the address", own({}, { url: `${url}/{{title}}` }), "url"],
  ["a placeholder in the host", own({}, { url: "https://{{id}}.example.com/" }), "url"],
  ["an address inside", own({}, { url: "https://10.0.0.1/" }), "url"],
])("refuses %s, and names the field", (_, settings, field) => {
  const read = template.settings(PUBLIC_ONLY).safeParse(settings);
  expect(read.error?.issues.map(({ path }) => path.join("/"))).toContain(field);
  for (const { message } of read.error!.issues) expect(message).not.toMatch(/Invalid input|undefined/);
});
