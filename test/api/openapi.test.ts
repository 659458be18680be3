import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventTypeNames } from "../../src/kinds/events.ts";
import { resources } from "../../src/resources/registry.ts";
import { drift } from "../support/drift.ts";
import { createdFromRoutes, places } from "../../tools/openapi/write.ts";
import { documentedRoutes as routes } from "../../tools/openapi/documented-routes.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const root = join(import.meta.dirname, "../..");

let api: RunningApi;
// oxlint-disable-next-line typescript/no-explicit-any
let document: any;
beforeAll(async () => {
  api = await runSqliteApi();
  document = (await api.call("GET", "/openapi.json")).body;
});
afterAll(() => api.stop());

// oxlint-disable-next-line typescript/no-explicit-any
const resolved = (one: any) =>
  one.$ref === undefined
    ? one
    : one.$ref
        .split("/")
        .slice(1)
        .reduce((at: any, name: string) => at[name], document);

// oxlint-disable-next-line typescript/no-explicit-any
const operations = (): [string, any][] =>
  routes.map(({ method, path, operation }) => [operation, document.paths[path][method]]);

test("what is served was made from the routes: npm run openapi", async () => {
  const created = await createdFromRoutes();
  const files = (Object.keys(created) as (keyof typeof created)[]).map((name): [string, string] => [
    relative(root, places[name]),
    created[name],
  ]);
  const stale = files.flatMap(([path, text]) => {
    const found = drift(readFileSync(join(root, path), "utf8"), text);
    return found === "" ? [] : [`${path} is stale: npm run openapi\n${found}`];
  });
  expect(stale.join("\n\n")).toBe("");
  expect(document).toEqual(JSON.parse(created.document));
});

