import type { Child } from "hono/jsx";
import type { IconName } from "../icons.ts";
import { Button, Form } from "./form.tsx";

interface ActProps {
  action: string;
  /** What is sent along, by name. */
  fields?: Record<string, string>;
  look?: "main" | "plain" | "bare";
  icon?: IconName;
  /** What it says while it is under way. */
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
  /** What opens it: "Delete…". */
  summary?: string;
  /** What comes of it, in a sentence. */
  children?: Child;
  /** What its button says. */
  label?: string;
  class?: string;
}

/** Asks once before something is taken away. */
export const Delete = ({ action, fields, summary = "Delete…", children, label = "Delete", ...more }: DeleteProps) => (
  <details {...more}>
    <summary>{summary}</summary>
    <Form action={action} {...(children === undefined ? {} : { class: "flow" })}>
      <Hidden fields={fields} />
      {children === undefined ? null : <p>{children}</p>}
      <Button>{label}</Button>
    </Form>
  </details>
);
