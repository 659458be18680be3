import { expect, test } from "vitest";
import { drive } from "../../sim/testing/driver.ts";
import type { OutboundRequest } from "../../src/channels/kind.ts";
import { basesAt, everyKind, exampleOf } from "../support/channel-kinds.ts";
import type { Message } from "../../src/core/notice.ts";
import { bareNotice, fullNotice, messageOf } from "../support/messages.ts";

const home = "http://sim.test";
const bases = basesAt(home);
const kinds = everyKind.filter(([, { edits, base }]) => edits && base !== undefined);

test.each(kinds)(
  "%s: the receiver accepts a message, and an edit of the message that its answer named",
  async (name, kind) => {
    const { settings } = exampleOf(name);
    const simulator = drive();
    const send = async ({ url, method, headers, body }: OutboundRequest) => {
      const {
        status,
        text,
        headers: notified,
      } = await simulator.send(url.slice(home.length), { method, headers, body });
      return { status, body: text, headers: Object.fromEntries(notified), error: null };
    };
    const notify = async (message: Message, edit: string | null) => {
      const sending = { settings: settings as never, deliveryId: "dlv_1", message, at: 0, edit, plain: false, bases };
      return kind.judge(await send(kind.render(sending)), sending);
    };
    const first = await notify(messageOf(fullNotice), null);
    const ref = first.kind === "sent" ? first.ref : null;
    expect(ref).toEqual(expect.any(String));
    expect(await notify(messageOf(bareNotice("Maria was live")), ref)).toMatchObject({ kind: "sent" });
    const [posted, edited] = (await simulator.send("/inbox.json")).json();
    expect(posted).toMatchObject({ channelKind: kind.kind, text: expect.stringContaining("Maria is live") });
    expect(edited).toMatchObject({ channelKind: kind.kind, editOf: posted.id });
    expect(edited.text).toContain("Maria was live");
    expect(edited.text).not.toContain("Watch");
    expect(await notify(messageOf(fullNotice), "1:1.1")).toMatchObject({ kind: "vanished" });
  },
);