test.runIf(process.env["LONG"])("the document passes the rules that redocly recommends", async () => {
  // One operation answers with a redirect; that each has its good answer is tested below.
  const rules = { "operation-2xx-response": "off" } as const;
  const problems = await lint({
    ref: places.document,
    config: await createConfig({ extends: ["recommended"], rules }),
  });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("the document lists every operation with its errors as problems, and how to sign in", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
  const names = new Set<string>();
  for (const { method, path, scope, status, body } of routes) {
    const operation = document.paths[path][method];
    names.add(operation.operationId);
    expect(operation.responses[status]).toBeDefined();
    expect(operation.security).toEqual(scope === "public" ? [] : [{ bearer: [] }]);
    for (const [code, answer] of Object.entries(operation.responses)) {
      if (Number(code) >= 400 && path !== "/healthz")
        expect(Object.keys(resolved(answer).content)).toEqual(["application/problem+json"]);
    }
    if (body !== undefined) expect(operation.requestBody.content["application/json"].example).toBeDefined();
  }
  expect(names.size).toBe(routes.length);
});

test("a POST has one success of one type, JSON", () => {
  const posts = routes.filter(({ method }) => method === "post");
  expect(posts.length).toBeGreaterThan(20);
  for (const { path, status, operation } of posts) {
    const successes = Object.entries<any>(document.paths[path].post.responses).filter(([code]) => code.startsWith("2"));
    const types = successes.map(([code, { content }]) => [code, Object.keys(content)]);
    expect([operation, types]).toEqual([operation, [[String(status), ["application/json"]]]]);
  }
});

test("events are one union by type in lists, single answers and polls, and its schemas are those of webhooks", () => {
  const { Event, EventList, Polled, ...schemas } = document.components.schemas;
  const event = { $ref: "#/components/schemas/Event" };
  expect([EventList.properties.items.items, Polled.properties.changes.items]).toEqual([event, event]);
  expect(document.paths["/v1/events/{id}"].get.responses[200].content["application/json"].schema).toEqual(event);
  const { propertyName, mapping } = Event.discriminator;
  expect([propertyName, Object.keys(mapping)]).toEqual(["type", eventTypeNames]);
  expect(Event.oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(Object.values(mapping));
  for (const [type, $ref] of Object.entries<string>(mapping)) {
    const { schema } = document.webhooks[type].post.requestBody.content["application/json"];
    expect(schemas[schema.$ref.split("/").at(-1)].properties.data.$ref).toBe($ref);
    const { properties } = schemas[$ref.split("/").at(-1)!];
    expect([properties.type.const, schemas[properties.data.$ref.split("/").at(-1)].type]).toEqual([type, "object"]);
  }
});

test("every operation, parameter and tag is described, and everything has an example", () => {
  const wanting: string[] = [];
  for (const { name, description } of document.tags) if (name === description) wanting.push(`tag ${name}`);
  for (const [name, operation] of operations()) {
    if (!operation.summary || !operation.description) wanting.push(`${name}: words`);
    for (const parameter of (operation.parameters ?? []).map(resolved)) {
      if (!parameter.description) wanting.push(`${name}: ${parameter.name} in tools/openapi/words.ts`);
      if (parameter.example === undefined) wanting.push(`${name}: example of ${parameter.name}`);
    }
    for (const [status, answer] of Object.entries<any>(operation.responses)) {
      for (const [type, { example }] of Object.entries<any>(resolved(answer).content ?? {}))
        if (example === undefined && !/^image|spreadsheet|gzip/.test(type))
          wanting.push(`${name}: example of ${status} ${type} in tools/openapi/examples`);
    }
  }
  expect(wanting).toEqual([]);
});

/** The unit that the end of a number's name asks for. */
const UNITS: [RegExp, RegExp][] = [
  [/Seconds$/, /second/i],
  [/Ms$/, /millisecond/i],
  [/^perMinute$|PerMinute$/, /minute/i],
  [/[pP]ercent$/, /percent|%/i],
  [/^bytes$|Bytes$/, /byte/i],
];

test("every field of every schema says what it is, and in which unit; every body is a schema with a name", () => {
  const wanting: string[] = [];
  // oxlint-disable-next-line typescript/no-explicit-any
  const look = (schema: any, where: string) => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [name, field] of Object.entries<any>(schema.properties ?? {})) {
      const reported: string = field.description ?? "";
      if (reported === "" || reported.trim() !== reported) wanting.push(`${where}.${name}`);
      for (const [ends, unit] of UNITS)
        if (ends.test(name) && !unit.test(reported)) wanting.push(`${where}.${name}: its unit`);
      look(field, `${where}.${name}`);
    }
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) look(part, where);
    look(schema.items, `${where}[]`);
    look(schema.additionalProperties, `${where}{}`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
  for (const [name, { requestBody, responses, parameters = [] }] of operations()) {
    const content = Object.entries<any>(requestBody?.content ?? {});
    for (const [type, { schema }] of content)
      if (type.endsWith("json") && schema.$ref === undefined && schema.type !== "string")
        wanting.push(`${name}: ${type}`);
    for (const answer of Object.values<any>(responses).map(resolved)) {
      for (const { schema } of Object.values<any>(answer.content ?? {})) look(schema, name);
      for (const [header, one] of Object.entries<any>(answer.headers ?? {}))
        if (!resolved(one).description) wanting.push(`${name}: ${header}`);
    }
    for (const { schema } of parameters.map(resolved)) look(schema, name);
  }
  expect(wanting).toEqual([]);
});

test("every example is what its schema says", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  const invalid: string[] = [];
  /** Most answers refer to one of a few. */
  const checked = new Set<string>();
  const check = (where: string, place: string[], example: unknown) => {
    const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    if (checked.has(pointer)) return;
    checked.add(pointer);
    const valid = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
    if (!valid(example)) invalid.push(`${where}: ${ajv.errorsText(valid.errors)}`);
  };
  for (const { method, path, operation } of routes) {
    const place = ["paths", path, method];
    const { requestBody, responses, parameters = [] } = document.paths[path][method];
    for (const [type, { example }] of Object.entries<any>(requestBody?.content ?? {}))
      check(`${operation} takes`, [...place, "requestBody", "content", type, "schema"], example);
    for (const [index, parameter] of parameters.entries())
      if (parameter.$ref === undefined)
        check(`${operation} ${parameter.name}`, [...place, "parameters", String(index), "schema"], parameter.example);
    for (const [status, answer] of Object.entries<any>(responses)) {
      const at = answer.$ref === undefined ? [...place, "responses", status] : answer.$ref.slice(2).split("/");
      for (const [type, { example }] of Object.entries<any>(resolved(answer).content ?? {}))
        if (example !== undefined) check(`${operation} ${status}`, [...at, "content", type, "schema"], example);
    }
  }
  expect(invalid).toEqual([]);
});

