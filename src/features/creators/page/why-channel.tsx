import type { Branch, Way } from "../why.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Step } from "./why-step.tsx";
import { Because, isBroken, isThere } from "./why-words.tsx";
import { lateWords } from "../../../ui/words/time.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Whether a channel was notified, and if not, the remedy. */
export const ChannelStep = ({ branch: { channel, way }, at }: { branch: Branch; at: string }) => {
  const name = <Name of={channel.name} />;
  if (isThere(way))
    return (
      <Step
        state="good"
        title={<T of={way.way === "told" ? "{channel} was notified" : "{channel} would be notified"} channel={name} />}
      >
        {way.way === "told" && way.at !== null ? (
          <>
            <Time at={way.at} />, {lateWords(way.late)}
          </>
        ) : undefined}
      </Step>
    );
  const isSkipped = way.way === "none" || way.way === "left-out";
  return (
    <Step
      state={isBroken(way) ? "stop" : "wait"}
      title={<T of={isSkipped ? "{channel} was skipped" : "{channel} was not notified"} channel={name} />}
      mend={<MendChannel way={way} channel={channel} at={at} />}
    >
      <Because way={way} />
    </Step>
  );
};

const MendChannel = ({ way, channel, at }: { way: Way; channel: Branch["channel"]; at: string }) => {
  if (!channel.enabled && (way.way === "failed" || way.way === "left-out"))
    return <ButtonLink href={`/channels#${channel.id}`}>{t("Fix the channel")}</ButtonLink>;
  if (way.way === "failed")
    return (
      <Allowed scope="write">
        <Act action={`${at}/send-again`} fields={{ message: way.id }} icon="again" busy={t("Sending…")}>
          {t("Send again")}
        </Act>
      </Allowed>
    );
  return <></>;
};
