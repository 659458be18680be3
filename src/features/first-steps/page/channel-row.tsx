import { channelKinds } from "../../../channels/registry.ts";
import type { StepChannel } from "../first-steps.ts";
import type { Tested } from "../../channels/test-channel.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { pathOf } from "./steps.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const HERE = pathOf("channel");

/** The name of a kind of channel. */
const kindWords = (kind: string): string => channelKinds[kind]?.title ?? kind;

/** A channel with its alerts and the result of a test. */
export const ChannelRow = ({ one, tested }: { one: StepChannel; tested: Tested | undefined }) => (
  <li class="told-on">
    <div>
      <b class="cut">
        <Name of={one.name} />
      </b>
      <p class="soft small">
        {t(kindWords(one.kind))} ·{" "}
        {!one.enabled ? t("off") : one.alerted ? t("notified when anyone starts or ends a stream") : t("no alerts yet")}
      </p>
      {tested === undefined ? null : (
        <p class={tested.ok ? "ok" : "warn"} role="status">
          {displayedName(tested.detail)}{" "}
          {tested.ok
            ? t("It took {n} ms.", { n: String(tested.durationMs) })
            : t("Paste a new address, or check that the channel still exists.")}
        </p>
      )}
    </div>
    <Allowed scope="write">
      {one.enabled && !one.alerted ? <Act action={`${HERE}/${one.id}/alert`}>{t("Send alerts here")}</Act> : null}
      <Act action={`${HERE}/${one.id}/test`} busy={t("Sending…")}>
        <T
          of="Send a test<sr> to {name}</sr>"
          name={displayedName(one.name)}
          sr={(text) => <span class="sr">{text}</span>}
        />
      </Act>
    </Allowed>
  </li>
);