/** Schemas with fields that no name leads to: where they are. */
function unnamed(one: unknown, where: string): string[] {
  if (typeof one !== "object" || one === null) return [];
  const isSchema = "properties" in one && Object.keys(one.properties as object).length > 0;
  const isNamed = /^\/components\/schemas\/\w+$/.test(where);
  return [
    ...(isSchema && !isNamed ? [where] : []),
    ...Object.entries(one).flatMap(([name, inner]) =>
      name.startsWith("example") ? [] : unnamed(inner, `${where}/${name}`),
    ),
  ];
}

test("every schema with fields has a name, and references lead to names alone", () => {
  expect(unnamed(document, "")).toEqual([]);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to!);
  expect(references.length).toBeGreaterThan(1000);
  expect(references.filter((to) => !/^#\/components\/\w+\/\w+$/.test(to))).toEqual([]);
});

test("a field that a request may leave out has its default within a part, where no generator makes it required", () => {
  let defaults = 0;
  for (const [name, { properties = {}, required = [] }] of Object.entries<any>(document.components.schemas))
    for (const [field, schema] of Object.entries<any>(properties)) {
      if (schema.default !== undefined) expect([name, field, required.includes(field)]).toEqual([name, field, true]);
      if (schema.allOf?.[0].default !== undefined) defaults += 1;
    }
  expect(defaults).toBeGreaterThan(50);
  expect(document.components.schemas.LiveTargetForm.properties.priority.allOf).toMatchObject([{ default: 1 }]);
});

test("every reference of the document leads somewhere", () => {
  for (const [, group, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[group!]).toHaveProperty(name!);
});

test("the examples of the document are taken as they are", async () => {
  for (const { body, method, path, status, scope } of routes) {
    // Those of resources are made in their contract suite, with what they name; that of a hook needs its key.
    if (
      body === undefined ||
      scope === "public" ||
      method !== "post" ||
      // A claim is of an event that exists.
      path.includes("{") ||
      // Agents are answered in the terms of their protocol.
      path === "/mcp" ||
      resources.some(({ name }) => path.startsWith(`/v1/${name}`))
    )
      continue;
    // Sessions are imported for creators who are there.
    if (path === "/v1/sessions/import") continue;
    const sent = await api.call("POST", path, body().example);
    expect([path, sent.status]).toEqual([path, status]);
  }
});

test("the page shows every operation, and loads and runs nothing that is not its own", async () => {
  const response = await api.fetch("/docs", {}, null);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  for (const { operation, summary } of routes) {
    expect(page).toContain(`id="${operation}"`);
    expect(page).toContain(summary.replaceAll("'", "&#39;"));
  }
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="${name}"`);
  for (const [, name] of page.matchAll(/<a href="#([^"]+)"/g)) expect(page).toContain(`id="${name}"`);
  expect(page).toContain("The message as plain text.");
  const policy = response.headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(page.match(/<(script|style)\b[^>]*>/g)).toEqual(["<style>", "<script>"]);
  for (const tag of ["script", "style"]) {
    const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)![1]!;
    expect(policy).toContain(`${tag}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test("the page shows the fields of every body", async () => {
  const page = await (await api.fetch("/docs", {}, null)).text();
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  const fieldsOf = (schema: any): string[] => {
    const whole = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)];
    const parts = [...(whole.oneOf ?? []), ...(whole.anyOf ?? []), ...(whole.allOf ?? [])];
    return [...Object.keys(whole.properties ?? {}), ...parts.flatMap(fieldsOf)];
  };
  let fields = 0;
  for (const { method, path, operation } of routes) {
    const schema = document.paths[path][method].requestBody?.content["application/json"]?.schema;
    if (schema === undefined) continue;
    const [, section] = page.split(`<section class="operation" id="${operation}">`);
    const [body] = section!.split("<h4>Answers</h4>");
    for (const name of fieldsOf(schema)) {
      fields++;
      expect([operation, name, body!.includes(`<code class="name">${name}</code>`)]).toEqual([operation, name, true]);
    }
  }
  expect(fields).toBeGreaterThan(200);
});

test("the page has a line for curl beside each operation, which a shell reads as the example of the document", async () => {
  const page = await (await api.fetch("/docs", {}, null)).text();
  const lines = routes.map(({ operation }) => {
    const [, section] = page.split(`<section class="operation" id="${operation}">`);
    const [, line] = /<div class="curl">\s*<pre><code>(.*?)<\/code>/.exec(section!)!;
    return line!
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&gt;", ">")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&");
  });
  const shell = ["curl() { printf '%s\\0' \"$@\"; printf '\\n'; }", ...lines].join("\n");
  const { stdout } = spawnSync("sh", { input: shell, env: { TALLYLIGHT_TOKEN: "tok en" }, encoding: "utf8" });
  const calls = stdout.trimEnd().split("\n");
  expect(calls).toHaveLength(routes.length);
  for (const [index, { method, path, operation, scope }] of routes.entries()) {
    const args = calls[index]!.split("\0").slice(0, -1);
    const after = (name: string) => args.flatMap((one, at) => (one === name ? [args[at + 1]!] : []));
    const { requestBody } = document.paths[path][method];
    const address = new URL(args.find((one) => one.startsWith("http"))!);
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/{}]+")}$`);
    expect([operation, decodeURIComponent(address.pathname)]).toEqual([operation, expect.stringMatching(pattern)]);
    expect(after("-X")).toEqual(method === "get" ? [] : [method.toUpperCase()]);
    expect(after("-H").includes("authorization: Bearer tok en")).toBe(scope !== "public");
    expect(after("-d").map((body) => JSON.parse(body))).toEqual(
      requestBody?.required === true ? [requestBody.content["application/json"].example] : [],
    );
  }
});

