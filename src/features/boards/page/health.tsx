import type { AlertChannel } from "../../alerts/alerts.ts";
import { chatOf, reasonWords } from "../../messages/page/words.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { BoardHealth } from "../displayed.ts";

/** How a board is doing, in a word and with the way out. */
export function Health({ of: health, channel }: { of: BoardHealth; channel: AlertChannel | undefined }) {
  const chat = chatOf(channel?.kind ?? "");
  if (health.is === "updated")
    return (
      <p>
        <Pill tone="good" icon="well">
          <T of="updated {when}" when={<Time at={health.at} />} />
        </Pill>
      </p>
    );
  if (health.is === "behind")
    return (
      <p>
        <Pill icon="clock">
          <T of="posted {when}" when={<Time at={health.at} />} />
        </Pill>{" "}
        <span class="soft">{t("Next update within a minute.")}</span>
      </p>
    );
  if (health.is === "soon")
    return (
      <p>
        <Pill icon="clock">{t("not posted yet")}</Pill> <span class="soft">{t("It appears within a minute.")}</span>
      </p>
    );
  if (health.is === "off")
    return (
      <p class="warn line">
        <Icon name="hand" small />
        <span>{t("The channel is off, so the message stays as it is.")}</span>
        <Allowed scope="write">
          <ButtonLink href={`/channels#${channel?.id ?? ""}`}>{t("Open channel")}</ButtonLink>
        </Allowed>
      </p>
    );
  const { said, todo } = reasonWords(health.error, chat);
  return (
    <div class="warn line">
      <Icon name="hand" small />
      <span>
        {t("{sentence}.", { sentence: said })} {todo ?? ""}{" "}
        {health.is === "refused"
          ? t("The board tries again every 15 minutes, and as soon as you change the channel.")
          : ""}
      </span>
      <Allowed scope="write">
        <ButtonLink href={`/channels#${channel?.id ?? ""}`}>{t("Fix the channel")}</ButtonLink>
      </Allowed>
      <ButtonLink href={`/messages/${health.deliveryId}`} look="bare">
        {t("Details")}
      </ButtonLink>
    </div>
  );
}
