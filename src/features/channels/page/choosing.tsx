import type { Listed } from "../../../channels/kind.ts";
import type { AnyChannelKind } from "../../../channels/registry.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Button, Field, Form } from "../../../ui/parts/form.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { Note } from "../../../ui/parts/pieces.tsx";
import { CHANNELS } from "./place.ts";
import { labelOf, settingControls } from "./settings-of.ts";
import { marked, t } from "../../../ui/words/text.ts";

interface ChoosingProps {
  kind: AnyChannelKind;
  chooses: string;
  listed: Listed;
  sealed: string;
  visit: PageContext;
}

/** The channels of a bot as choices, or a field for the id if they are not known. */
export function Choosing({ kind, chooses, listed, sealed, visit: { fields, ports } }: ChoosingProps) {
  const pointer = `/settings/${chooses}`;
  const control = settingControls(kind, ports.keep.limits.addresses).get(pointer)!;
  const choices = "choices" in listed ? listed.choices : [];
  const words = namesById(choices);
  return (
    <section class="card pad flow">
      <h1>{t("Choose a channel")}</h1>
      {"refused" in listed ? (
        <Note tone="hand">
          <p>{t("{problem}. Enter the channel's ID instead.", { problem: t(listed.refused) })}</p>
        </Note>
      ) : choices.length === 0 ? (
        <Note tone="hand">
          <p>
            {t(
              kind.listing?.none ??
                marked("The bot is in no channel yet. Invite it to one, or enter the channel's ID."),
            )}
          </p>
        </Note>
      ) : null}
      <Form action={`${CHANNELS}/of/${kind.kind}`} class="flow">
        <input type="hidden" name="sealed" value={sealed} />
        <input type="hidden" name="/name" value={fields.text("/name")} />
        <input type="hidden" name="/language" value={fields.text("/language")} />
        <input type="hidden" name="gets" value={fields.text("gets")} />
        <input type="hidden" name="from" value={fields.text("from")} />
        {choices.length === 0 ? null : (
          <Field
            pointer={pointer}
            label={t(labelOf(kind, pointer))}
            control={{ ...control, sort: "choice", choices: choices.map(({ id }) => id), about: "" }}
            value={fields.text(pointer)}
            words={words}
            hint={
              "more" in listed && listed.more ? t("There are more channels: enter the ID of one that is missing.") : ""
            }
          />
        )}
        <Field
          pointer="own"
          label={choices.length === 0 ? t("Channel ID") : t("Or its ID")}
          control={{ ...control, optional: true }}
          value={choices.length === 0 ? fields.text(pointer) : ""}
        />
        <p class="line">
          <Button look="main">{t("Add")}</Button>
          <a href={CHANNELS}>{t("Cancel")}</a>
        </p>
      </Form>
    </section>
  );
}
