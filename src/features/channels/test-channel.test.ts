import { expect, test } from "vitest";
import type { Channel } from "./resource/form.ts";
import { testedShape } from "./shape.ts";
import { testChannel, type TestChannelDeps } from "./test-channel.ts";

test("a chat that moves twice during a test is tried again later, as the API documents", async () => {
  const channel = { id: "ch_1", kind: "telegram", name: "Team", language: "en" } as unknown as Channel;
  const sent: unknown[] = [];
  const deps = {
    newId: () => "evt_1",
    wallNow: () => 0,
    language: "en",
    settingsOf: async () => ({ token: "1:a", chatId: "-1" }),
    bases: { telegram: "https://telegram.test" },
    send: async ({ body }: { body: string }) => {
      sent.push(JSON.parse(body));
      const parameters = { migrate_to_chat_id: -100 - sent.length };
      return {
        status: 400,
        headers: {},
        body: JSON.stringify({ ok: false, error_code: 400, parameters }),
        error: null,
      };
    },
  } as unknown as TestChannelDeps;
  const tested = await testChannel(channel, deps);
  expect(sent).toMatchObject([{ chat_id: -1 }, { chat_id: -101 }]);
  expect(testedShape().parse(tested)).toMatchObject({ ok: false, status: 400, outcome: "later" });
});
