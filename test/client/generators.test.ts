import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { places } from "../../tools/openapi/write.ts";

// What users generate from the document must compile, with the smallest request that the API takes.

const run = promisify(execFile);

const MINIMAL = `{ kind: "live", name: "Maria", params: { userId: "7012" } } as const`;

/** What a program reads by `type` and `kind` alone, from values of these types; a typo in it does not compile. */
const narrowing = (event: string, channel: string, target: string): string => `
    export const about = (event: ${event}): string => {
      if (event.type === "live.started") return String(event.data.info?.["title"] ?? event.target.params.handle);
      if (event.type === "ranking.moved") return \`\${event.data.place} of \${event.target.params.roomId}\`;
      if (event.type === "upstream.throttled") return event.target ?? event.data.detail;
      return event.target?.kind === "products" ? String(event.target.params.categoryId) : event.id;
    };
    export const goesTo = (channel: ${channel}): string => {
      switch (channel.kind) {
        case "slack-bot": return channel.settings.channel;
        case "telegram": return channel.settings.chatId;
        case "webhook": return channel.settings.publicKey ?? channel.settings.url;
        default: return channel.name;
      }
    };
    export const seen = (target: ${target}): number | undefined => {
      if (target.kind === "live") return target.status.verdict === "on" ? target.settings.graceSeconds : 0;
      return target.kind === "list" ? target.snapshot?.count : undefined;
    };
`;

/** A generator that only the long run fetches. */
const HEY_API = "@hey-api/openapi-ts@0.99.0";
const LONG = process.env["LONG"] !== undefined;

/**
 * Programs that use what each generator made: a POST with what is required, a GET, and a webhook. openapi-typescript
 * makes the types of our client too.
 */
const programs: Record<string, string> = {
  "openapi-typescript": `
    import type { components, paths } from ${JSON.stringify(places.client)};
    type Form = paths["/v1/targets"]["post"]["requestBody"]["content"]["application/json"];
    type Page = paths["/v1/targets"]["get"]["responses"][200]["content"]["application/json"];
    export const form: Form = ${MINIMAL};
    export const alert: components["schemas"]["SubscriptionForm"] = { name: "All", events: ["*"], channelId: "ch_1" };
    export const names = (page: Page): string[] => page.items.map(({ name }) => name);
    export const intervals = (page: Page): number[] => page.items.map(({ intervalSeconds }) => intervalSeconds);
    export const told = ({ type, data }: components["schemas"]["LiveStartedMessage"]): ["live.started", boolean] =>
      [type, data.data.initial];
    type Schemas = components["schemas"];
    ${narrowing('Schemas["Event"]', 'Schemas["Channel"]', 'Schemas["Target"]')}
    type Created = keyof paths["/v1/targets"]["post"]["responses"][201]["content"];
    export const only: { [Type in Created]: "application/json" } = { "application/json": "application/json" };
    export const patch: Schemas["TargetPatch"][] = [{ name: "Ana" }, { kind: "live", settings: { graceSeconds: null } }];
  `,
  "hey-api": `
    import { createTarget, createSubscription, listTargets, listTargetEvents, type Channel, type Event, type LiveStartedMessage, type Target } from "./hey-api/index.ts";
    await createTarget({ body: ${MINIMAL} });
    await createSubscription({ body: { name: "All", events: ["*"], channelId: "ch_1" } });
    export const names: string[] = (await listTargets()).data?.items.map(({ name }) => name) ?? [];
    export const told = ({ type }: LiveStartedMessage): "live.started" => type;
    ${narrowing("Event", "Channel", "Target")}
    const target = (await createTarget({ body: ${MINIMAL} })).data;
    const events = target && (await listTargetEvents({ path: { id: target.id } })).data;
    export const happened: string[] = events?.items.map(about) ?? [];
  `,
  client: `
    import { createClient, type components } from ${JSON.stringify(resolve("packages/client/src/index.ts"))};
    const tally = createClient({ baseUrl: "http://127.0.0.1:8787", token: "…" });
    const target = await tally.post("/v1/targets", { body: ${MINIMAL} });
    const path = { id: target.id };
    await tally.patch("/v1/targets/{id}", { path, body: { kind: "live", settings: { graceSeconds: 60 } } });
    ${narrowing('components["schemas"]["Event"]', 'components["schemas"]["Channel"]', 'components["schemas"]["Target"]')}
    export const verdict = seen(target);
    for await (const event of tally.list("/v1/targets/{id}/events", { path })) {
      if (event.type === "live.ended") console.log(event.data.durationSeconds, event.target.params.userId);
      console.log(about(event));
    }
    export const posted = goesTo(await tally.get("/v1/channels/{id}", { path: { id: "ch_1" } }));
  `,
};

/** What no program may say: fields of another type or kind. */
const MISTAKES: [of: string, instead: string][] = [
  ['name: "Maria", ', ""],
  ["event.data.place", "event.data.viewers"],
  ["event.target.params.roomId", "event.target.params.handle"],
  ["channel.settings.channel", "channel.settings.chatId"],
  ["target.settings.graceSeconds", "target.settings.confirmGone"],
  ["target.snapshot?.count", "target.snapshot?.verdict"],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-generators-"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  if (!LONG) return;
  const typescript5 = `--import=${pathToFileURL(resolve("test/client/typescript-5.mjs")).href}`;
  const env = { ...process.env, NODE_OPTIONS: typescript5 };
  const args = ["--yes", "--package", HEY_API, "openapi-ts", "--input", places.document, "--output", "hey-api"];
  const shell = process.platform === "win32";
  await run("npx", [...args, "--no-log-file"], { cwd: folder, env, shell });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: false,
  noEmit: true,
  skipLibCheck: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  types: [],
};

/** The errors of programs, a line each, compiled together. */
async function errorsOf(sources: Record<string, string>): Promise<string[]> {
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source);
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(sources) }));
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  return run(process.execPath, [compiler, "-p", project, "--pretty", "false"], { cwd: folder }).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split("\n").filter((line) => line.includes("error TS")),
  );
}

test("with what each generator made, and our client, programs compile under strict, and with any mistake they do not", async () => {
  const names = Object.keys(programs).filter((name) => LONG || name !== "hey-api");
  const mistaken = names.flatMap((name) =>
    MISTAKES.map(([of, instead], index): [string, string] => {
      expect(programs[name]).toContain(of);
      return [`${name}-wrong-${index}.ts`, programs[name]!.replaceAll(of, instead)];
    }),
  );
  const errors = await errorsOf({
    ...Object.fromEntries(names.map((name) => [`${name}-program.ts`, programs[name]!])),
    ...Object.fromEntries(mistaken),
  });
  expect(errors.filter((line) => !/^[\w-]+-wrong-\d+\.ts\(/.test(line))).toEqual([]);
  for (const [name] of mistaken) expect(errors.join("\n")).toContain(`${name}(`);
});
