import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Message } from "./messages.ts";
import { notifiedOf } from "./notified.ts";

let seq = 0;
const item = (event: string, update?: string): DeliveryItem => ({
  event,
  mentions: [],
  ...(update === undefined ? {} : { update }),
});
function message(channelId: string, items: DeliveryItem[], more: Partial<Message> = {}): Message {
  seq += 1;
  const none = { reason: null, nextAttemptAt: null, replayOf: null, edits: null, board: null, summary: null };
  return {
    ...none,
    id: `dlv_${seq}`,
    seq,
    channelId,
    status: "sent",
    items,
    attempts: [],
    madeAt: 1000,
    sentAt: 1000,
    digest: null,
    edition: null,
    ...more,
  };
}
/** The rows: what each is about, and what became of it in each channel. */
const rows = (...all: Message[]) =>
  notifiedOf(all).map(({ key, ways }) => [
    key,
    ...ways.map(({ channelId, message: { status } }) => `${channelId} ${status}`),
  ]);

test("an event that went to two channels is one row with two states, whatever else the messages are about", () => {
  expect(rows(message("slack", [item("a"), item("b")]), message("discord", [item("a")], { status: "dead" }))).toEqual([
    ["event b", "slack sent"],
    ["event a", "slack sent", "discord dead"],
  ]);
});

test("an end that edits the message of its start is the row of the end, as where it is a message of its own", () => {
  const start = message("discord", [item("start")]);
  const edit = message("discord", [item("start", "end")], { edits: start.id, madeAt: 2000 });
  const own = message("hook", [item("end")], { madeAt: 2000 });
  expect(rows(start, edit, own)).toEqual([
    ["event end", "discord sent", "hook sent"],
    ["event start", "discord sent"],
  ]);
  // A start that ended before it was sent is in the same message.
  expect(rows(message("discord", [item("start", "end")]))).toEqual([
    ["event end", "discord sent"],
    ["event start", "discord sent"],
  ]);
});

test("what was sent again decides instead of what did not arrive, and stays where it was", () => {
  const dead = message("slack", [item("a")], { status: "dead" });
  const later = message("slack", [item("b")], { madeAt: 2000 });
  const again = message("slack", [item("a")], { replayOf: dead.id, madeAt: 3000 });
  expect(rows(dead, later, again)).toEqual([
    ["event b", "slack sent"],
    ["event a", "slack sent"],
  ]);
  expect(rows(dead, message("slack", [item("a")], { replayOf: dead.id, status: "pending" }))).toEqual([
    ["event a", "slack pending"],
  ]);
  // Without the first message, its replay stands for itself.
  expect(rows(again)).toEqual([["event a", "slack sent"]]);
});

test("a held event whose summary is there is told by the summary, else by itself", () => {
  const summary = message("slack", [item("a"), item("b")], { madeAt: 5000, status: "dead" });
  const held = message("slack", [item("a")], { status: "held", summary: summary.id });
  expect(rows(held, summary)).toContainEqual(["event a", "slack dead"]);
  expect(rows(held)).toEqual([["event a", "slack held"]]);
});

test("digests are one row an edition, boards one each; a message about many is one row; one about nothing is there", () => {
  const many = Array.from({ length: 9 }, (_, n) => item(`e${n}`));
  expect(
    rows(
      message("slack", [], { digest: "Weekly", edition: "dig_1/5" }),
      message("discord", [], { digest: "Weekly", edition: "dig_1/5" }),
      message("discord", [], { digest: "Weekly", edition: "dig_2/5" }),
      message("slack", [], { board: "brd_1" }),
      message("slack", many),
      message("slack", []),
    ).map(([, ...states]) => states.length),
  ).toEqual([1, 1, 1, 1, 2]);
});

test("whatever the messages are, each is in a row unless another of its channel decides there, and each row is there once", () => {
  const some = fc.record({
    channelId: fc.constantFrom("x", "y"),
    status: fc.constantFrom("dead", "sent", "pending", "held", "suppressed"),
    items: fc.array(
      fc.record({ event: fc.constantFrom("a", "b", "c"), mentions: fc.constant<DeliveryItem["mentions"]>([]) }),
      { maxLength: 6 },
    ),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), (all) => {
      const made = all.map(({ channelId, items, status }) => message(channelId, items, { status }));
      const found = notifiedOf(made);
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
      const dead = made.filter(({ status }) => status === "dead").map(({ channelId }) => channelId);
      const displayed = found.flatMap(({ ways }) =>
        ways.map(({ message: { status }, channelId }) => [status, channelId]),
      );
      for (const channelId of dead) expect(displayed).toContainEqual(["dead", channelId]);
      for (const { ways } of found) expect(new Set(ways.map(({ channelId }) => channelId)).size).toBe(ways.length);
    }),
  );
});
