import { Allowed, Button, ButtonLink, Field, Form, Wrongs } from "../parts/form.tsx";
import type { Control } from "../forms/controls.ts";
import type { Mistake } from "./hand.tsx";

/** The field of the form for the first creator. */
export const WHO = "/who";

const CONTROL: Control = {
  sort: "text",
  choices: [],
  optional: false,
  fallback: "",
  about: "A @name, a link to the profile, or a user id.",
};

/** Nobody is watched: what to do about it, in place. */
export const Empty = ({ mistake }: { mistake: Mistake | null }) => (
  <div class="void">
    <div>
      <h1>Nobody is watched yet</h1>
      <p class="soft">
        Three steps, two minutes: connect the service, say where you want to hear it and whom to watch.
      </p>
      <p class="line begin">
        <ButtonLink href="/first-steps" look="main" icon="star">
          First steps
        </ButtonLink>
      </p>
    </div>
    <Allowed scope="write">
      <section class="card">
        <Form action="/creators/first">
          <p class="soft">
            Or say who to watch right away: whether they are live shows here, before anything else is set up.
          </p>
          <Wrongs errors={mistake?.errors ?? []} shown={[WHO]} />
          <Field
            pointer={WHO}
            label="Creator"
            control={CONTROL}
            placeholder="@maria"
            value={mistake?.typed ?? ""}
            errors={mistake?.errors ?? []}
          />
          <p>
            <Button icon="plus" busy="Looking …">
              Watch
            </Button>
          </p>
        </Form>
      </section>
    </Allowed>
  </div>
);
