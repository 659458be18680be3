import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkSettings } from "../../host/runtime/read-variables.ts";
import { settingsIn, takeSettings } from "../../host/runtime/settings-file.ts";

let state: string;
let file: string;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "tallylight-settings-"));
  file = join(state, "tallylight.env");
});

afterEach(() => rm(state, { recursive: true, force: true }));

test("the file adds what the environment does not have", async () => {
  await writeFile(file, "# Comment\nPORT=9000\nUPSTREAM_OPERATIONS_2='{\"live.info\": null}'\nSEED=0\n", {
    mode: 0o600,
  });
  const env: NodeJS.ProcessEnv = { PORT: "9001" };
  expect(takeSettings(state, env)).toBeNull();
  expect(env).toEqual({ PORT: "9001", UPSTREAM_OPERATIONS_2: '{"live.info": null}', SEED: "0" });
  expect(() => checkSettings(state)).not.toThrow();
});

test("without a file nothing is added", () => {
  const env: NodeJS.ProcessEnv = {};
  expect([takeSettings(state, env), env, settingsIn(state)]).toEqual([null, {}, {}]);
  expect(() => checkSettings(state)).not.toThrow();
});

test("names that nothing reads are refused with what may have been meant, and never with a value", async () => {
  await writeFile(file, "UPSTREAM_BASEURL=secret-1\nRETENTION_DAY=secret-2\nFOO=secret-3\nTALLYLIGHT_STATE=secret-4\n");
  expect(() => checkSettings(state)).toThrow(
    [
      `${file}: there is no variable FOO.`,
      `${file}: there is no variable RETENTION_DAY. Did you mean RETENTION_DAYS?`,
      `${file}: TALLYLIGHT_STATE names this folder, so set it in the environment.`,
      `${file}: there is no variable UPSTREAM_BASEURL. Did you mean UPSTREAM_BASE_URL?`,
    ].join("\n"),
  );
});

test.skipIf(process.platform === "win32")("a file that others can read is warned about", async () => {
  await writeFile(file, "PORT=9000\n");
  for (const [mode, warns] of [
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ] as const) {
    await chmod(file, mode);
    expect([mode, takeSettings(state, {})?.includes(`chmod 600 ${file}`) ?? false]).toEqual([mode, warns]);
  }
});
