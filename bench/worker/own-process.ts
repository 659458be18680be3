// What a tick of forty takes of the Worker's own code. Arguments: the Worker's bundle, the database's file, and "fill" to make it.
import { readMigrations } from "../../host/runtime/migrations.ts";
import { migrate } from "../../test/support/migrate.ts";
import { HOST, Jar } from "../../test/support/jar.ts";
import { TOKEN } from "../../test/support/setting.ts";
import { fill, MINUTE, START, userOf, WARM_UPS } from "./forty.ts";
import { env, inner, live, loadPlatform, messages, ofDatabase, since, used, worker, type Used } from "./in-process.ts";

const WARM = 15;

const send = (request: Request): Promise<Response> => worker.fetch(request as never, env, {} as never) as never;

/** Makes the database; answers the cookie of somebody who is signed in, and a feed key. */
async function filled(): Promise<{ cookie: string; feed: string }> {
  await migrate(inner as never, await readMigrations());
  await fill((url, init) => send(new Request(url, init)));
  const jar = new Jar(send);
  await jar.send("/sign-in", { token: TOKEN, next: "/" });
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Fans", watchlistId: null });
  const created = await send(new Request(`${HOST}/v1/feed-keys`, { method: "POST", headers, body }));
  const { key: feed } = (await created.json()) as { key: string };
  return { cookie: [...jar.kept].map(([name, value]) => `${name}=${value}`).join("; "), feed };
}

const requested = process.argv[4];
if (requested === "fill") process.stdout.write(JSON.stringify(await filled()));
else {
  const last = await inner.prepare("SELECT last_tick_at FROM ticker WHERE id = 1").first<number>("last_tick_at");
  let at = Math.max(START, Number(last));
  const tick = async (): Promise<Used> => {
    const before = used();
    ofDatabase();
    at += MINUTE;
    await worker.scheduled({ scheduledTime: at, cron: "* * * * *" } as never, env, {} as never);
    for (let next = messages.shift(); next !== undefined; next = messages.shift())
      await worker.queue({ queue: next.queue, messages: [{ body: next.body }] } as never, env, {} as never);
    return since(ofDatabase(), since(before));
  };
  const times = async (count: number): Promise<Used[]> => {
    const all: Used[] = [];
    for (let n = 0; n < count; n++) all.push(await tick());
    return all;
  };
  await loadPlatform();
  const cold = await times(1);
  await times(WARM_UPS);
  const warm = await times(WARM);
  const telling: Used[] = [];
  for (let n = 0; n < WARM; n++) {
    live.set(userOf(n), `74573127456789${10_000 + n}`);
    telling.push(...(await times(1)));
  }
  live.clear();
  await times(2);
  process.stdout.write(JSON.stringify({ cold, warm, "with an alert": telling }));
}
