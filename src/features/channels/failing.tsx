import type { FailingChannel } from "../../core/channel-failure.ts";
import { chatOf } from "../messages/page/words.ts";
import { language, t } from "../../ui/words/text.ts";
import { T } from "../../ui/words/translated.tsx";
import { ButtonLink } from "../../ui/parts/form.tsx";
import { Icon } from "../../ui/parts/icon.tsx";
import { Name } from "../../ui/parts/name.tsx";
import { displayedName } from "../../ui/words/name.ts";
import { Time } from "../../ui/parts/time.tsx";
import { operatorWords } from "../../kinds/operator-words/words.ts";

type Failing = Pick<FailingChannel, "failingSince" | "failure">;

/** Why messages do not arrive, in the destination's own words, with the remedy. */
export const FailureWords = ({ failingSince, failure }: Failing) => (
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
        <T of="Last error: “{reason}”." reason={<bdi class="nm">{displayedName(failure.reason)}</bdi>} />{" "}
        {operatorWords[language()].fixes[failure.fix]}
      </>
    )}
  </>
);

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

/** Says why messages wait: which chat, and its answer. */
export const waitingWords = ([first, ...rest]: FailingChannel[]): string => {
  if (first === undefined || first.failure === null) return "";
  const { reason, refusals } = first.failure;
  const more = rest.length;
  const values = { chat: chatOf(first.kind), reason: displayedName(reason), more: String(more) };
  const text =
    refusals > 0
      ? t(more === 0 ? "{chat} rejects them: {reason}" : "{chat} rejects them: {reason}, and {more} more", values)
      : t(more === 0 ? "{chat} unreachable: {reason}" : "{chat} unreachable: {reason}, and {more} more", values);
  return ` (${text})`;
};
