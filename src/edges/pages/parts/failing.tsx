import type { FailingChannel } from "../../../flows/queries/now-reading.ts";
import { operatorWords } from "../../../targets/operator-words/words.ts";
import { chatOf } from "../words/messages.ts";
import { ButtonLink } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { Name } from "./name.tsx";
import { shownName } from "../words/name.ts";
import { Time } from "./time.tsx";

type Failing = Pick<FailingChannel, "failingSince" | "failure">;

/** Why messages do not arrive, in the destination's own words, with the remedy. */
export const FailureWords = ({ failingSince, failure }: Failing) => (
  <>
    {failingSince === null ? null : (
      <>
        Nothing has arrived since <Time at={failingSince} />
        {failure === null || failure.waiting === 0 ? ". " : `; ${failure.waiting} waiting. `}
      </>
    )}
    {failure === null ? (
      "Retrying automatically. Send a test to see why."
    ) : (
      <>
        The destination says: “<bdi class="nm">{shownName(failure.reason)}</bdi>”. {operatorWords.en.fixes[failure.fix]}
      </>
    )}
  </>
);

/** A failing channel, as a card in the list of what needs attention. */
export const FailingCard = ({ one }: { one: FailingChannel }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut">
      Messages to <Name of={one.name} /> aren't arriving
    </h3>
    <p>
      <FailureWords {...one} />
    </p>
    <div class="acts">
      <ButtonLink href={`/channels#${one.id}`}>
        Open channel<span class="sr"> {shownName(one.name)}</span>
      </ButtonLink>
    </div>
  </li>
);

/** Says why messages wait: which chat, and its answer. */
export const waitingWords = ([first, ...others]: FailingChannel[]): string => {
  if (first === undefined || first.failure === null) return "";
  const { reason, refusals } = first.failure;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return ` (${chatOf(first.kind)} ${refusals > 0 ? "rejects them" : "unreachable"}: ${shownName(reason)}${more})`;
};
