import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { missingOf, SECRETS } from "../../host/deploy/settings.ts";
import { demoVariables, hostVariables } from "../../host/runtime/variables.ts";
import { readConfig, variableNames } from "../../src/wiring/config.ts";
import { variables } from "../../src/wiring/variables.ts";
import { networkInterfaces } from "node:os";
import { ownAddress, resolvedHost, simulatorAddress, simulatorHosts } from "../../host/runtime/addresses.ts";
import { freePort } from "../../host/runtime/ports.ts";
import { addressesHere } from "../../host/runtime/terminal.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:1", "http://127.0.0.1:1"],
  ["127.0.0.2", "http://127.0.0.2:1", "http://127.0.0.2:1"],
  ["localhost", "http://localhost:1", "http://localhost:1"],
  ["0.0.0.0", "http://127.0.0.1:1", "http://127.0.0.1:1"],
  ["::1", "http://[::1]:1", "http://[::1]:1"],
  ["::", "http://[::1]:1", "http://[::1]:1"],
  // Channels may only name loopback addresses, so the simulator listens there too.
  ["192.168.1.5", "http://192.168.1.5:1", "http://127.0.0.1:1"],
  ["fd00::5", "http://[fd00::5]:1", "http://127.0.0.1:1"],
])("what listens on %s is reached at a valid address", (host, own, simulator) => {
  expect([ownAddress(host, 1), simulatorAddress(host, 1)]).toEqual([own, simulator]);
  expect(() => addressesHere(ownAddress(host, 1))).not.toThrow();
  expect(simulatorHosts(host)[0]).toBe(host);
});

test("HOST is an address or a name of this machine, also in brackets", () => {
  const hostOf = (HOST: string) => hostVariables({ HOST }).host;
  for (const host of ["127.0.0.1", "::1", "::", "localhost", "my-machine", "box.lan"]) expect(hostOf(host)).toBe(host);
  expect(hostOf("[::1]")).toBe("::1");
  for (const invalid of ["http://127.0.0.1", "127.0.0.1:80", "[::1]:80", "256.1.1.1", "1", " ", "a b", "a..b", "-"])
    expect(() => hostOf(invalid), invalid).toThrow(/^HOST must be an IP address of this machine or its name/);
});

test("a name becomes the address on which all listen, and an unknown one is explained", async () => {
  expect(await resolvedHost("::1")).toBe("::1");
  expect(await resolvedHost("localhost")).toBe("localhost");
  await expect(resolvedHost("nowhere.invalid")).rejects.toThrow(/^HOST is no name that can be found/);
});

test("an address of another machine is explained", async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  expect(own).not.toContain("192.0.2.1");
  await expect(freePort("PORT", 0, "192.0.2.1")).rejects.toThrow("HOST is not an address of this machine");
});

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
