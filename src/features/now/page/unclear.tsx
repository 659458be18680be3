import type { Child } from "hono/jsx";
import type { Fault } from "../../../core/fault.ts";
import type { Watched } from "../now-reading.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const FAULTS: Record<Fault["kind"], string> = {
  throttled: marked("The service asked us to slow down"),
  unreachable: marked("The service isn't responding"),
  refused: marked("The service refused the request"),
  gone: marked("The service doesn't know this name or ID"),
  malformed: marked("We can't read the service's answer"),
  unreadable: marked("We can't read a number in the answer any more"),
  bug: marked("Tallylight failed to process the answer"),
};

/** One target that needs attention: what is wrong (a marked text with its `{name}`), and what to do. */
const Fix = ({ one: { id, name }, is, children }: { one: Watched; is: string; children?: Child }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut">
      <T
        of={is}
        name={
          <a href={`/creators/${id}`}>
            <Name of={name} />
          </a>
        }
      />
    </h3>
    <p>{children}</p>
    <LookAgain id={id} name={name} />
  </li>
);

const Since = ({ problem, at }: { problem: string; at: number }) => (
  <T of="{problem}, since {when}." problem={problem} when={<Time at={at} />} />
);

/** A target whose checks succeed without a verdict, or are not made. */
export function Unclear({ one }: { one: Watched }) {
  const problem = t(one.fault === null ? marked("Checks don't show whether they are live") : FAULTS[one.fault.kind]);
  return (
    <Fix one={one} is={marked("{name} has no clear status")}>
      {one.unknownSince === null ? t("{problem}.", { problem }) : <Since problem={problem} at={one.unknownSince} />}
    </Fix>
  );
}

/** A target whose checks fail. */
export function Failing({ one }: { one: Watched }) {
  const problem = t(one.fault === null ? marked("The last checks failed") : FAULTS[one.fault.kind]);
  return (
    <Fix one={one} is={marked("{name} can't be checked")}>
      {one.lastOkAt === null ? (
        t("{problem}, and none has worked so far.", { problem })
      ) : (
        <Since problem={problem} at={one.lastOkAt} />
      )}
    </Fix>
  );
}

const LookAgain = ({ id, name }: { id: string; name: string }) => (
  <Allowed scope="write">
    <div class="acts">
      <Act action={`/now/${id}/check`} icon="again" busy={t("Checking…")}>
        <T of="Check again<sr> {name}</sr>" name={displayedName(name)} sr={(text) => <span class="sr">{text}</span>} />
      </Act>
      <Act action={`/creators/${id}/pause`} look="bare">
        <T of="Pause<sr> {name}</sr>" name={displayedName(name)} sr={(text) => <span class="sr">{text}</span>} />
      </Act>
    </div>
  </Allowed>
);
