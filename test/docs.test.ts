import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostSchema } from "../host/runtime/variables.ts";
import { FIXES } from "../src/core/channel-failure.ts";
import { problemSorts, typeOf } from "../src/http/problem.ts";
import { resources } from "../src/resources/registry.ts";
import { eventTypeNames } from "../src/kinds/events.ts";
import { variables } from "../src/wiring/variables.ts";
import type { Json } from "../src/core/json.ts";
import { type RunningApi, runSqliteApi } from "./api/running-api.ts";
import { operatorWords } from "../src/kinds/operator-words/words.ts";
import { ROOMS } from "../tools/rooms.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());

const under = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const OUTSIDE = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const pages = [
  ...OUTSIDE,
  "bench/README.md",
  "examples/README.md",
  ...under("docs", /\.md$/),
  ...under(".github", /\.md$/),
];
const workflows = under(".github", /\.ya?ml$/);
const text = Object.fromEntries([...pages, ...workflows].map((path) => [path, readFileSync(path, "utf8")]));

const FENCED = /^```.*?^```$/gms;

/** A page without its code blocks. */
const prose = (path: string): string => text[path]!.replaceAll(FENCED, "");

/** The anchors of a page's headings, as GitHub writes them. */
const anchorsOf = (path: string): string[] =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The lines of a page's table rows whose first cell is code. */
const firstCells = (path: string): string[] =>
  [...prose(path).matchAll(/^\| `([^`]+)`[^|]*\|/gm)].map(([, cell]) => cell!);

/** The second-level headings of a page that are code. */
const codeHeadings = (path: string): string[] => [...prose(path).matchAll(/^## `(.+)`$/gm)].map(([, name]) => name!);

const section = (path: string, heading: string): string => {
  const [, rest] = text[path]!.split(`\n## ${heading}\n`);
  return rest!.split("\n## ")[0]!;
};

