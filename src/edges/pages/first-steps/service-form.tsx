import type { FieldError } from "../../../core/refusal.ts";
import type { Asked } from "../../../flows/manage/connect/example-address.ts";
import type { AccountView } from "../../../flows/manage/service.ts";
import { plainControl } from "../forms/controls.ts";
import { Button, Field } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { NAMES, type Typed } from "./typed.ts";
import { hostOf } from "./steps.ts";

const TEXT = plainControl();

/** How a service is asked, as people may read it: the part that is a creator stands as "…". */
function askedWords({ method, path, query, body }: Asked): string {
  const dots = (text: string) => text.replaceAll(/\{\w+\}/g, "…");
  const names = Object.entries(query)
    .filter(([, value]) => /\{\w+\}/.test(value))
    .map(([name, value]) => `${name}=${dots(value)}`);
  const sent = Object.keys(body).length === 0 ? "" : `, ${Object.keys(body).join(" and ")} sent along`;
  const asked = `${dots(path)}${names.length === 0 ? "" : `?${names.join("&")}`}`;
  return `${asked.length > 90 ? `${asked.slice(0, 90).toWellFormed()}…` : asked}${method === "POST" ? sent : ""}`;
}

interface Props {
  typed: Typed;
  view: AccountView;
  errors: FieldError[];
  /** How it is asked now. */
  asked: Asked;
  /** Whether that is to be looked at. */
  open: boolean;
  /** True where it was asked already. */
  again: boolean;
  /** Whether asking it is what is to be done next. */
  main: boolean;
  /** Whether the password waits. */
  waits: boolean;
}

const Account = ({ typed, view, errors, waits }: Pick<Props, "typed" | "view" | "errors" | "waits">) => (
  <div class="form3">
    <Field
      pointer={NAMES.base}
      label="Address"
      control={TEXT}
      value={typed.base}
      errors={errors}
      placeholder="https://svc.example.com"
      hint={
        view.source === "default"
          ? "Where the service answers, or an example address of its live check. All three empty: the demo's own."
          : "Where the service answers, or an example address of its live check."
      }
    />
    <Field pointer={NAMES.username} label="Account" control={TEXT} value={typed.username} errors={errors} hint="" />
    <Field
      pointer={NAMES.password}
      label="Password"
      control={TEXT}
      errors={errors}
      type="password"
      placeholder={waits ? "as you typed it" : ""}
      hint={waits ? "Empty: as you typed it." : "Kept encrypted, never shown again."}
    />
  </div>
);

/** Where the service is, how it is asked, and two people to ask for. */
export const ServiceFields = ({ typed, view, errors, asked, open, again, main, waits }: Props) => (
  <>
    {view.source === "environment" ? (
      <p class="soft">
        The address, <b>{hostOf(view.baseUrl ?? "")}</b>, and the account are set on the machine that Tallylight runs
        on. What it asks can be set here.
      </p>
    ) : (
      <Account typed={typed} view={view} errors={errors} waits={waits} />
    )}
    <details open={open}>
      <summary class="small">
        <Icon name="right" small />
        <span>
          It asks “is this creator live?” at <bdi class="mono">{askedWords(asked)}</bdi> · change
        </span>
      </summary>
      <div class="flow inset">
        <Field
          pointer={NAMES.check}
          label="An example of the live check"
          control={TEXT}
          value={typed.check}
          errors={errors}
          placeholder="https://svc.example.com/api/live?uid=7012"
          hint="Paste the whole address, as your provider's documentation shows it. Which part is the creator is found by itself."
        />
        <Field
          pointer={NAMES.body}
          label="What is sent along, if the documentation shows something"
          control={TEXT}
          value={typed.body}
          errors={errors}
          lines={2}
          placeholder={'{"uid": "7012"}'}
          hint="Usually empty."
        />
        <Field
          pointer={NAMES.resolve}
          label="An example of how it finds somebody by name, if it can"
          control={TEXT}
          value={typed.resolve}
          errors={errors}
          placeholder="https://svc.example.com/api/user?name=maria"
          hint="Then you can write @names. Without it, user ids do."
        />
      </div>
    </details>
    <div class="form3 even">
      <Field
        pointer={NAMES.live}
        label="Somebody who is live right now"
        control={TEXT}
        value={typed.live}
        errors={errors}
        placeholder="@maria"
        hint=""
      />
      <Field
        pointer={NAMES.off}
        label="And somebody who is not"
        control={TEXT}
        value={typed.off}
        errors={errors}
        placeholder="@lenawinter"
        hint=""
      />
      <p class="go">
        <Button look={main ? "main" : "plain"} icon="again" busy="Calling …">
          {again ? "Call it again" : "Call it"}
        </Button>
      </p>
    </div>
  </>
);
