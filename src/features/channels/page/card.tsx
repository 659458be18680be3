import type { FieldError } from "../../../core/refusal.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { Channel } from "../resource/form.ts";
import { EVERYONE_UNSUBSCRIBED, lacksRecipients } from "../resource/recipients.ts";
import { chatOf, reasonWords } from "../../messages/page/words.ts";
import { FailureWords } from "../failing.tsx";
import { ChannelFields } from "./fields.tsx";
import { Allowed, Button, ButtonLink, Field, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import type { Addresses } from "../../../core/public-url.ts";
import { CHANNELS } from "./place.ts";
import { requestedAs, labelOf, optionalControls, serverControls, WITH_SETTINGS } from "./settings-of.ts";
import { isUnused, type ChannelUse } from "../channel-use.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { meant, plural, t } from "../../../ui/words/text.ts";

/** Says what arrives, and never more than is known. */
const Arrives = ({ one, use }: { one: Channel; use: ChannelUse | undefined }) => (
  <>
    <p>
      {use?.arrivedAt == null ? (
        <Pill icon="clock">
          {one.failure === null ? t("No message yet") : t("Unknown: no message sent since the last change")}
        </Pill>
      ) : (
        <Pill tone="good" icon="well">
          <T of="A message arrived {when}" when={<Time at={use.arrivedAt} />} />
        </Pill>
      )}
    </p>
    {!isUnused(use) ? (
      <Users of={use?.users ?? null} />
    ) : (
      <p class="warn line">
        <Icon name="hand" small />
        <span>{t("Gets no alerts")}</span>
        <Allowed scope="write">
          <ButtonLink href={`/alerts/new?channel=${one.id}`}>{t("Add an alert")}</ButtonLink>
        </Allowed>
      </p>
    )}
  </>
);

/** What is sent to a channel: "2 alerts, 1 digest". */
const Users = ({ of }: { of: ChannelUse["users"] }) => {
  if (of === null) return <></>;
  const words = [
    of.alerts === 0 ? "" : plural(of.alerts, "{n} alert", "{n} alerts"),
    of.digests === 0 ? "" : plural(of.digests, "{n} digest", "{n} digests"),
    of.boards === 0 ? "" : plural(of.boards, "{n} board", "{n} boards"),
  ];
  return <p class="soft small">{words.filter((word) => word !== "").join(", ")}</p>;
};

const State = ({ one, use }: { one: Channel; use: ChannelUse | undefined }) => {
  if (one.enabled && one.failingSince === null) return <Arrives one={one} use={use} />;
  if (one.enabled)
    return (
      <>
        <p class="warn line">
          <Icon name="hand" small />
          <span>
            <FailureWords {...one} />
          </span>
        </p>
        <Users of={use?.users ?? null} />
      </>
    );
  if (one.disabledReason === null)
    return (
      <p>
        <Pill icon="pause">{t("Off: no messages are sent")}</Pill>
      </p>
    );
  if (one.disabledReason === EVERYONE_UNSUBSCRIBED)
    return (
      <p class="warn line">
        <Icon name="hand" small />
        <span>{t("Off: everyone unsubscribed. Enter a recipient to turn it on again.")}</span>
      </p>
    );
  return (
    <p class="warn line">
      <Icon name="hand" small />
      <span>
        {t("Turned off automatically: {reason}. Paste a new address, or turn it on again.", {
          reason: reasonWords(one.disabledReason, chatOf(one.kind)).said,
        })}
      </span>
    </p>
  );
};

/** The result of a test, in words. */
export interface TestWords {
  ok: boolean;
  words: string;
}

/** What is known of a channel, and what a test came to: alone if nothing else was sent there. */
const StateOrTest = ({ one, use, tested }: Pick<CardProps, "one" | "use" | "tested">) => (
  <>
    {tested?.ok === false && use?.arrivedAt == null && one.failure === null ? null : <State one={one} use={use} />}
    {tested === undefined ? null : (
      <Note tone={tested.ok ? "good" : "hand"} alert>
        <p>{tested.words}</p>
      </Note>
    )}
  </>
);

interface CardProps {
  one: Channel;
  /** What it is used for; undefined if that is not known. */
  use: ChannelUse | undefined;
  /** Addresses that channels may have. */
  addresses: Addresses;
  /** The result of the last test. */
  tested?: TestWords | undefined;
  /** Rejected input. */
  typed?: { values: Map<string, string>; errors: FieldError[] } | undefined;
}

/** A channel, its state and its actions. */
export function ChannelCard({ one, use, addresses, tested, typed }: CardProps) {
  const kind = channelKinds[one.kind];
  const settings = kind === undefined ? [] : [...optionalControls(kind, addresses)];
  const secrets = kind === undefined ? [] : [...serverControls(kind, addresses)];
  const settingAt = (pointer: string) => {
    const value = one.settings[pointer.slice("/settings/".length)] ?? "";
    return typeof value === "object" ? "" : String(value);
  };
  const [address] = Object.values(one.settings);
  const values =
    typed?.values ??
    new Map([
      ["/name", one.name],
      ["/language", one.language ?? ""],
    ]);
  const pastes = "url" in one.settings;
  return (
    <section class="card pad flow" id={one.id} aria-label={displayedName(one.name)}>
      <h2>
        <Name of={one.name} />
      </h2>
      <p class="soft small">
        {t(kind?.title ?? one.kind)}
        {typeof address === "string" && /[/@]/.test(address) ? `, ${displayedName(address)}` : ""}
      </p>
      <StateOrTest one={one} use={use} tested={tested} />
      <Allowed scope="write">
        <div class="line folds">
          <Act action={`${CHANNELS}/${one.id}/test`} busy={t("Sending…")}>
            {t("Send a test")}
          </Act>
          {lacksRecipients(one.kind, one.settings) ? null : (
            <Act action={`${CHANNELS}/${one.id}/${one.enabled ? "off" : "on"}`}>
              {one.enabled ? t("Turn off") : t("Turn on")}
            </Act>
          )}
          <details open={typed !== undefined || one.disabledReason !== null}>
            <summary>{meant("action", "Edit")}</summary>
            <Form action={`${CHANNELS}/${one.id}`} class="flow">
              <input type="hidden" name="revision" value={String(one.revision)} />
              <ChannelFields
                values={values}
                errors={typed?.errors ?? []}
                address={pastes ? t("New address (leave empty to keep the current one)") : t("New address")}
                at={`of-${one.id}`}
                shown={[...settings, ...secrets].map(([pointer]) => pointer)}
              />
              {secrets.map(([pointer, control]) => (
                <Field
                  pointer={pointer}
                  id={`of-${one.id}${pointer.replaceAll("/", "-")}`}
                  label={t(labelOf(kind!, pointer))}
                  control={{ ...control, optional: true }}
                  errors={typed?.errors ?? []}
                  hint={t("Enter it again if the address leads to another server. It is never shown.")}
                  type="password"
                />
              ))}
              {settings.length === 0 ? null : <input type="hidden" name={WITH_SETTINGS} value="1" />}
              {settings.map(([pointer, control]) => (
                <Field
                  pointer={pointer}
                  id={`of-${one.id}${pointer.replaceAll("/", "-")}`}
                  label={t(labelOf(kind!, pointer))}
                  control={control}
                  value={typed?.values.get(pointer) ?? settingAt(pointer)}
                  errors={typed?.errors ?? []}
                  {...requestedAs(kind!, pointer)}
                />
              ))}
              <p class="line">
                <Button>{t("Save")}</Button>
              </p>
            </Form>
          </details>
          <details>
            <summary>{t("Delete…")}</summary>
            <Form action={`${CHANNELS}/${one.id}/delete`} class="flow">
              <p>
                {t("What is sent here goes with it: alerts, digests and boards. You can undo this for ten minutes.")}
              </p>
              <p class="line">
                <Button>{t("Delete")}</Button>
              </p>
            </Form>
          </details>
        </div>
      </Allowed>
    </section>
  );
}
