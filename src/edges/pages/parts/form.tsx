import type { Child } from "hono/jsx";
import type { FieldError } from "../../../core/refusal.ts";
import { reaches } from "../../http/auth.ts";
import type { Scope } from "../../../resources/tokens/scopes.ts";
import { plainControl, type Control } from "../forms/controls.ts";
import { FORM_KEY, ONCE_KEY } from "../forms/fields.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "../icons.ts";
import { Options } from "./options.tsx";
import { useScene } from "./scene.ts";

/** What it holds is there for those alone whose scope reaches so far; `only`: and no farther. */
export function Allowed({ scope, only, children }: { scope?: Scope; only?: Scope; children?: Child }) {
  const { session } = useScene();
  if (session === null) return <></>;
  const { actor } = session;
  const fits = only === undefined ? reaches(actor, scope ?? "read") : actor.scope === only;
  return fits ? <>{children}</> : <></>;
}

interface FormProps {
  action: string;
  class?: string;
  /** Where its script sends what it holds, to have parts of the page drawn anew. */
  "data-parts"?: string;
  children?: Child;
}

/** A form that sends to a page of ours, with what proves that ours sent it. */
export function Form({ action, children, ...more }: FormProps) {
  const { session, nonce } = useScene();
  return (
    <form method="post" action={action} {...more}>
      {session === null ? null : (
        <>
          <input type="hidden" name={FORM_KEY} value={session.formKey} />
          <input type="hidden" name={ONCE_KEY} value={nonce} />
        </>
      )}
      {children}
    </form>
  );
}

type Look = "main" | "plain" | "bare";

interface ButtonProps {
  children?: Child;
  look?: Look;
  icon?: IconName;
  /** What it says while it is under way. */
  busy?: string;
  name?: string;
  value?: string;
  /** Where it sends the form to, in place of the form's own. */
  formaction?: string;
  /** True where a script may put the parts that come back in their places, in the place of the whole page. */
  "data-draws"?: "1";
}

const lookOf = (look: Look = "plain"): string => (look === "plain" ? "btn" : `btn ${look}`);

/** Sends the form that it stands in. */
export const Button = ({ children, look, icon, busy, ...more }: ButtonProps) => (
  <button type="submit" class={lookOf(look)} {...(busy === undefined ? {} : { "data-busy": busy })} {...more}>
    {icon === undefined ? null : <Icon name={icon} small />}
    {children}
  </button>
);

/** Leads to another page, and looks like a button. */
export const ButtonLink = ({ href, look, icon, children }: ButtonProps & { href: string }) => (
  <a class={lookOf(look)} href={href}>
    {icon === undefined ? null : <Icon name={icon} small />}
    {children}
  </a>
);

interface FieldProps {
  /** Its JSON Pointer in what is kept; its name in the form. */
  pointer: string;
  /** Where a page has two of the same pointer. */
  id?: string;
  label: string;
  /** A text where no schema describes it. */
  control?: Control;
  value?: string;
  /** In place of what its schema says; "" for nothing. */
  hint?: string;
  /** What is wrong, over the whole form: those of this pointer stand below it. */
  errors?: FieldError[];
  /** The words of a choice, by value. */
  words?: Record<string, string>;
  type?: "text" | "password" | "url" | "time";
  placeholder?: string;
  lines?: number;
}

const idOf = (pointer: string): string => `f${pointer.replaceAll(/[^\w]+/g, "-")}`;

/** What is wrong with a field, and with what is in it. */
const errorsAt = (pointer: string, errors: FieldError[]): FieldError[] =>
  errors.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** One field with its label above, its hint below, and what is wrong with it. */
export function Field({ pointer, id = idOf(pointer), label, value, hint, errors = [], ...props }: FieldProps) {
  const { control = plainControl(), ...more } = props;
  const wrong = errorsAt(pointer, errors);
  const about = hint ?? control.about;
  const described = [...(wrong.length > 0 ? [`${id}-bad`] : []), ...(about === "" ? [] : [`${id}-hint`])].join(" ");
  const common = {
    id,
    name: pointer,
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(wrong.length > 0 ? { "aria-invalid": "true" as const } : {}),
  };
  const now = value ?? control.fallback;
  return (
    <div class="field">
      {control.sort === "switch" ? (
        <label class="switch" for={id}>
          <input type="checkbox" role="switch" value="true" checked={now === "true"} {...common} />
          {label}
        </label>
      ) : (
        <>
          <label for={id}>{label}</label>
          <Input control={control} now={now} common={common} {...more} />
        </>
      )}
      {about === "" ? null : (
        <p class="hint" id={`${id}-hint`}>
          {about}
        </p>
      )}
      {wrong.length === 0 ? null : (
        <p class="bad" id={`${id}-bad`}>
          <Icon name="hand" small />
          {wrong.map(({ message }) => message).join("; ")}
        </p>
      )}
    </div>
  );
}

/** Names with their values, a line each: so many lines are seen. */
const PAIRS_SHOWN = 2;

type InputProps = Pick<FieldProps, "words" | "type" | "placeholder" | "lines"> & {
  control: Control;
  now: string;
  common: Record<string, string>;
};

function Input({ control, now, common, words, type, placeholder, lines }: InputProps) {
  const hinted = placeholder === undefined ? {} : { placeholder };
  if (control.sort === "choice")
    return (
      <select class="in" {...common}>
        <Options of={control.choices.map((choice) => [choice, words?.[choice] ?? choice])} chosen={now} />
      </select>
    );
  const many = lines ?? (control.sort === "pairs" ? PAIRS_SHOWN : undefined);
  if (many !== undefined)
    return (
      <textarea class="in" rows={many} {...hinted} {...common}>
        {now}
      </textarea>
    );
  const mode = control.sort === "number" ? { inputmode: "numeric" as const } : {};
  return <input class="in" type={type ?? "text"} value={now} {...mode} {...hinted} {...common} />;
}

/** What is wrong with a form as a whole, and with fields that it does not show. */
export function Wrongs({ errors, shown }: { errors: FieldError[]; shown: string[] }) {
  const others = errors.filter((one) => !shown.some((pointer) => errorsAt(pointer, [one]).length > 0));
  if (others.length === 0) return <></>;
  return (
    <div class="note hand" role="alert">
      <Icon name="hand" />
      <p>{others.map(({ message }) => message).join("; ")}</p>
    </div>
  );
}
