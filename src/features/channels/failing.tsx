import type { FailingChannel } from "../../core/channel-failure.ts";
import { chatOf, reasonWords } from "../messages/page/words.ts";
import { language, t } from "../../ui/words/text.ts";
import { T } from "../../ui/words/translated.tsx";
import { ButtonLink } from "../../ui/parts/form.tsx";
import { Icon } from "../../ui/parts/icon.tsx";
import { Name } from "../../ui/parts/name.tsx";
import { displayedName } from "../../ui/words/name.ts";
import { Time } from "../../ui/parts/time.tsx";
import { operatorWords } from "../../kinds/operator-words/words.ts";

type Failing = Pick<FailingChannel, "kind" | "failingSince" | "failure">;

/** Why messages do not arrive, with the remedy. What we have no words for is quoted. */
export const FailureWords = ({ kind, failingSince, failure }: Failing) => (
  <>
    {failingSince === null ? null : (
      <>
        {failure === null || failure.waiting === 0 ? (
          <T of="Messages have failed since {time}." time={<Time at={failingSince} />} />
        ) : (
          <T
            of="Messages have failed since {time}; {n} waiting."
            time={<Time at={failingSince} />}
            n={String(failure.waiting)}
          />
        )}{" "}
      </>
    )}
    {failure === null ? (
      t("Retrying automatically. Send a test to see why.")
    ) : (
      <>
        <Reason reason={failure.reason} kind={kind} /> {operatorWords[language()].fixes[failure.fix]}
      </>
    )}
  </>
);

/** The last error: as a sentence, or in the destination's own words. */
function Reason({ reason, kind }: { reason: string; kind: string }) {
  const { said } = reasonWords(reason, chatOf(kind));
  return said === displayedName(reason) ? (
    <T of="Last error: “{reason}”." reason={<bdi class="nm">{said}</bdi>} />
  ) : (
    <T of="{sentence}." sentence={said} />
  );
}

/** A failing channel, as a card in the list of what needs attention. */
export const FailingCard = ({ one }: { one: FailingChannel }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut2">
      <T of="Messages to {channel} aren't arriving" channel={<Name of={one.name} />} />
    </h3>
    <p>
      <FailureWords {...one} />
    </p>
    <div class="acts">
      <ButtonLink href={`/channels#${one.id}`}>
        <T
          of="Open channel<hidden> {channel}</hidden>"
          channel={displayedName(one.name)}
          hidden={(text) => <span class="sr">{text}</span>}
        />
      </ButtonLink>
    </div>
  </li>
);

/** Says for which channel messages wait, and why. */
export const waitingWords = ([first, ...rest]: FailingChannel[]): string => {
  if (first === undefined || first.failure === null) return "";
  const { said: reason } = reasonWords(first.failure.reason, chatOf(first.kind));
  const values = { channel: displayedName(first.name), reason, more: String(rest.length) };
  return ` (${t(rest.length === 0 ? "{channel}: {reason}" : "{channel}: {reason}, and {more} more", values)})`;
};
