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
  const sent = Object.keys(body).length === 0 ? "" : `, with ${Object.keys(body).join(" and ")} in the body`;
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
          ? "The service's address, or an example address of its live check. Leave all three empty to use the demo service."
          : "The service's address, or an example address of its live check."
      }
    />
    <Field pointer={NAMES.username} label="User name" control={TEXT} value={typed.username} errors={errors} hint="" />
    <Field
      pointer={NAMES.password}
      label="Password"
      control={TEXT}
      errors={errors}
      type="password"
      placeholder={waits ? "unchanged" : ""}
      hint={waits ? "Leave empty to use the one you typed." : "Stored encrypted and never shown again."}
    />
  </div>
);

/** Where the service is, how it is asked, and two people to ask for. */
export const ServiceFields = ({ typed, view, errors, asked, open, again, main, waits }: Props) => (
  <>
    {view.source === "environment" ? (
      <p class="soft">
        The address <b>{hostOf(view.baseUrl ?? "")}</b> and the account are set on the server that runs Tallylight. You
        can change the live check here.
      </p>
    ) : (
      <Account typed={typed} view={view} errors={errors} waits={waits} />
    )}
    <details open={open}>
      <summary class="small">
        <Icon name="right" small />
        <span>
          The live check calls <bdi class="mono">{askedWords(asked)}</bdi> · change
        </span>
      </summary>
      <div class="flow inset">
        <Field
          pointer={NAMES.check}
          label="Example address of the live check"
          control={TEXT}
          value={typed.check}
          errors={errors}
          placeholder="https://svc.example.com/api/live?uid=7012"
          hint="Paste the whole address from your provider's documentation. We find the part that names the creator."
        />
        <Field
          pointer={NAMES.body}
          label="Request body, if the documentation shows one"
          control={TEXT}
          value={typed.body}
          errors={errors}
          lines={2}
          placeholder={'{"uid": "7012"}'}
          hint="Usually empty."
        />
        <Field
          pointer={NAMES.resolve}
          label="Example address of the name lookup (optional)"
          control={TEXT}
          value={typed.resolve}
          errors={errors}
          placeholder="https://svc.example.com/api/user?name=maria"
          hint="Lets you add creators by @handle. Without it, use user IDs."
        />
      </div>
    </details>
    <div class="form3 even">
      <Field
        pointer={NAMES.live}
        label="Someone who is live right now"
        control={TEXT}
        value={typed.live}
        errors={errors}
        placeholder="@maria"
        hint=""
      />
      <Field
        pointer={NAMES.off}
        label="Someone who is offline"
        control={TEXT}
        value={typed.off}
        errors={errors}
        placeholder="@lenawinter"
        hint=""
      />
      <p class="go">
        <Button look={main ? "main" : "plain"} icon="again" busy="Testing…">
          {again ? "Test again" : "Test connection"}
        </Button>
      </p>
    </div>
  </>
);
