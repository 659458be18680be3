import type { AccountView } from "../../../engine/upstream/shape.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { CallDefinition } from "../../service/connect/example-address.ts";
import { Button, Field } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { NAMES, type Typed } from "./typed.ts";
import { hostOf } from "./steps.ts";
import { listed } from "../../../core/language.ts";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** A request as text, with "…" in place of the creator. A doubled slash would look like a mistake. */
function requestedWords({ method, path, query, body }: CallDefinition): string {
  const dots = (text: string) => text.replaceAll(/\{\w+\}/g, "…");
  const names = Object.entries(query)
    .filter(([, value]) => /\{\w+\}/.test(value))
    .map(([name, value]) => `${name}=${dots(value)}`);
  const requested = `${dots(path).replaceAll(/\/{2,}/g, "/")}${names.length === 0 ? "" : `?${names.join("&")}`}`;
  const call = requested.length > 90 ? `${requested.slice(0, 90).toWellFormed()}…` : requested;
  const sent = method === "POST" ? Object.keys(body) : [];
  return sent.length === 0 ? call : t("{call}, with {fields} in the body", { call, fields: listed(language(), sent) });
}

interface AccountProps extends Pick<Props, "keys" | "errors" | "waits"> {
  field: ReturnType<typeof fieldsOf>;
}

interface Props {
  typed: Typed;
  view: AccountView;
  /** Names of the headers and query parameters that hold a key. */
  keys: string[];
  errors: FieldError[];
  /** The current request. */
  asked: CallDefinition;
  /** Whether to open its details. */
  open: boolean;
  /** True if it has been tested before. */
  again: boolean;
  /** Whether testing is the main action. */
  main: boolean;
  /** Whether the password is in the encrypted field. */
  waits: boolean;
}

/** Common properties of the fields. */
const fieldsOf =
  ({ typed, errors }: Pick<Props, "typed" | "errors">) =>
  (name: keyof Typed & keyof typeof NAMES) => ({ pointer: NAMES[name], value: String(typed[name]), errors });

const Account = ({ field, keys, errors, waits }: AccountProps) => (
  <div class="form3">
    <Field
      {...field("base")}
      label={t("Address")}
      placeholder="https://svc.example.com"
      hint={t("Paste the service's address, an example address of its live check, or a curl command.")}
    />
    <Field {...field("username")} label={t("User name")} hint={t("Leave empty if the service has none.")} />
    <Field
      pointer={NAMES.password}
      label={t("Password or key")}
      errors={errors}
      type="password"
      placeholder={waits ? t("unchanged") : ""}
      hint={
        !waits
          ? t("Stored encrypted and never shown again.")
          : keys.length === 0
            ? t("Leave empty to use the one you typed.")
            : t("Leave empty to use the key in {name}.", { name: listed(language(), keys) })
      }
    />
  </div>
);

/** The address of the service, the request, and two creators for the test. */
export const ServiceFields = ({ typed, view, keys, errors, asked, open, again, main, waits }: Props) => {
  const field = fieldsOf({ typed, errors });
  return (
    <>
      {view.source === "environment" ? (
        <p class="soft">
          <T
            of="The address {host} and the account are set on the server that runs Tallylight. You can change the live check here."
            host={<b>{hostOf(view.baseUrl ?? "")}</b>}
          />
        </p>
      ) : (
        <Account field={field} keys={keys} errors={errors} waits={waits} />
      )}
      <details open={open}>
        <summary class="small">
          <Icon name="right" small />
          <span>
            <T of="The live check calls {call} · change" call={<bdi class="mono">{requestedWords(asked)}</bdi>} />
          </span>
        </summary>
        <div class="flow inset">
          <Field
            {...field("check")}
            label={t("Example address of the live check")}
            placeholder="https://svc.example.com/api/live?uid=7012"
            hint={t(
              "Paste the whole address from your provider's documentation. We find the part that names the creator.",
            )}
          />
          <Field
            {...field("body")}
            label={t("Request body, if the documentation shows one")}
            lines={2}
            placeholder={'{"uid": "7012"}'}
            hint={t("Usually empty.")}
          />
          <Field
            {...field("resolve")}
            label={t("Example address of the name lookup (optional)")}
            placeholder="https://svc.example.com/api/user?name=maria"
            hint={t("Lets you add creators by @handle. Without it, use user IDs.")}
          />
        </div>
      </details>
      <div class="form3 even">
        <Field {...field("live")} label={t("Someone who is live right now")} placeholder="@maria" hint="" />
        <Field {...field("off")} label={t("Someone who is offline")} placeholder="@lenawinter" hint="" />
        <p class="go">
          <Button look={main ? "main" : "plain"} icon="again" busy={t("Testing…")}>
            {again ? t("Test again") : t("Test connection")}
          </Button>
        </p>
      </div>
    </>
  );
};
