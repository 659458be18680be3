import { TOKEN } from "../../test/support/setting.ts";

/** What the ticks that are measured poll, and who hears of it. */
export const START = Date.UTC(2026, 0, 5, 12);
export const MINUTE = 60_000;
export const TARGETS = 40;
/** Ticks before those that count as warm. */
export const WARM_UPS = 20;

export const userOf = (n: number): string => String(1_000_000 + n);

/** What answers a request of the API. */
type Answers = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: string },
) => Promise<{
  ok: boolean;
  status: number;
  text(): Promise<string>;
}>;

/** Makes targets, and one who hears of each start. */
export async function fill(answers: Answers, targets = TARGETS): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await answers(`http://bench.example${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { id: string };
  };
  await post(
    "/v1/targets/import",
    Array.from({ length: targets }, (_, n) => ({
      kind: "live",
      name: `Creator ${n}`,
      params: { userId: userOf(n) },
      settings: { confirmOff: 1, graceSeconds: 0 },
    })),
  );
  const url = "https://discord.com/api/webhooks/1001/secret";
  const { id: channelId } = await post("/v1/channels", { kind: "discord", name: "Bench", settings: { url } });
  await post("/v1/subscriptions", { name: "Bench", events: ["live.*"], channelId });
}
