import { HOST, Jar } from "../test/support/jar.ts";
import { TOKEN } from "../test/support/setting.ts";
import type { EngineOnD1 } from "../test/support/engine-on-d1.ts";

const VIEWERS = 10;

/** What came of the requests of a day. */
export interface Visits {
  tabs: number;
  viewers: number;
  /** Answers that were neither the page nor that nothing had changed, by status. */
  refused: Record<number, number>;
}

/** Does it as if it were this instant by the wall clock (epoch ms). */
export async function at<T>(now: number, work: () => Promise<T>): Promise<T> {
  const own = Date.now;
  Date.now = () => now;
  try {
    return await work();
  } finally {
    Date.now = own;
  }
}

/** A tab of a browser: asks as often as its page says, for what it does not have. */
class Tab {
  version: string | null = null;
  every = 10;
  readonly #open: (headers: Record<string, string>) => Promise<Response>;

  constructor(open: (headers: Record<string, string>) => Promise<Response>) {
    this.#open = open;
  }

  async ask(): Promise<number> {
    const answer = await this.#open(this.version === null ? {} : { "x-version": this.version });
    if (answer.status === 200) {
      const head = /<html[^>]*>/.exec(await answer.text())![0];
      this.version = / data-version="([^"]*)"/.exec(head)?.[1] ?? null;
      this.every = Number(/ data-every="(\d+)"/.exec(head)![1]);
    }
    return answer.status;
  }
}

/** Two tabs that are never closed, and ten people who look at a shared link all day from an instant (epoch ms) on; a digest each morning. */
export async function visitors(
  engine: EngineOnD1,
  from: number,
): Promise<{ minute: (at: number) => Promise<void>; visits: Visits }> {
  const json = async (answer: Response) => (await answer.json()) as Record<string, string>;
  const { items } = (await (await engine.api("GET", "/v1/channels")).json()) as { items: { id: string }[] };
  const digest = { name: "Morning", channelId: items[0]!.id, schedule: "0 8 * * *", timezone: "UTC", period: "P1D" };
  const created = await at(from, () => engine.api("POST", "/v1/digests", digest));
  if (created.status !== 201) throw new Error(await created.text());
  const { key } = await json(await engine.api("POST", "/v1/feed-keys", { name: "Fans", watchlistId: null }));
  const targets = (await (await engine.api("GET", "/v1/targets?limit=1")).json()) as { items: { id: string }[] };
  const jar = new Jar((request) => engine.send(request));
  await at(from, () => jar.send("/sign-in", { token: TOKEN, next: "/" }));
  const tabs = ["/", `/creators/${targets.items[0]!.id}`].map((path) => new Tab((headers) => jar.open(path, headers)));
  const viewers = Array.from(
    { length: VIEWERS },
    () => new Tab((headers) => engine.send(new Request(`${HOST}/shared?key=${key}`, { headers }))),
  );
  const visits: Visits = { tabs: 0, viewers: 0, refused: {} };
  return {
    visits,
    /** What they ask within the minute that begins at this instant (epoch ms), by the clock. */
    async minute(begin) {
      for (let now = begin; now < begin + 60_000; now += 10_000) {
        for (const [name, all] of Object.entries({ tabs, viewers })) {
          for (const tab of all) {
            if (Math.round(now / 1000) % tab.every !== 0) continue;
            visits[name as "tabs" | "viewers"] += 1;
            const status = await at(now, () => tab.ask());
            if (status !== 200 && status !== 204) visits.refused[status] = (visits.refused[status] ?? 0) + 1;
          }
        }
      }
    },
  };
}
