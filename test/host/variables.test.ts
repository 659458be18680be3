import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { missingOf, SECRETS } from "../../host/deploy/settings.ts";
import { demoVariables } from "../../host/runtime/variables.ts";
import { readConfig, variableNames } from "../../src/wiring/config.ts";
import { variables } from "../../src/wiring/variables.ts";

const names = Object.keys(variables) as (keyof typeof variables)[];

/** What nothing stands in for: the deploy button prompts for it. */
const requested: string[] = names.filter((name) => variables[name].without === null);

const required = missingOf({ variables: {}, secrets: {}, notes: [] }, []);

test.each(names)("%s says what it is, in which unit, and is handed on by `npm start` and to a deployment", (name) => {
  const { description } = variables[name].said;
  expect(description).toMatch(/^\S.+\.$/);
  for (const [ends, unit] of [
    [/_MS$/, /millisecond/i],
    [/_SECONDS$/, /second/i],
    [/_DAYS$/, /day/i],
    [/PER_MINUTE$/, /minute/],
  ] as const)
    if (ends.test(name)) expect(description).toMatch(unit);
  expect(variableNames({ [name]: "x", SOMETHING_ELSE: "x" })).toEqual([name]);
});

test("the form of the deploy button, .dev.vars.example and wrangler.toml name what must be given, and nothing that is unknown", async () => {
  const { vars, keep_vars } = unstable_readConfig({ config: "wrangler.toml" });
  expect(keep_vars).toBe(true);
  expect(variableNames(vars)).toEqual(Object.keys(vars));
  const example = await readFile(".dev.vars.example", "utf8");
  expect(Object.keys(parseEnv(example))).toEqual(requested);
  for (const name of SECRETS) expect(example).toContain(`${name}=`);
  const { cloudflare } = JSON.parse(await readFile("package.json", "utf8")) as {
    cloudflare: { bindings: Record<string, { description: string }> };
  };
  const displayed = Object.entries(cloudflare.bindings).filter(
    ([name]) => !["DB", "POLLS", "DELIVERIES"].includes(name),
  );
  expect(new Set(displayed.map(([name]) => name))).toEqual(new Set([...requested, ...Object.keys(vars)]));
  for (const [name, { description }] of displayed)
    expect(description).toBe(variables[name as keyof typeof variables].said.description);
  const shipped = await readFile("wrangler.toml", "utf8");
  for (const name of SECRETS) expect(shipped).toContain(name);
});

test("what the demo gives is taken, and so is a stand-in for whatever must be given", () => {
  const demo = demoVariables("http://127.0.0.1:8788", "http://127.0.0.1:8787");
  const { ADMIN_TOKEN, ENCRYPTION_KEYS } = variables;
  const created = { ADMIN_TOKEN: ADMIN_TOKEN.said.example, ENCRYPTION_KEYS: ENCRYPTION_KEYS.said.example };
  expect(readConfig({ ...demo, ...created })).toMatchObject({
    config: {
      account: { baseUrl: "http://127.0.0.1:8788", username: "demo", password: "demo" },
      SLACK_API_BASE_URL: "http://127.0.0.1:8788/inbox/slack-api",
      PUBLIC_URL: "http://127.0.0.1:8787",
      MIN_INTERVAL_SECONDS: 1,
      ALLOW_LOCAL_WEBHOOKS: true,
    },
  });
  expect(required.toSorted()).toEqual(
    ["ADMIN_TOKEN", "ENCRYPTION_KEYS", "UPSTREAM_BASE_URL", "UPSTREAM_PASSWORD", "UPSTREAM_USERNAME"].toSorted(),
  );
  expect(requested).toEqual(["ADMIN_TOKEN"]);
});
