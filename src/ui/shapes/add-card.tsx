import type { Child } from "hono/jsx";
import { Button, Form } from "../parts/form.tsx";
import { t } from "../words/text.ts";

interface AddCardProps {
  action: string;
  title: string;
  /** The id of its heading. */
  id?: string;
  /** The label of its button. */
  label?: string;
  class?: string;
  /** Content below the form. */
  below?: Child;
  children?: Child;
}

/** A card below a list, with the form for a new record. */
export const AddCard = ({
  action,
  title,
  id = "add",
  label,
  class: look = "card pad flow",
  below,
  children,
}: AddCardProps) => (
  <section class={look} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <Form action={action} class="flow">
      {children}
      <p class="line">
        <Button look="main">{label ?? t("Add")}</Button>
      </p>
    </Form>
    {below}
  </section>
);
