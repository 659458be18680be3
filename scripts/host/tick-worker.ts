// The host's own Worker beside Tallylight's: it ticks when the host says so.
interface Env {
  TALLYLIGHT: { scheduled(at: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }> };
  /** Who may tick, as the whole header: made anew with each start. */
  WHO_TICKS: string;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The same in constant time. */
const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.reduce((difference, byte, at) => difference | (byte ^ b[at]!), 0) === 0;

export default {
  /** POST the scheduled time (epoch ms) as text; answers the outcome as text. */
  async fetch(request: Request, { TALLYLIGHT, WHO_TICKS }: Env): Promise<Response> {
    if (!same(bytes(request.headers.get("authorization") ?? ""), bytes(WHO_TICKS)))
      return new Response(null, { status: 404 });
    const scheduledTime = new Date(Number(await request.text()));
    return new Response((await TALLYLIGHT.scheduled({ cron: "* * * * *", scheduledTime })).outcome);
  },
};
