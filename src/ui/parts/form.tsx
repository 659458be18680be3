import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { escapeToBuffer } from "hono/utils/html";
import type { FieldError } from "../../core/refusal.ts";
import { reaches } from "../../http/auth.ts";
import type { Scope } from "../../features/people/resource/scopes.ts";
import { plainControl, type Control } from "../forms/controls.ts";
import { FORM_KEY, ONCE_KEY } from "../forms/fields.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "../icons.ts";
import { useScene } from "./scene.ts";
import { errorWords } from "../words/problem.ts";
import { t } from "../words/text.ts";

/** Renders its children for a session that has `scope`, or exactly the scope `only`. */
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
  /** The path to which the script sends the fields to update parts of the page. */
  "data-parts"?: string;
  /** For a form with a file. */
  enctype?: "multipart/form-data";
  children?: Child;
}

/** A form that posts to a page of the app, with the field that proves its origin. */
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
  /** The label while the request is under way. */
  busy?: string;
  name?: string;
  value?: string;
  /** The address it sends the form to instead of the form's own. */
  formaction?: string;
  /** Set if a script may replace the returned parts instead of the whole page. */
  "data-draws"?: "1";
}

const lookOf = (look: Look = "plain"): string => (look === "plain" ? "btn" : `btn ${look}`);

/** Submits its form. */
export const Button = ({ children, look, icon, busy, ...more }: ButtonProps) => (
  <button type="submit" class={lookOf(look)} {...(busy === undefined ? {} : { "data-busy": busy })} {...more}>
    {icon === undefined ? null : <Icon name={icon} small />}
    {children}
  </button>
);

/** A link that looks like a button. */
export const ButtonLink = ({ href, look, icon, children }: ButtonProps & { href: string }) => (
  <a class={lookOf(look)} href={href}>
    {icon === undefined ? null : <Icon name={icon} small />}
    {children}
  </a>
);

interface FieldProps {
  /** The JSON Pointer into the stored record, which is its name in the form. */
  pointer: string;
  /** The id, on a page with two fields of the same pointer. */
  id?: string;
  label: string;
  /** A text field by default. */
  control?: Control;
  value?: string;
  /** Replaces the schema's description; "" for none. */
  hint?: string;
  /** The errors of the whole form; those of this pointer are shown below the field. */
  errors?: FieldError[];
  /** The words of a choice, by value. */
  words?: Record<string, string>;
  type?: "text" | "password" | "url" | "time";
  placeholder?: string;
  lines?: number;
}

const idOf = (pointer: string): string => `f${pointer.replaceAll(/[^\w]+/g, "-")}`;

/** Returns the errors of a field and of anything inside it. */
const errorsAt = (pointer: string, errors: FieldError[]): FieldError[] =>
  errors.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** One field with its label, hint and errors. */
export function Field({ pointer, id = idOf(pointer), label, value, hint, errors = [], ...props }: FieldProps) {
  const { control = plainControl(), ...more } = props;
  const invalid = errorsAt(pointer, errors);
  const about = hint ?? t(control.about);
  const described = [...(invalid.length > 0 ? [`${id}-bad`] : []), ...(about === "" ? [] : [`${id}-hint`])].join(" ");
  const common = {
    id,
    name: pointer,
    ...(described === "" ? {} : { "aria-describedby": described }),
    // The first one is scrolled to and read out when the page opens.
    ...(invalid.length > 0 ? { "aria-invalid": "true" as const, autofocus: true } : {}),
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
      {invalid.length === 0 ? null : (
        <p class="bad" id={`${id}-bad`}>
          <Icon name="hand" small />
          {errorWords(invalid)}
        </p>
      )}
    </div>
  );
}

/** The number of visible lines for name and value pairs. */
const PAIRS_DISPLAYED = 2;

/** A time of day is typed: browsers show their own field for times in 12 or 24 hours, as the device is set. */
const TIME = { inputmode: "numeric", maxlength: 8, placeholder: "00:00", autocomplete: "off" } as const;

type InputProps = Pick<FieldProps, "words" | "type" | "placeholder" | "lines"> & {
  control: Control;
  now: string;
  common: Record<string, string | boolean>;
};

interface OptionsProps {
  /** The value and the words of each choice. */
  of: Iterable<readonly [value: string, words: string]>;
  chosen: string | null;
}

/** Renders the choices as one string: there can be hundreds, and elements cost ten times as much. */
export function Options({ of, chosen }: OptionsProps) {
  const text: [string] = [""];
  for (const [value, words] of of) {
    text[0] += '<option value="';
    escapeToBuffer(value, text);
    text[0] += value === chosen ? '" selected="">' : '">';
    escapeToBuffer(words, text);
    text[0] += "</option>";
  }
  return raw(text[0]);
}

function Input({ control, now, common, words, type, placeholder, lines }: InputProps) {
  const hinted = placeholder === undefined ? {} : { placeholder };
  if (control.sort === "choice")
    return (
      <select class="in" {...common}>
        <Options of={control.choices.map((choice) => [choice, words?.[choice] ?? choice])} chosen={now} />
      </select>
    );
  const many = lines ?? (control.sort === "pairs" ? PAIRS_DISPLAYED : undefined);
  if (many !== undefined)
    return (
      <textarea class="in" rows={many} {...hinted} {...common}>
        {now}
      </textarea>
    );
  const mode = control.sort === "number" ? { inputmode: "decimal" as const } : {};
  if (type === "time") return <input class="in" value={now} {...TIME} {...common} />;
  return <input class="in" type={type ?? "text"} value={now} {...mode} {...hinted} {...common} />;
}

/** The errors of a form as a whole, and of fields that it does not show. */
export function Wrongs({ errors, shown }: { errors: FieldError[]; shown: string[] }) {
  const rest = errors.filter((one) => !shown.some((pointer) => errorsAt(pointer, [one]).length > 0));
  if (rest.length === 0) return <></>;
  return (
    <div class="note hand" role="alert" tabindex={-1} autofocus>
      <Icon name="hand" />
      <p>{errorWords(rest)}</p>
    </div>
  );
}