test.each(["/docs", "/openapi.json"])("%s is not sent to who has it", async (path) => {
  const first = await api.fetch(path, {}, null);
  const etag = first.headers.get("etag")!;
  const text = await first.text();
  expect([first.status, first.headers.get("cache-control"), text.length > 100_000]).toEqual([
    200,
    "private, no-cache",
    true,
  ]);
  const requested = async (tag: string) => {
    const { status, headers, body } = await api.fetch(path, { headers: { "if-none-match": tag } }, null);
    return [status, headers.get("etag"), headers.get("content-security-policy"), body === null];
  };
  const policy = first.headers.get("content-security-policy");
  for (const tag of [etag, `W/${etag}`, `"0", ${etag}`, "*"])
    expect(await requested(tag)).toEqual([304, etag, policy, true]);
  expect(await requested('"0"')).toEqual([200, etag, policy, false]);
});

test("every answer names its request, and that of a change says how many are left", () => {
  const lacking: string[] = [];
  for (const { method, path, scope } of routes)
    for (const [status, answer] of Object.entries<any>(document.paths[path][method].responses)) {
      const own = Object.keys(resolved(answer).headers ?? {});
      const isCounted = method !== "get" && scope !== "public" && status.startsWith("2");
      if (!own.includes("X-Request-Id")) lacking.push(`${method} ${path} ${status}: X-Request-Id`);
      for (const name of ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"])
        if (status.startsWith("2") && own.includes(name) !== isCounted) lacking.push(`${method} ${path}: ${name}`);
    }
  expect(lacking).toEqual([]);
});
