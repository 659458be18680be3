import { HOUR_MS } from "../../../core/duration.ts";
import type { BoardContent } from "../../../core/delivery.ts";
import type { Language } from "../../../core/language.ts";
import type { AlertChannel } from "../../alerts/alerts.ts";
import type { TrialPorts } from "../../alerts/backtest.ts";
import { looksOf, type LookDeps } from "../../messages/preview-messages.ts";
import type { WallPorts } from "../../wall/wall.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Message } from "../../../ui/parts/message.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { language, t } from "../../../ui/words/text.ts";
import type { BoardRecord } from "../displayed.ts";
import { contentOf } from "../message/content.ts";
import { boardMessage } from "../message/notice.ts";

export type LookPorts = TrialPorts & WallPorts;

/** What drawing messages takes: no queries. */
interface Drawing extends LookDeps {
  now: number;
}

export const lookDeps = ({ ports, now }: PageContext<LookPorts>): Drawing => ({
  wallNow: () => now,
  bases: ports.trials.bases,
  now,
});

interface SaidProps {
  name: string;
  channel: AlertChannel;
  content: BoardContent;
  shownAt: number;
  deps: Drawing;
}

/** A board's message as its chat shows it. */
function Said({ name, channel, content, shownAt, deps }: SaidProps) {
  const spoken: Language = channel.language ?? language();
  const message = boardMessage({ name, channelId: channel.id, content, shownAt }, "dlv_0", shownAt, spoken);
  const [look] = looksOf(message, channel, deps);
  return look === undefined ? (
    <></>
  ) : (
    <Message preview={look.preview} body={look.body} channel={channel.name} about={t(look.preview.chat)} when="" />
  );
}

/** What the message of a board says; nothing before a tick has computed it, and in a deleted channel. */
export const BoardLook = ({
  one: { name, content, shownAt },
  channel,
  deps,
}: {
  one: BoardRecord;
  channel: AlertChannel | undefined;
  deps: Drawing;
}) => (content === null || channel === undefined ? <></> : <Said {...{ name, channel, content, shownAt, deps }} />);

/** Who of a list (null: of all) is live right now: two statements, about a hundred rows. */
export async function readNow(
  watchlistId: string | null,
  { ports, now }: PageContext<LookPorts>,
): Promise<BoardContent> {
  const { pulse, onAir, more, unknown } = await ports.wall.read(watchlistId, 0);
  const airing = onAir.map((one) => ({ ...one, watchlistId: "" }));
  return contentOf(null, { airing, more, unknown: unknown ?? pulse.load.unknown, pulse }, now);
}

const QUIET: BoardContent = { onAir: [], more: 0, atLeast: false, unknown: 0, unchecked: false, blindSince: null };

interface DraftProps {
  name: string;
  channel: AlertChannel;
  /** Who is live right now. */
  now: BoardContent;
  deps: Drawing;
}

/** How the message of a new board would look right now, while nobody is live, and where something is not known. */
export function DraftLook({ name, channel, now: content, deps }: DraftProps) {
  const { now } = deps;
  const someone = content.onAir[0]?.name ?? t("Someone");
  const base = { name, channel, shownAt: now, deps };
  const startedAt = now - HOUR_MS;
  const line = { name: someone, title: null, url: null, startedAt };
  return (
    <div id="look" class="flow">
      <p class="soft small">{t("Right now it would say:")}</p>
      <Said {...base} content={content} />
      {content.onAir.length === 0 ? (
        <Fold title={t("While someone is live")}>
          <Said {...base} content={{ ...QUIET, onAir: [line] }} />
        </Fold>
      ) : (
        <Fold title={t("While no one is live")}>
          <Said {...base} content={QUIET} />
        </Fold>
      )}
      <Fold title={t("When someone is unknown")}>
        <Said {...base} content={{ ...QUIET, onAir: [{ ...line, unknownSince: now - HOUR_MS / 4 }], unknown: 1 }} />
      </Fold>
    </div>
  );
}
