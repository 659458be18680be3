import { expect, test } from "vitest";
import type { OutboundRequest } from "../../channels/kind.ts";
import { channelKinds } from "../../channels/registry.ts";
import { listChannels } from "./list-channels.ts";

const answered = (body: unknown, status = 200) => ({ status, headers: {}, body: JSON.stringify(body), error: null });

const asking = (answer: (request: OutboundRequest) => unknown) => {
  const asked: OutboundRequest[] = [];
  const send = async (request: OutboundRequest) => {
    asked.push(request);
    return answered(answer(request));
  };
  const bases = {
    "slack-bot": "https://slack.example/api",
    "discord-bot": "https://discord.example",
    telegram: "https://telegram.example",
  };
  return { asked, deps: { send, bases } };
};

const listing = Object.values(channelKinds).filter((kind) => kind.listing !== undefined);

test.each(listing)("$kind calls only its own API, with no token in a query, whatever the answers", async (kind) => {
  const odd = [
    null,
    [],
    {},
    { ok: true, channels: [{ id: "C1", name: 7, is_member: true }] },
    [{ id: "../x" }, { id: 1 }],
  ];
  for (const body of odd) {
    const { asked, deps } = asking(() => body);
    const listed = await listChannels(kind, "a-secret", deps);
    expect("refused" in listed || listed.choices.length === 0).toBe(true);
    for (const { url, headers } of asked) {
      expect(new URL(url).origin).toBe(new URL(deps.bases[kind.kind as "slack-bot"]).origin);
      const { pathname, search } = new URL(url);
      expect(search).not.toContain("a-secret");
      // Telegram requires it in the path.
      if (!pathname.startsWith("/bota-secret/")) {
        expect(pathname).not.toContain("a-secret");
        expect(headers["authorization"]).toMatch(/ a-secret$/);
      }
    }
  }
});

test("endless pages and servers are cut off", async () => {
  const slack = asking(() => ({ ok: true, channels: [], response_metadata: { next_cursor: "on" } }));
  expect(await listChannels(channelKinds["slack-bot"]!, "t", slack.deps)).toEqual({ choices: [], more: true });
  expect(slack.asked).toHaveLength(5);
  const servers = Array.from({ length: 200 }, (_, n) => ({ id: String(n), name: "s", permissions: "3072" }));
  const discord = asking(({ url }) => (url.endsWith("/guilds") ? servers : [{ id: "1", name: "x", type: 0 }]));
  const listed = await listChannels(channelKinds["discord-bot"]!, "t", discord.deps);
  expect([listed, discord.asked.length]).toMatchObject([{ more: true }, 11]);
});

test.each([
  ["open to all", "3072", [], true],
  ["closed to all", "3072", [{ id: "7", deny: "2048", allow: "0" }], false],
  [
    "closed, but opened to the bot",
    "3072",
    [
      { id: "7", deny: "2048", allow: "0" },
      { id: "8", deny: "0", allow: "2048" },
    ],
    true,
  ],
  ["in a server where nobody may post", "0", [], false],
  ["for an administrator", "8", [], true],
])("Discord: a channel %s", async (_, permissions, rules, there) => {
  const { deps } = asking(({ url }) =>
    url.endsWith("/guilds")
      ? [{ id: "7", name: "s", permissions }]
      : [{ id: "1", name: "x", type: 0, permission_overwrites: rules }],
  );
  const listed = await listChannels(channelKinds["discord-bot"]!, "t", deps);
  expect(listed).toEqual({ choices: there ? [{ id: "1", name: "#x" }] : [], more: false });
});

test("no request leaves the API", async () => {
  const kind = channelKinds["slack-bot"]!;
  const list = function* () {
    yield { method: "GET" as const, url: "https://elsewhere.example/", headers: {}, body: "" };
    return { choices: [], more: false };
  };
  const { asked, deps } = asking(() => ({}));
  await expect(listChannels({ ...kind, listing: { ...kind.listing!, list } }, "t", deps)).rejects.toThrow("beyond");
  expect(asked).toEqual([]);
});
