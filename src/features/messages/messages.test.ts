import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import { titleOf } from "./messages.ts";

const items = [{ event: startEvent.id, mentions: [] }];
const plain = { digest: null, board: null, items };
const events = new Map([[startEvent.id, startEvent]]);

test("a message is called by its digest, or by its events in the language of the reader", () => {
  expect(titleOf(plain, events, "en")).toBe("Maria is live");
  expect(titleOf(plain, events, "de")).toBe("Maria ist live");
  expect(titleOf({ ...plain, digest: "Monday" }, events, "en")).toBe("Monday");
  expect(titleOf({ ...plain, items: [], board: "brd_1" }, new Map(), "en")).toBeNull();
});

test("a message whose events are gone, or of a type that no longer exists, has no title", () => {
  expect(titleOf(plain, new Map(), "en")).toBeNull();
  expect(titleOf(plain, new Map([[startEvent.id, { ...startEvent, type: "live.forgotten" }]]), "en")).toBeNull();
});
