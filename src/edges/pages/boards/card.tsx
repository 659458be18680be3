import type { FieldError } from "../../../core/refusal.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import type { Fields } from "../forms/fields.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Pill } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { Choices, type Chosen } from "./choices.tsx";
import { Delete } from "../parts/act.tsx";

/** Path of the boards. */
export const BOARDS = "/boards";

/** Rejected input: of a board by its id, of a new one by "". */
export interface Mistake {
  of: string;
  errors: FieldError[];
}

/** A board and its actions. */
export function BoardCard({
  one,
  of,
  open,
  mistake,
  fields,
}: {
  one: AnyStored;
  of: Chosen;
  /** Whether its form is shown. Only one is at a time, because each lists all channels and watchlists. */
  open: boolean;
  mistake: Mistake | null;
  fields: Fields;
}) {
  const where = of.channels.find(({ id }) => id === one["channelId"]);
  const list = of.lists.find(({ id }) => id === one["watchlistId"]);
  const name = one["name"] as string;
  const shownAt = one["shownAt"] as number;
  const value = (pointer: string) =>
    mistake === null ? ((one[pointer.slice(1)] as string | null) ?? "") : fields.text(pointer);
  return (
    <section class="card pad flow top" aria-labelledby={`of-${one.id}`}>
      <h2 id={`of-${one.id}`}>
        <Name of={name} />
      </h2>
      <p class="soft">
        {list === undefined ? "Everyone" : <Name of={list.name} />} who is live, in{" "}
        <Name of={where?.name ?? "a deleted channel"} />.{" "}
        {shownAt === 0 ? (
          "It appears within a minute."
        ) : (
          <>
            Last checked <Time at={shownAt} />.
          </>
        )}
      </p>
      {where?.enabled === false ? (
        <p>
          <Pill tone="hand" icon="hand">
            channel is off
          </Pill>
        </p>
      ) : null}
      <Allowed scope="write">
        {open ? (
          <Form action={`${BOARDS}/${one.id}`} class="flow">
            <Choices of={of} at={one.id} value={value} errors={mistake?.errors ?? []} />
            <p class="line">
              <Button look="main">Save</Button>
              <ButtonLink href={BOARDS} look="bare">
                Cancel
              </ButtonLink>
            </p>
          </Form>
        ) : (
          <p class="line">
            <ButtonLink href={`${BOARDS}?change=${one.id}#of-${one.id}`}>Change</ButtonLink>
          </p>
        )}
        <Delete action={`${BOARDS}/${one.id}/delete`}>Its message stays and says that it is no longer updated.</Delete>
      </Allowed>
    </section>
  );
}
