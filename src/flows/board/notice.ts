import type { BoardContent } from "../../core/board.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Message, Notice, Phrase } from "../../core/notice.ts";
import { boardWords } from "./words/words.ts";

/** A board as its message is written. */
export interface ShownBoard {
  name: string;
  channelId: string;
  content: BoardContent | null;
  /** The tick that looked last, epoch ms. */
  shownAt: number;
}

/** The message of a board at `at` (epoch ms); null for one that is kept no more. It pings nobody. */
export function boardMessage(board: ShownBoard | null, deliveryId: string, at: number, language: Language): Message {
  const notice = board?.content == null ? overOf(language) : noticeOf(board, board.content, language);
  return { language, items: [{ event: shownEvent(deliveryId, at), notice }], mentions: [] };
}

function noticeOf({ name, shownAt }: ShownBoard, content: BoardContent, language: Language): Notice {
  const words = boardWords[language];
  const { onAir, more, atLeast, blindSince } = content;
  const count = onAir.length + more;
  const state =
    blindSince !== null ? words.blind : count === 0 ? words.nobody : words.onAir(`${count}${atLeast ? "+" : ""}`);
  const rest = more === 0 ? [] : ["\n", atLeast ? words.moreThan(more) : words.more(more)];
  const body: Phrase[] = [
    ...(blindSince === null ? [] : [...words.blindSince(clock(blindSince)), "\n"]),
    ...onAir.flatMap((one, place): Phrase[] => [
      ...(place === 0 ? [] : ["\n"]),
      one.url === null ? { strong: one.name } : { link: one.name, url: one.url },
      " · ",
      ...words.since(clock(one.startedAt)),
      ...(one.title === null ? [] : [` · ${one.title.replaceAll(/\s+/g, " ")}`]),
    ]),
    ...rest,
    ...(onAir.length === 0 && blindSince === null ? [] : ["\n"]),
    ...words.checked({ at: shownAt, style: "relative" }),
  ];
  const tone = blindSince !== null ? "warning" : count === 0 ? "over" : "live";
  return { ...BARE, tone, title: `${name} · ${state}`, body };
}

const clock = (at: number): Phrase => ({ at, style: "time" });

const BARE = {
  url: null,
  subject: "",
  fields: [],
  line: [],
  among: null,
  links: [],
  footer: null,
} satisfies Partial<Notice>;

const overOf = (language: Language): Notice => ({ ...BARE, tone: "over", title: boardWords[language].over, body: [] });

/** A board stands for no event; what the contract of messages asks for says so. */
const shownEvent = (deliveryId: string, at: number): Event => ({
  id: deliveryId,
  type: "board.shown",
  targetId: null,
  watchlistId: null,
  target: null,
  occurredAt: at,
  detectedAt: at,
  window: { from: at, to: at },
  data: {},
  follows: null,
});
