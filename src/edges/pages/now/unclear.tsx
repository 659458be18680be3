import type { Child } from "hono/jsx";
import type { Fault } from "../../../core/fault.ts";
import type { Watched } from "../../../flows/queries/now-reading.ts";
import { Allowed } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Time } from "../parts/time.tsx";
import { Act } from "../parts/act.tsx";

const FAULTS: Record<Fault["kind"], string> = {
  throttled: "The service asked us to slow down",
  unreachable: "The service isn't responding",
  refused: "The service refused the request",
  gone: "The service doesn't know this name or ID",
  malformed: "We can't read the service's answer",
  bug: "Tallylight failed to process the answer",
};

/** One target that needs attention: what is wrong, and what to do. */
const Fix = ({ one: { id, name }, is, children }: { one: Watched; is: string; children?: Child }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut">
      <a href={`/creators/${id}`}>
        <Name of={name} />
      </a>{" "}
      {is}
    </h3>
    <p>{children}</p>
    <LookAgain id={id} name={name} />
  </li>
);

const Since = ({ at }: { at: number }) => (
  <>
    , since <Time at={at} />.
  </>
);

/** A target whose checks succeed without a verdict, or are not made. */
export const Unclear = ({ one }: { one: Watched }) => (
  <Fix one={one} is="has no clear status">
    {one.fault === null ? "Checks don't show whether they are live" : FAULTS[one.fault.kind]}
    {one.unknownSince === null ? "." : <Since at={one.unknownSince} />}
  </Fix>
);

/** A target whose checks fail. */
export const Failing = ({ one }: { one: Watched }) => (
  <Fix one={one} is="can't be checked">
    {one.fault === null ? "The last checks failed" : FAULTS[one.fault.kind]}
    {one.lastOkAt === null ? ", and none has worked so far." : <Since at={one.lastOkAt} />}
  </Fix>
);

const LookAgain = ({ id, name }: { id: string; name: string }) => (
  <Allowed scope="write">
    <div class="acts">
      <Act action={`/now/${id}/check`} icon="again" busy="Checking…">
        Check again<span class="sr"> {shownName(name)}</span>
      </Act>
      <Act action={`/creators/${id}/pause`} look="bare">
        Pause<span class="sr"> {shownName(name)}</span>
      </Act>
    </div>
  </Allowed>
);
