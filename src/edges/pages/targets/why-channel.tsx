import type { Branch, Way } from "../../../flows/queries/why.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { Step } from "./why-step.tsx";
import { Because, isBroken, isThere } from "./why-words.tsx";
import { lateWords } from "../words/time.ts";
import { Act } from "../parts/act.tsx";

/** Whether a channel was notified, and if not, the remedy. */
export const ChannelStep = ({ branch: { channel, way }, at }: { branch: Branch; at: string }) => {
  const name = <Name of={channel.name} />;
  if (isThere(way))
    return (
      <Step state="good" title={way.way === "told" ? <>{name} was notified</> : <>{name} would be notified</>}>
        {way.way === "told" && way.at !== null ? (
          <>
            <Time at={way.at} />, {lateWords(way.late)}
          </>
        ) : undefined}
      </Step>
    );
  return (
    <Step
      state={isBroken(way) ? "stop" : "wait"}
      title={
        <>
          {name} {way.way === "none" || way.way === "left-out" ? "was skipped" : "was not notified"}
        </>
      }
      mend={<MendChannel way={way} channel={channel} at={at} />}
    >
      <Because way={way} />
    </Step>
  );
};

const MendChannel = ({ way, channel, at }: { way: Way; channel: Branch["channel"]; at: string }) => {
  if (!channel.enabled && (way.way === "failed" || way.way === "left-out"))
    return <ButtonLink href={`/channels#${channel.id}`}>Fix the channel</ButtonLink>;
  if (way.way === "failed")
    return (
      <Allowed scope="write">
        <Act action={`${at}/send-again`} fields={{ message: way.id }} icon="again" busy="Sending…">
          Send again
        </Act>
      </Allowed>
    );
  return <></>;
};
