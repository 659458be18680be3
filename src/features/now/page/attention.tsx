import { channelKinds } from "../../../channels/registry.ts";
import type { Alike } from "../alike.ts";
import { secretsOf } from "../../../ui/words/channel-kind.ts";
import { once } from "../../../core/language.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { Now } from "../now.ts";
import type { LostChannel } from "../now-reading.ts";
import { formOfKind, kindNames } from "../../channels/resource/form.ts";
import type { Limits } from "../../../resources/limits.ts";
import { AlikeCard } from "./alike.tsx";
import { FailingCard } from "../../channels/failing.tsx";
import { controlsOf } from "../../../ui/forms/controls.ts";
import { CALLS_SETTING } from "../../../ui/parts/calls.tsx";
import { Allowed, Button, ButtonLink, Field, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Fold, Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import type { Worded } from "../../../ui/service-words.ts";
import { chatOf, reasonWords } from "../../messages/page/words.ts";
import { budgetWords } from "./service.tsx";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Problems of their own; a trouble that affects most targets is reported once instead. */
const ownProblems = ({ alike }: Now, troubles: Worded[]): Alike[] => {
  const blind = troubles.some((one) => one.blind);
  const unclear = blind || troubles.some(({ reason }) => reason === "upstream_unknown");
  return alike.filter(({ failing, fault }) => (failing ? !blind || !ofService(fault) : !unclear));
};

/** True if it is the service's fault, which the page reports for all. */
const ofService = (fault: Alike["fault"]): boolean =>
  fault === null || fault.kind === "unreachable" || fault.kind === "throttled" || fault.kind === "refused";

/** Returns how many things need attention: a problem that many have in common is one. */
export const countAttention = (now: Now, troubles: Worded[]): number =>
  ownProblems(now, troubles).length +
  now.lost.length +
  now.unreached.length +
  troubles.length +
  Number(isDisconnected(now));

/** True if those whose service was disconnected are checked by no other. */
const isDisconnected = ({ pulse: { rests } }: Now): boolean => rests.length > 0;

/** A rejected form on the page: what was typed, and its errors. */
export interface Mistake {
  /** Which form: a channel's id, or the form for the first creator. */
  of: string;
  typed: string;
  errors: FieldError[];
}

interface Props {
  now: Now;
  troubles: Worded[];
  perMinute: number;
  limits: Limits;
  mistake: Mistake | null;
}

/** Everything that needs attention, each with its remedy. */
export function NeedsAttention({ now, troubles, perMinute, limits, mistake }: Props) {
  const count = countAttention(now, troubles);
  if (count === 0) return <></>;
  return (
    <section class="card" id="hand" aria-labelledby="needs">
      <div class="cap">
        <h2 id="needs">{t("Needs attention")}</h2>
        <Pill tone="hand">{count}</Pill>
      </div>
      <ul class="rows">
        {troubles.map((one) => (
          <Problem one={one} words={one.reason === "budget_exceeded" ? budgetWords(now.pulse, perMinute) : one.means} />
        ))}
        {isDisconnected(now) ? <Disconnected /> : null}
        {now.lost
          .filter(({ kind }) => kindNames.includes(kind))
          .map((one) => (
            <Lost one={one} limits={limits} mistake={mistake?.of === one.id ? mistake : null} />
          ))}
        {now.unreached.map((one) => (
          <FailingCard one={one} />
        ))}
        {ownProblems(now, troubles).map((one) => (
          <AlikeCard of={one} more={now.moreTroubled} />
        ))}
      </ul>
    </section>
  );
}

/** The pages that resolve a trouble, for the troubles that a page can resolve. */
const WAYS: Partial<Record<Worded["reason"], [path: string, label: string]>> = {
  not_connected: ["/first-steps/service", marked("Connect the service")],
  upstream_unauthorized: ["/first-steps/service", marked("Update the password")],
  upstream_key_expired: ["/first-steps/service", marked("Check the service")],
  upstream_failing: ["/first-steps/service", marked("Check the service")],
  upstream_drifted: ["/first-steps/service", marked("Choose what means live")],
  budget_exceeded: [CALLS_SETTING, marked("Change calls per minute")],
  upstream_throttled: [CALLS_SETTING, marked("Change calls per minute")],
  account_key_lost: ["/first-steps/service", marked("Enter the account")],
  channel_key_lost: ["/channels", marked("Enter the address")],
};

const Problem = ({ one: { reason, headline, since, mend }, words }: { one: Worded; words: string }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3>{t(headline)}</h3>
    <p>
      {t(words)}
      {since === null ? null : (
        <>
          {" "}
          <T of="Since {when}." when={<Time at={since} />} />
        </>
      )}
    </p>
    <p>{t(mend)}</p>
    {WAYS[reason] === undefined ? null : (
      <Allowed scope="write">
        <div class="acts">
          <ButtonLink href={WAYS[reason][0]}>{t(WAYS[reason][1])}</ButtonLink>
          {reason === "budget_exceeded" ? (
            <ButtonLink href="/creators" look="bare">
              {t("Choose who to check less often")}
            </ButtonLink>
          ) : null}
        </div>
      </Allowed>
    )}
  </li>
);

const Disconnected = () => (
  <li class="fix">
    <Icon name="hand" />
    <h3>{t("Your creators aren't checked")}</h3>
    <p>{t("Your service is disconnected, and the demo's doesn't know them.")}</p>
    <Allowed scope="admin">
      <div class="acts">
        <ButtonLink href="/first-steps/service">{t("Connect your service")}</ButtonLink>
      </div>
    </Allowed>
  </li>
);

/** Returns the name of the field with a kind's secret: an address, or a bot's token. */
const secretOf = (kind: string): string => secretsOf(channelKinds[kind]!)[0]!;

/**
 * Returns the control for a channel's new address or token, by kind. Which addresses are allowed does not affect the
 * control, so it is cached by kind alone.
 */
export const secretControls = (kind: string, limits: Limits) =>
  once(`new address of ${kind}`, () => controlsOf(formOfKind(kind, limits.addresses), [secretOf(kind)]));

interface LostProps {
  one: LostChannel;
  limits: Limits;
  mistake: Mistake | null;
}

function Lost({ one: { id, kind, name, reason }, limits, mistake }: LostProps) {
  const pointer = secretOf(kind);
  const isAddress = pointer === "/settings/url";
  return (
    <li class="fix">
      <Icon name="hand" />
      <h3 class="cut2">
        <T of="{name} gets no messages" name={<Name of={name} />} />
      </h3>
      <p>
        <T
          of="{reason}. No messages go there until this is fixed."
          reason={<bdi class="nm">{reasonWords(reason, chatOf(kind)).said}</bdi>}
        />
      </p>
      <Allowed scope="write">
        <Fold
          title={
            <T
              of={isAddress ? "Paste a new address<sr> for {name}</sr>" : "Paste a new token<sr> for {name}</sr>"}
              name={displayedName(name)}
              sr={(text) => <span class="sr">{text}</span>}
            />
          }
          open={mistake !== null}
        >
          <Form action={`/channels/${id}/revive`} class="flow">
            <Field
              pointer={pointer}
              id={`new-${id}`}
              label={isAddress ? t("New address") : t("New token")}
              control={secretControls(kind, limits).get(pointer)!}
              type={isAddress ? "url" : "password"}
              hint={t("Never shown again.")}
              value={mistake?.typed ?? ""}
              errors={mistake?.errors ?? []}
            />
            <Button>{t("Save and resume")}</Button>
          </Form>
        </Fold>
      </Allowed>
    </li>
  );
}
