import type { Child } from "hono/jsx";
import type { IconName } from "../icons.ts";
import { t } from "../words/text.ts";
import { Button, Form } from "./form.tsx";

interface ActProps {
  action: string;
  /** Additional fields, by name. */
  fields?: Record<string, string>;
  look?: "main" | "plain" | "bare";
  icon?: IconName;
  /** The label while the request is under way. */
  busy?: string;
  children?: Child;
}

const Hidden = ({ fields = {} }: { fields?: Record<string, string> | undefined }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

/** A button that is a form of its own. */
export const Act = ({ action, fields, children, ...button }: ActProps) => (
  <Form action={action}>
    <Hidden fields={fields} />
    <Button {...button}>{children}</Button>
  </Form>
);

interface DeleteProps {
  action: string;
  fields?: Record<string, string>;
  /** The text that opens it: "Delete…". */
  summary?: string;
  /** The consequence, in a sentence. */
  children?: Child;
  /** The label of its button. */
  label?: string;
  class?: string;
}

/** Asks for confirmation before something is deleted. */
export const Delete = ({ action, fields, summary, children, label, ...more }: DeleteProps) => (
  <details {...more}>
    <summary>{summary ?? t("Delete…")}</summary>
    <Form action={action} {...(children === undefined ? {} : { class: "flow" })}>
      <Hidden fields={fields} />
      {children === undefined ? null : <p>{children}</p>}
      <Button>{label ?? t("Delete")}</Button>
    </Form>
  </details>
);
