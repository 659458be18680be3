import type { Child } from "hono/jsx";
import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames } from "../../alerts/alerts.ts";
import { choiceOf, controlsOf, filled } from "../../../ui/forms/controls.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { board } from "../resource/board.ts";

/** Path of the boards. */
export const BOARDS = "/boards";

/** JSON Pointers of a board's fields. */
export const DISPLAYED = ["/name", "/channelId", "/watchlistId"];

/** The controls of a board's form. */
export const boardControls = lazy(() => controlsOf(board.form(), DISPLAYED));

/** The available choices. */
export type Chosen = Pick<AlertNames, "channels" | "lists">;

/** The fields of a board. */
export const Choices = ({ value, errors, of, at }: ChoicesProps) => {
  const field = filled({ value, errors, at, controls: boardControls() });
  const channels = namesById(of.channels);
  const lists = { "": t("Everyone"), ...namesById(of.lists) };
  return (
    <>
      <Wrongs errors={errors} shown={DISPLAYED} />
      <Field {...field("/name")} label={t("Headline")} placeholder={t("Live now")} hint="" />
      <Field {...field("/channelId")} label={t("Channel")} {...choiceOf(channels)} hint="" />
      <Field {...field("/watchlistId")} label={t("Shows")} {...choiceOf(lists)} hint="" />
    </>
  );
};

interface ChoicesProps {
  of: Chosen;
  /** Prefix of the ids of its fields. */
  at: string;
  value: (pointer: string) => string;
  errors: FieldError[];
}

/** The form of a new board beside its message. */
export const AddBoard = ({
  of,
  value,
  errors,
  look,
  open,
}: { of: Chosen; look: Child; open: boolean } & Pick<ChoicesProps, "value" | "errors">) => (
  <details class="card pad add" open={open}>
    <summary>
      <Icon name="plus" small />
      {t("Add a board")}
    </summary>
    <Form action={BOARDS} class="with-side" data-parts={`${BOARDS}/preview`}>
      <div class="flow">
        <Choices of={of} at="new" value={value} errors={errors} />
        <p class="line">
          <Button look="main">{t("Post the board")}</Button>
          <Button look="bare" formaction={`${BOARDS}/preview`} data-draws="1">
            {t("Preview")}
          </Button>
        </p>
      </div>
      {look}
    </Form>
  </details>
);
