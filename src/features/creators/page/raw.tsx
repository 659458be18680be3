import type { Json, JsonObject } from "../../../core/json.ts";
import { seenOf } from "../resource/seen.ts";
import type { Target } from "../resource/form.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { cut } from "../../../core/text.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { spelledOut } from "../../../ui/parts/name.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The result of a call made just now. */
export interface ProbeOutcome {
  request: { method: string; url: string };
  status: number | null;
  durationMs: number;
  body: Json;
}

/** The maximum length of a response that is shown. */
const MAX_DISPLAYED = 20_000;

const jsonText = (value: Json): string => spelledOut(cut(JSON.stringify(value, null, 2), MAX_DISPLAYED));

const jsonLine = (value: Json): string => spelledOut(cut(JSON.stringify(value), MAX_DISPLAYED));

/** Returns the first call that a poll of a target makes, as a probe takes it. */
export function callOf({ id, kind: name, params, settings, announceInitial }: Target, at: number) {
  const kind = targetKinds[name]!;
  const asking = { targetId: id, params, settings, announceInitial, at, lastOkAt: null };
  const { value } = kind.read({ ...asking, before: () => null }).next();
  if (!("operation" in value)) throw new Error(`a poll of ${name} asks nothing`);
  const provided = Object.entries(value.values).filter(([, one]) => one !== undefined);
  return { operation: value.operation, params: Object.fromEntries(provided) as JsonObject };
}

interface RawProps {
  one: Target;
  /** The page of the target. */
  at: string;
  asked: ProbeOutcome | null;
}

/** The raw response of the service, and the stored state. */
export const Raw = ({ one, at, asked }: RawProps) => (
  <section class="card pad" id="raw">
    <Fold title={t("For developers")} open={asked !== null}>
      <div class="flow">
        {asked === null ? null : (
          <>
            <p class="small">
              <code class="any">
                {asked.request.method} {asked.request.url}
              </code>
              <br />
              {asked.status === null
                ? t("No answer.")
                : t("Status {status} in {n} ms.", { status: String(asked.status), n: String(asked.durationMs) })}
            </p>
            <pre class="raw" dir="ltr" tabindex={0} role="region" aria-label={t("The answer")}>
              {jsonText(asked.body)}
            </pre>
          </>
        )}
        <Allowed scope="write">
          <Act action={`${at}/ask`} icon="again" busy={t("Fetching…")}>
            {t("Fetch the raw answer")}
          </Act>
        </Allowed>
        <p class="small">
          {t("Watched at the service")}: <code class="any">{jsonLine(one.params)}</code>
        </p>
        <h3 class="small strong">{t("Stored state")}</h3>
        <pre class="raw" dir="ltr" tabindex={0} role="region" aria-label={t("Stored state")}>
          {jsonText((seenOf(one, one.state).snapshot as Json) ?? null)}
        </pre>
        <p class="xs soft">
          <T of="ID in the API: {id}" id={<code class="any">{one.id}</code>} />
        </p>
      </div>
    </Fold>
  </section>
);
