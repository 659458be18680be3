import { readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Jar } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { command } from "./scripts.ts";
import { contents, MINUTE, stateFolder } from "./state-folder.ts";

const { inFolder, file, state, rows, upstream, receiver, env, backup, restore, start, lived } = stateFolder();

test("a round trip keeps every row and sends nothing old; what is new is told", async () => {
  const now = Date.now();
  const before = await lived(now);
  expect(receiver().received.map(({ path, status }) => [path.split("/").at(-1), status])).toEqual(
    expect.arrayContaining([
      ["good", 200],
      ["dead", 500],
    ]),
  );
  expect((await backup()).code).toBe(0);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  await before.stop();
  const was = rows();
  const statuses = (rows: unknown[][]) => rows.map((row) => row[3]).sort();
  expect(statuses(was["deliveries"]!)).toEqual(["held", "pending", "sent"]);
  await rm(state(), { recursive: true });
  const restored = await restore();
  expect(restored.output).toContain("2 pending deliveries will not be sent.");
  expect(restored.output).toContain("1 digests wait for their next scheduled time.");
  expect(restored.output).not.toContain("can't be decrypted");
  expect(restored.code).toBe(0);

  const is = rows();
  // What is not sent is suppressed, which the counts follow.
  const { channels, deliveries, digests, ticker, counts: _counts, ...rest } = was;
  expect(is).toMatchObject(rest);
  expect(is["channels"]!.map((row) => row.slice(0, 7))).toEqual(channels!.map((row) => row.slice(0, 7)));
  expect(is["ticker"]!.length).toBe(ticker!.length);
  expect(is["deliveries"]!.map((row) => [row[1], row[5]])).toEqual(deliveries!.map((row) => [row[1], row[5]]));
  expect(statuses(is["deliveries"]!)).toEqual(["sent", "suppressed", "suppressed"]);
  expect(is["deliveries"]!.filter((row) => row[3] === "suppressed").map((row) => row[4])).toEqual(
    Array.from({ length: 2 }, () => "restored from a backup"),
  );
  // Its next time is the last column.
  expect(Number(is["digests"]![0]!.at(-1))).toBeGreaterThan(now);
  expect(digests!.length).toBe(1);

  receiver().interfere = () => null;
  const after = await start();
  const notified = receiver().received.length;
  await after.tick(now + 10 * MINUTE);
  await after.tick(now + 180 * MINUTE);
  expect(receiver().received.slice(notified)).toEqual([]);
  upstream().live.set("7002", "901");
  await after.tick(now + 190 * MINUTE);
  const fresh = receiver().received.slice(notified);
  expect(fresh.map((one) => one.path.split("/").at(-1)).sort()).toEqual(["dead", "good", "quiet"]);
  expect(fresh.every(({ body }) => JSON.stringify(body).includes("7002"))).toBe(true);
});

test("after a move, what the old one had not sent yet is sent", async () => {
  const now = Date.now();
  const before = await lived(now);
  await before.stop();
  expect((await backup()).code).toBe(0);
  await rm(state(), { recursive: true });
  expect((await restore("--moved")).output).not.toContain("not sent");
  receiver().interfere = () => null;
  const notified = receiver().received.length;
  const after = await start();
  await after.tick(now + 180 * MINUTE);
  const paths = receiver()
    .received.slice(notified)
    .map((one) => one.path.split("/").at(-1));
  expect(paths).toEqual(expect.arrayContaining(["dead", "quiet"]));
});

