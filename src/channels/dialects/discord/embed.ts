import type { MessageItem, Notice } from "../../../core/notice.ts";
import { cut } from "../../../core/text.ts";
import { lines, summary } from "../../grouping.ts";
import { safeLink } from "../../link.ts";
import { fitted, inert, written, writtenLine, shownLine } from "../../phrases.ts";
import { toneColors } from "../../tone-colors.ts";
import { markdown } from "./markdown.ts";

const MOST_TOTAL = 6000;

/** One notice as an embed: at most 6000 characters, the fields giving way to the text. */
export function embedOf(notice: Notice) {
  const title = titleOf(notice);
  const url = notice.url === null ? null : safeLink(notice.url);
  const description = written(notice.body, markdown, 4096);
  const footer = fitted(shownLine(notice.footer ?? ""), 300, inert);
  const fields = fieldsOf(notice, MOST_TOTAL - title.length - description.length - footer.length);
  return {
    title,
    ...(url === null ? {} : { url }),
    ...(description === "" ? {} : { description }),
    color: toneColors[notice.tone],
    ...(fields.length === 0 ? {} : { fields }),
    ...(footer === "" ? {} : { footer: { text: footer } }),
  };
}

/** Many notices as one embed: a line each. */
export function listEmbed(items: MessageItem[]) {
  const [first, ...others] = items.map(({ notice }) => notice.tone);
  const tone = first !== undefined && others.every((other) => other === first) ? first : "news";
  return { title: summary(items), description: lines(items, markdown, 4000).join("\n"), color: toneColors[tone] };
}

export const titleOf = ({ title }: Notice): string => fitted(shownLine(title) || "Update", 256, markdown.text);

function fieldsOf(notice: Notice, room: number) {
  const fields: { name: string; value: string; inline: boolean }[] = [];
  for (const { label, value } of notice.fields.slice(0, 25)) {
    const name = fitted(shownLine(label) || "–", 256, markdown.text);
    const field = { name, value: writtenLine(value, markdown, 1024) || "–", inline: true };
    room -= field.name.length + field.value.length;
    if (room < 0) break;
    fields.push(field);
  }
  return fields;
}

/** Link buttons, which a plain webhook may send too. */
export function buttonsOf({ links }: Notice) {
  const buttons = links.slice(0, 5).flatMap(({ label, url }) => {
    const safe = safeLink(url);
    return safe === null || safe.length > 512
      ? []
      : [{ type: 2, style: 5, label: cut(shownLine(label) || "Open", 80), url: safe }];
  });
  return buttons.length === 0 ? [] : [{ type: 1, components: buttons }];
}