test.each(pages)("%s: links and pictures lead somewhere, its anchors too", (path) => {
  const links = [...prose(path).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image!,
  );
  const broken = links.filter((link) => {
    if (/^(https?:|mailto:)/.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(pages)("%s: lines of text have at most 120 characters", (path) => {
  const long = prose(path)
    .split("\n")
    .filter((line) => Array.from(line).length > 120 && !line.startsWith("|"));
  expect(long).toEqual([]);
});

const spans = (path: string): string[] => [...prose(path).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);

test.each(pages)("%s: folders and files that it names exist", (path) => {
  const named = spans(path).filter((span) =>
    /^(src|test|host|tools|bench|sim|docs|examples|deploy|migrations)\/\S*$/.test(span),
  );
  const found = (name: string) => globSync(name.replaceAll(/<\w+>|YEAR\b/g, "*")).length > 0;
  expect(named.filter((name) => path !== "CHANGELOG.md" && !found(name))).toEqual([]);
});

/** What the pages for contributors are about. */
const INSIDE = ["CONTRIBUTING.md", "docs/explanation/architecture.md"];

/** Names in code that are of a platform, and not of a file here. */
const PLATFORM_NAMES = ["fetch"];

test.each(INSIDE)("%s: names of the code that it mentions are still in the code", (path) => {
  const files = globSync("{src,test,host,tools}/**/*.{ts,tsx}").filter((file) => !file.endsWith("docs.test.ts"));
  const known = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/[\w.-]+/g) ?? []));
  const names = spans(path).flatMap((span) => /^<?\.?([A-Za-z]\w+)(?:\(.*\)|>| of=.*)?$/.exec(span)?.[1] ?? []);
  const besides = spans(path).filter((span) => /^[\w-]+\.(?:ts|tsx|json|ya?ml)$/.test(span));
  const everywhere = new Set(["package.json", ...files, ...workflows].map((file) => basename(file)));
  expect(names.filter((name) => !known.has(name) && !PLATFORM_NAMES.includes(name))).toEqual([]);
  expect(besides.filter((name) => !everywhere.has(name))).toEqual([]);
});

test.each(INSIDE)("%s: its table of rooms has every folder of tools/rooms.ts, at its floor", (path) => {
  const rows = [...prose(path).matchAll(/^\| ([\d, ½]+) \| (.*?) \|/gm)].flatMap(([, floors, folders]) =>
    [...folders!.matchAll(/`([^`]+?)\/?`/g)].map(
      ([, folder]) => [folder!, floors!.replace("½", ".5").split(", ")] as const,
    ),
  );
  const wanted = ROOMS.flatMap(({ folders, floor }) =>
    folders.filter((folder) => /^src\/[\w-]+$/.test(folder)).map((folder) => [folder, `${floor}`] as const),
  );
  expect(wanted.length).toBeGreaterThan(10);
  const of = (folder: string) => rows.filter(([name]) => name === folder || name.startsWith(`${folder}/`));
  expect(wanted.filter(([folder, floor]) => !of(folder).some(([, floors]) => floors.includes(floor)))).toEqual([]);
});

test.each([...pages, ...workflows])("%s: npm scripts that it names exist", (path) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = [...text[path]!.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

/** A channel that takes boards too. */
const HOOK = { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1/token" } };

const CONFIGURATION = "docs/reference/configuration.md";

test("the configuration has every environment variable and no other", () => {
  const declared = [...Object.keys(variables), ...Object.keys(hostSchema.shape)];
  expect(firstCells(CONFIGURATION).toSorted()).toEqual(declared.toSorted());
});

test("the event types are those of the registry", () => {
  expect(codeHeadings("docs/reference/events.md").toSorted()).toEqual(eventTypeNames.toSorted());
});

test("the problem types are those that the API answers", () => {
  expect(codeHeadings("docs/reference/problems.md").toSorted()).toEqual(problemSorts.map(typeOf).toSorted());
});

test("the limits have the quota of every resource", () => {
  const rows = [...section("docs/reference/limits.md", "Quotas").matchAll(/^\| `([\w-]+)` \| ([\d,]+) \|/gm)];
  const quotas = resources.map(({ name, quota: max }) => [name, max.count.toLocaleString("en")]);
  expect(rows.map(([, name, count]) => [name, count]).toSorted()).toEqual(quotas.toSorted());
});

const TROUBLESHOOTING = "docs/troubleshooting.md";

test("troubleshooting has every reason of /healthz, every remedy of a channel, and only problem types that exist", () => {
  const first = (heading: string) =>
    [...section(TROUBLESHOOTING, heading).matchAll(/^\| ((?:`[\w/-]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
      cell!.replaceAll("`", "").split(", "),
    );
  const own = ["database", "schema", "setting_up", "migration_failed", "configuration"];
  const reasons = [...Object.keys(operatorWords.en.troubles), ...own];
  expect(first("`/healthz` reports a reason").toSorted()).toEqual(reasons.toSorted());
  expect(first("A channel is failing")).toEqual(expect.arrayContaining([...FIXES]));
  const types = problemSorts.map(typeOf);
  expect(first("The API refuses a request").filter((type) => !types.includes(type))).toEqual([]);
});

test("one address of the repository, and one version, everywhere", () => {
  const { repository, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
    repository: { url: string };
    version: string;
  };
  const [, path] = /github\.com\/([\w-]+\/[\w-]+)\.git$/.exec(repository.url)!;
  const client = readFileSync("packages/client/package.json", "utf8");
  expect(JSON.parse(client)).toMatchObject({ version });
  const all = [...Object.values(text), client, readFileSync("package.json", "utf8")].join("\n");
  const addresses = [...all.matchAll(/(?:github\.com|ghcr\.io)\/(tallylight[\w-]*\/[\w-]+)/g)].map(([, one]) => one);
  expect([...new Set(addresses)]).toEqual([path]);
  const named = [...all.matchAll(/tallylight(?:-client)?[-:](\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)/g)].map(([, one]) => one);
  expect(named.length).toBeGreaterThan(4);
  expect([...new Set(named)]).toEqual([version]);
  // The release takes its notes from there.
  expect([...text["CHANGELOG.md"]!.matchAll(/^## (\S+)/gm)].map(([, one]) => one)).toContain(version);
});

test("each entry of the changelog is one line", () => {
  const lines = text["CHANGELOG.md"]!.split("\n").filter((line) => line !== "");
  expect(lines.filter((line) => !/^(#{1,4} |- \S)/.test(line)).slice(1)).toEqual([]);
});

test.each(workflows)("%s is YAML whose files exist", (path) => {
  expect(load(text[path]!)).toBeTypeOf("object");
  const files = [...text[path]!.matchAll(/\b((?:src|test|host|tools)\/[\w/-]+\.\w+(?:\.ts)?)/g)].map(
    ([, file]) => file!,
  );
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

let creators = 7000;
const resourceAt = (path: string) => resources.find(({ name }) => path === `/v1/${name}`);

const examples = pages.flatMap((path) =>
  [...text[path]!.matchAll(/^api (\/v1\/[\w-]+) -d '(.*?)'/gms)].map(([, to, body]) => [path, to!, body!] as const),
);

/** The definitions of operations that a page gives before its other examples. */
const definitionsOn = (path: string) =>
  [...text[path]!.matchAll(/^api (\/v1\/upstream\/operations\/[\w.]+) -X PUT -d '(.*?)'/gms)].map(
    ([, to, body]) => [to!, JSON.parse(body!) as Json] as const,
  );

test.each(examples)("%s: the API takes the example of %s", async (path, to, body) => {
  for (const [operation, definition] of definitionsOn(path))
    expect((await api.call("PUT", operation, definition)).status).toBe(200);
  const named = (await api.call("POST", "/v1/channels", { ...HOOK, name: crypto.randomUUID() })).body;
  const creator = { kind: "live", name: "Maria", params: { userId: String((creators += 1)) } };
  const target = body.includes("tgt_…") ? (await api.call("POST", "/v1/targets", creator)).body.id : "";
  const filled = body
    .replaceAll("tgt_…", target)
    .replaceAll("ch_…", named.id)
    .replaceAll("wl_…", "wl_default")
    .replaceAll('/…"', '/1/token"')
    .replaceAll("…", "abc");
  const { status, body: answer } = await api.call("POST", to, {
    ...JSON.parse(filled),
    ...("name" in (resourceAt(to)?.form().shape ?? { name: null }) ? { name: crypto.randomUUID() } : {}),
  });
  expect([status, answer.errors]).toEqual([201, undefined]);
});
