import { expect, test } from "vitest";
import { bodyOf } from "../../src/channels/limits.ts";
import { type Mark, wordsOf } from "../../src/channels/preview/marks.ts";
import type { Part } from "../../src/channels/preview/preview.ts";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Message } from "../../src/core/notice.ts";
import { chatKinds, exampleOf } from "../support/channel-kinds.ts";
import { bareNotice, fullNotice, liveNotice, messageOf } from "../support/messages.ts";
import { weekReport } from "../support/emails.ts";

const words = (marks: Mark[]): string => wordsOf(marks, () => "<when>").replaceAll("\u200b", "");

/** The texts of parts, from top to bottom. */
const textsOf = (parts: Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.is === "block" || part.is === "card") return textsOf(part.parts);
    if (part.is === "facts") return part.facts.map(({ name = [], value }) => words([...name, ...value]));
    if (part.is === "words" || part.is === "title") return words(part.marks);
    return part.is === "button" ? part.label : [];
  });

const picturesOf = (parts: Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.is === "block" || part.is === "card") return picturesOf(part.parts);
    return part.is === "picture" ? part.address : [];
  });

/** How the page shows a message of a kind. */
function displayed(kind: string, message: Message, plain: boolean) {
  const { settings } = exampleOf(kind);
  const provided = { settings, deliveryId: "dlv_1", at: 0, edit: null, plain, bases: API_BASES };
  const body = bodyOf(channelKinds[kind]!.render({ ...provided, message })) as JsonObject;
  const preview = channelKinds[kind]!.preview!;
  const parts = preview.parts(body);
  const carried = [cover, avatar].filter((address) => JSON.stringify(body).includes(address));
  return { push: words(preview.push(body)), texts: textsOf(parts), pictures: picturesOf(parts), carried };
}

const [cover, avatar] = ["https://example.com/cover.png", "https://example.com/avatar.png"];

test.each(chatKinds.flatMap((kind) => [false, true].map((plain) => [kind, plain] as const)))(
  "%s (plain text: %s): a preview has all that a message says, and nothing empty",
  (kind, plain) => {
    const full = displayed(kind, messageOf({ ...fullNotice, pictures: { cover, avatar } }), plain);
    const all = full.texts.join("\n");
    for (const part of ["Maria", "Started", "Watch", "Rank", "#7 → #4", "default watchlist"])
      expect(all).toContain(part);
    expect(full.push).toContain("Maria is live");
    // Some chats take no pictures.
    expect(full.pictures.toSorted()).toEqual(full.carried.toSorted());
    if (plain) expect(full.carried).toEqual([]);
    for (const text of full.texts) expect(text.trim()).not.toBe("");
    expect(displayed(kind, messageOf(bareNotice("Over")), plain)).toEqual({
      push: "Over",
      texts: ["Over"],
      pictures: [],
      carried: [],
    });
    const list = displayed(kind, messageOf(liveNotice("Ana"), liveNotice("Bo")), plain);
    expect(list.texts.join("\n")).toMatch(/^Ana and Bo are live\n• Ana .+\n• Bo .+$/);
    expect(list.push).toContain("Ana and Bo are live");
  },
);

test.each(chatKinds)("%s: the preview of a digest has its title, its headline and no empty text", (kind) => {
  const { settings } = exampleOf(kind);
  const provided = { settings, deliveryId: "dlv_1", writtenAt: 0, at: 0, plain: false, bases: API_BASES, data: {} };
  const body = bodyOf(channelKinds[kind]!.report({ ...provided, report: weekReport })) as JsonObject;
  const texts = textsOf(channelKinds[kind]!.preview!.parts(body));
  for (const part of [weekReport.title, weekReport.headline!]) expect(texts.join("\n")).toContain(part);
  for (const text of texts) expect(text.trim()).not.toBe("");
});

test.each(chatKinds)("%s: a body of another shape is shown as far as it can be read", (kind) => {
  const odd = { text: 7, blocks: [null, { type: "section" }], embeds: "x", components: [{}], title: null, message: [] };
  const preview = channelKinds[kind]!.preview!;
  for (const body of [{}, odd])
    expect([typeof words(preview.push(body)), Array.isArray(preview.parts(body))]).toEqual(["string", true]);
});
