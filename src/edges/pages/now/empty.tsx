import { Allowed, Button, Field, Form, Wrongs } from "../parts/form.tsx";
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
      <p class="soft">Say who to watch. Whether they are live shows here, before anything else is set up.</p>
    </div>
    <Allowed scope="write">
      <section class="card">
        <Form action="/creators/first">
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
            <Button look="main" icon="plus" busy="Looking …">
              Watch
            </Button>
          </p>
        </Form>
      </section>
    </Allowed>
  </div>
);
