import type { Fault } from "../../../core/fault.ts";
import type { Watched } from "../../../flows/browse/now-reading.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";

const FAULTS: Record<Fault["kind"], string> = {
  throttled: "The service asks to wait",
  unreachable: "The service gives no answer",
  refused: "The service refuses to say",
  gone: "The service knows nobody of that name or id",
  malformed: "The service's answer is not understood",
  bug: "Tallylight stumbles over the answer",
};

/** Somebody whose checks are answered and don't say whether they are live, or are not made. */
export const Unclear = ({ one: { id, name, fault, unknownSince } }: { one: Watched }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut">
      <a href={`/creators/${id}`}>
        <Name of={name} />
      </a>{" "}
      is unknown
    </h3>
    <p>
      {fault === null ? "The checks don't say whether they are live" : FAULTS[fault.kind]}
      {unknownSince === null ? (
        "."
      ) : (
        <>
          , since <Time at={unknownSince} />.
        </>
      )}
    </p>
    <LookAgain id={id} name={name} />
  </li>
);

const LookAgain = ({ id, name }: { id: string; name: string }) => (
  <Allowed scope="write">
    <div class="acts">
      <Form action={`/now/${id}/check`}>
        <Button icon="again" busy="Looking …">
          Look again<span class="sr"> at {shownName(name)}</span>
        </Button>
      </Form>
      <Form action={`/creators/${id}/pause`}>
        <Button look="bare">
          Pause<span class="sr"> {shownName(name)}</span>
        </Button>
      </Form>
    </div>
  </Allowed>
);

export const Failing = ({ one: { id, name, fault, lastOkAt } }: { one: Watched }) => (
  <li class="fix">
    <Icon name="hand" />
    <h3 class="cut">
      <a href={`/creators/${id}`}>
        <Name of={name} />
      </a>{" "}
      can't be read
    </h3>
    <p>
      {fault === null ? "The last checks failed" : FAULTS[fault.kind]}
      {lastOkAt === null ? (
        ", and never gave a good answer."
      ) : (
        <>
          , since <Time at={lastOkAt} />.
        </>
      )}
    </p>
    <LookAgain id={id} name={name} />
  </li>
);
