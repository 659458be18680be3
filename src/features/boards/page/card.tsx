import type { FieldError } from "../../../core/refusal.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { Allowed, Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Choices, type Chosen } from "./choices.tsx";
import { Delete } from "../../../ui/parts/act.tsx";
import { meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

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
  const displayedAt = one["shownAt"] as number;
  const value = (pointer: string) =>
    mistake === null ? ((one[pointer.slice(1)] as string | null) ?? "") : fields.text(pointer);
  return (
    <section class="card pad flow top" aria-labelledby={`of-${one.id}`}>
      <h2 id={`of-${one.id}`}>
        <Name of={name} />
      </h2>
      <p class="soft">
        <T
          of={list === undefined ? "Everyone who is live, in {channel}." : "{list} who is live, in {channel}."}
          list={<Name of={list?.name ?? ""} />}
          channel={<Name of={where?.name ?? t("a deleted channel")} />}
        />{" "}
        {displayedAt === 0 ? (
          t("It appears within a minute.")
        ) : (
          <T of="Last checked {when}." when={<Time at={displayedAt} />} />
        )}
      </p>
      {where?.enabled === false ? (
        <p>
          <Pill tone="hand" icon="hand">
            {t("channel is off")}
          </Pill>
        </p>
      ) : null}
      <Allowed scope="write">
        {open ? (
          <Form action={`${BOARDS}/${one.id}`} class="flow">
            <Choices of={of} at={one.id} value={value} errors={mistake?.errors ?? []} />
            <p class="line">
              <Button look="main">{t("Save")}</Button>
              <ButtonLink href={BOARDS} look="bare">
                {t("Cancel")}
              </ButtonLink>
            </p>
          </Form>
        ) : (
          <p class="line">
            <ButtonLink href={`${BOARDS}?change=${one.id}#of-${one.id}`}>{meant("button", "Change")}</ButtonLink>
          </p>
        )}
        <Delete action={`${BOARDS}/${one.id}/delete`}>
          {t("Its message stays and says that it is no longer updated.")}
        </Delete>
      </Allowed>
    </section>
  );
}
