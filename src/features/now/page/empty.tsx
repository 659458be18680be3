import { Allowed, Button, ButtonLink, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import type { Control } from "../../../ui/forms/controls.ts";
import type { Mistake } from "./attention.tsx";
import { marked, t } from "../../../ui/words/text.ts";

/** The name of the field in the form for the first creator. */
export const WHO = "/who";

const CONTROL: Control = {
  sort: "text",
  choices: [],
  optional: false,
  fallback: "",
  about: marked("An @handle, a profile link or a user ID."),
};

/** Shown while nobody is watched: the first steps, with a form for the first creator. */
export const Empty = ({ mistake }: { mistake: Mistake | null }) => (
  <div class="void">
    <div>
      <h1>{t("You're not watching anyone yet")}</h1>
      <p class="soft">
        {t("Three steps, two minutes: connect your data service, choose where alerts go, and add creators.")}
      </p>
      <p class="line begin">
        <ButtonLink href="/first-steps" look="main" icon="star">
          {t("First steps")}
        </ButtonLink>
      </p>
    </div>
    <Allowed scope="write">
      <section class="card">
        <Form action="/creators/first">
          <p class="soft">
            {t("Or add a creator right away. You'll see here whether they are live, even before the rest is set up.")}
          </p>
          <Wrongs errors={mistake?.errors ?? []} shown={[WHO]} />
          <Field
            pointer={WHO}
            label={t("Creator")}
            control={CONTROL}
            hint={t(CONTROL.about)}
            placeholder="@maria"
            value={mistake?.typed ?? ""}
            errors={mistake?.errors ?? []}
          />
          <p>
            <Button icon="plus" busy={t("Adding…")}>
              {t("Add")}
            </Button>
          </p>
        </Form>
      </section>
    </Allowed>
  </div>
);