test("tokens and sign-ins of a backup are ended, unless they are asked for", async () => {
  const system = await start();
  const make = async (name: string, more: object = {}) =>
    (await system.api("tokens", { name, scopes: ["read"], ...more })).token as string;
  const [lasting, dated] = [await make("lasting"), await make("dated", { expiresAt: "2099-01-01T00:00:00Z" })];
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }));
  const own = { "sec-fetch-site": "same-origin", origin: system.base };
  expect((await jar.send("/sign-in", { token: TOKEN }, own, system.base)).status).toBe(303);
  await system.stop();
  expect((await backup()).code).toBe(0);
  const asks = async (flags: string[]) => {
    await rm(state(), { recursive: true });
    const { output } = await restore(...flags);
    const again = await start();
    const statuses = await Promise.all(
      [lasting, dated].map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${again.base}/v1/status`, { headers })).status;
      }),
    );
    const { items } = await again.api("tokens");
    const signIns = (await again.api("sign-ins")).items.length;
    await again.stop();
    return { output, statuses, signIns, names: items.map(({ name }: { name: string }) => name) };
  };
  const ended = await asks([]);
  expect([...ended.statuses, ended.signIns]).toEqual([401, 401, 0]);
  expect(ended.output).toContain("2 API tokens were removed");
  expect(ended.names).toEqual(["lasting", "dated"]);
  const stored = await asks(["--tokens"]);
  expect([...stored.statuses, stored.signIns]).toEqual([200, 200, 1]);
  expect(stored.output).not.toContain("tokens are ended");
});

test("a restore is refused while it runs, and over what is there; with --force what was there is kept", async () => {
  const system = await lived(Date.now());
  expect((await backup()).code).toBe(0);
  for (const flags of [[], ["--force"]]) {
    const { code, output } = await restore(...flags);
    expect([code, output]).toEqual([1, expect.stringContaining("Tallylight is running on")]);
  }
  const link = inFolder("link");
  await symlink(state(), link);
  const linked = await command("restore", [file(), "--force"], { ...env(), TALLYLIGHT_STATE: link });
  expect([linked.code, linked.output]).toEqual([1, expect.stringContaining("Tallylight is running on")]);
  await system.api("watchlists", { name: "Since then" });
  await system.stop();
  const was = rows();
  const refused = await restore();
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("is not empty")]);
  expect(rows()).toEqual(was);
  const { code, output } = await restore("--force");
  expect(code).toBe(0);
  const aside = /previous data is in (.+)\.$/m.exec(output)![1]!;
  expect(rows()["watchlists"]).toHaveLength(1);
  const stored = (await readdir(aside)).find((name) => name.endsWith(".sqlite"))!;
  expect(contents(join(aside, stored))).toEqual(was);
  expect((await readdir(state())).filter((name) => name.startsWith("restoring"))).toEqual([]);
});

test("without the keys it says which channels stay closed", async () => {
  const system = await lived(Date.now());
  await system.stop();
  await backup();
  await rm(state(), { recursive: true });
  const other = JSON.stringify({ k1: Buffer.alloc(32, 8).toString("base64") });
  const { code, output } = await command("restore", [file()], { TALLYLIGHT_STATE: state(), ENCRYPTION_KEYS: other });
  expect([code, output]).toEqual([0, expect.stringContaining("3 channels can't be decrypted")]);
});

test("a download from the running installation is restored like the command's file", async () => {
  const now = Date.now();
  const before = await lived(now);
  const answer = await fetch(`${before.base}/v1/backup`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  await writeFile(file(), Buffer.from(await answer.arrayBuffer()));
  await before.stop();
  const was = rows();
  await rm(state(), { recursive: true });
  const moved = await restore("--moved");
  expect([moved.code, moved.output]).toEqual([1, expect.stringContaining("--moved needs one that was made after")]);
  const restored = await restore();
  expect(restored.output).toContain("2 pending deliveries will not be sent.");
  expect(restored.output).not.toContain("can't be decrypted");
  expect(restored.code).toBe(0);
  const is = rows();
  // The download was entered after it was read; restoring suppresses deliveries, which the counts follow.
  const { audit, channels, deliveries, digests: _digests, ticker: _ticker, counts: _counts, ...rest } = was;
  expect(is).toMatchObject(rest);
  expect(is["audit"]!.length).toBe(audit!.length - 1);
  expect(is["channels"]!.map((row) => row.slice(0, 7))).toEqual(channels!.map((row) => row.slice(0, 7)));
  expect(is["deliveries"]!.map((row) => [row[1], row[5]])).toEqual(deliveries!.map((row) => [row[1], row[5]]));
  const after = await start();
  const { pending } = await after.api("status");
  expect(pending.deliveries).toBe(0);
  upstream().live.set("7002", "901");
  receiver().interfere = () => null;
  await after.tick(now + 10 * MINUTE);
  expect(JSON.stringify(receiver().received)).toContain("7002");
});
