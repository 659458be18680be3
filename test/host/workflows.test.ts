import { globSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";

/** The line of a step that uses an action, pinned by commit, with the version that Dependabot reads and raises. */
const PINNED = /^(?:- )?uses: ([\w.-]+\/[\w./-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/;

/** The first major version of each action that runs on Node.js 24. Runners have no Node.js 20 any more. */
const SINCE: Record<string, number> = {
  "actions/attest-build-provenance": 3,
  "actions/checkout": 5,
  "actions/setup-node": 5,
  "actions/upload-artifact": 6,
  "docker/build-push-action": 7,
  "docker/login-action": 4,
  "docker/metadata-action": 6,
  "docker/setup-buildx-action": 4,
  "docker/setup-qemu-action": 4,
};

const lines = globSync(".github/workflows/*.{yml,yaml}").flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\buses["']?\s*:/.test(line) && !line.startsWith("#")),
);

test("every action is pinned by commit, with its version, to one that runs on Node.js 24", () => {
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !PINNED.test(line))).toEqual([]);
  const outdated = lines.filter((line) => {
    const [, name] = PINNED.exec(line)!;
    return !(Number(/# v(\d+)/.exec(line)![1]) >= SINCE[name!]!);
  });
  expect(outdated).toEqual([]);
});

test("an action has the same commit in all workflows", () => {
  const pins = new Set(lines.map((line) => line.replace(/^- /, "")));
  const names = [...pins].map((line) => line.slice(0, line.indexOf("@")));
  expect(names).toEqual([...new Set(names)]);
});

test("Dependabot raises actions, images and packages", () => {
  const { updates } = load(readFileSync(".github/dependabot.yml", "utf8")) as {
    updates: { "package-ecosystem": string; directory: string }[];
  };
  const raised = updates.map((one) => [one["package-ecosystem"], one.directory]);
  expect(raised).toEqual(
    expect.arrayContaining([
      ["github-actions", "/"],
      ["docker", "/deploy"],
      ["npm", "/"],
    ]),
  );
});
