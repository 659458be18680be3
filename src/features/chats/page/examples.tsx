import { channelKinds } from "../../../channels/registry.ts";
import type { JsonObject } from "../../../core/json.ts";
import { Message } from "../../../ui/parts/message.tsx";
import { language, marked, t } from "../../../ui/words/text.ts";
import { boardNotice } from "../../boards/message/notice.ts";
import { answering, type Answer } from "../answers.ts";
import type { ChatDeps } from "../deps.ts";
import { messageOf } from "../doors/door.ts";
import type { ChatKind } from "../resource/chat.ts";
import { typed } from "../running.ts";
import { SERVICES } from "./services.ts";

/** The kind of channel that looks as answers in a chat do. */
const LOOKS: Record<ChatKind, string> = { discord: "discord-bot", slack: "slack-bot", telegram: "telegram" };

const MINUTE_MS = 60_000;

/** Where the examples are asked. */
const CHANNEL = "#team";

interface Example {
  question: string;
  /** The command behind `/tally`. */
  asked: string;
  answer: (now: number) => Answer;
}

const EXAMPLES: Example[] = [
  {
    question: marked("Who is live?"),
    asked: "live",
    answer(now) {
      const { words, language: spoken } = answering(language());
      const content = {
        onAir: [
          { name: "Maria", title: null, url: null, startedAt: now - 106 * MINUTE_MS },
          { name: "Kenji", title: null, url: null, startedAt: now - 17 * MINUTE_MS },
        ],
        more: 0,
        atLeast: false,
        unknown: 0,
        unchecked: false,
        blindSince: null,
      };
      const notice = boardNotice({ name: words.live, shownAt: now }, content, spoken);
      return { language: spoken, notice, buttons: [{ label: words.again, id: "live:0" }] };
    },
  },
  {
    question: marked("Watch Lena, too"),
    asked: "watch @lena",
    answer() {
      const { words, answer } = answering(language());
      const buttons = [{ label: words.undo, id: "unwatch" }];
      return answer(words.watching("Lena"), [words.announcedIn("#live")], { buttons });
    },
  },
  {
    question: marked("How does Maria rank?"),
    asked: "rank @maria",
    answer() {
      const { words, answer } = answering(language());
      const week = words.week({ chart: "▁▂▂▃▅▅█", from: 9, to: 4 });
      const fields = [{ label: t("This week"), value: [words.placed(4, 3), "\n", week] }];
      return answer(words.rankOf("Maria"), [], { fields });
    },
  },
];

/** The body of an answer, rendered as it would be sent. */
function bodyOf(kind: ChatKind, answer: Answer, now: number, bases: ChatDeps["bases"]): JsonObject {
  const look = channelKinds[LOOKS[kind]]!;
  const sending = { deliveryId: "dlv_0", message: messageOf(answer, now), at: now, edit: null, plain: false, bases };
  return JSON.parse(look.render({ ...sending, settings: look.example.settings }).body) as JsonObject;
}

interface ExamplesProps {
  kind: ChatKind;
  now: number;
  bases: ChatDeps["bases"];
}

/** What people can ask, and the answers as a chat shows them. */
export const Examples = ({ kind, now, bases }: ExamplesProps) => {
  const preview = channelKinds[LOOKS[kind]]!.preview!;
  return (
    <ul class="asked">
      {EXAMPLES.map(({ question, asked, answer }) => (
        <li class="flow">
          <p>
            <b>{t(question)}</b>
            <br />
            <code class="mono">{typed(kind, asked)}</code>
          </p>
          <Message
            preview={preview}
            body={bodyOf(kind, answer(now), now, bases)}
            channel={CHANNEL}
            about={SERVICES[kind].title}
            when=""
          />
        </li>
      ))}
    </ul>
  );
};
