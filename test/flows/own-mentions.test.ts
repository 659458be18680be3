import { expect, test } from "vitest";
import type { OutboundRequest } from "../../src/channels/kind.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);
const COUNT = 300;
const people = Array.from({ length: COUNT }, (_, n) => ({
  name: `Creator ${String(n).padStart(4, "0")}`,
  role: String(900_000_000_000_000_000n + BigInt(n)),
}));

interface Payload {
  content?: string;
  allowed_mentions: { roles?: string[]; parse?: string[] };
}

test("300 starts in one tick: each message pings the roles of the creators it names, and no others", async () => {
  const telling = tellingOn(await migratedSqlite());
  await telling.channel("ch_1", { kind: "discord" }, { url: "https://discord.com/api/webhooks/1001/token" });
  await telling.tell(T, {
    id: "all",
    channelId: "ch_1",
    items: people.map(({ role }, n) => ({ event: `evt_${n}`, mentions: [{ kind: "role" as const, id: role }] })),
  });
  await telling.run(
    `UPDATE events SET target = json_object('name', 'Creator ' || printf('%04d', substr(id, 5)), 'kind', 'live', 'params', json('{}'))`,
  );
  const sent: OutboundRequest[] = [];
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    return answered(200, JSON.stringify({ id: String(sent.length) }));
  };
  for (let more = true; more;)
    ({ more } = await deliver(T, 100, null, outbound(send, telling.outbox, { wallNow: () => T })));
  for (const { body } of sent) {
    const payload = JSON.parse(body) as Payload;
    const roles = people.filter(({ name }) => body.includes(name)).map(({ role }) => role);
    expect(roles.length).toBeGreaterThan(0);
    expect(payload.allowed_mentions.roles?.toSorted()).toEqual(roles);
    expect(payload.allowed_mentions.parse ?? []).toEqual([]);
    for (const role of roles) expect(payload.content).toContain(`<@&${role}>`);
    expect(payload.content!.length).toBeLessThanOrEqual(2000);
    expect(roles.length).toBeLessThanOrEqual(100);
  }
  const named = people.filter(({ name }) => sent.filter(({ body }) => body.includes(name)).length === 1);
  expect(named).toHaveLength(COUNT);
});
