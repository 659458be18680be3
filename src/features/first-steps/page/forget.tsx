import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { pathOf } from "./steps.ts";

/** Disconnects the service, after a confirmation. */
export const Forget = ({ host }: { host: string }) => (
  <Allowed scope="admin">
    <section>
      <details>
        <summary class="small soft">{t("Disconnect…")}</summary>
        <Form action={`${pathOf("service")}/forget`} class="flow">
          <Note>
            <p>
              <T
                of="Tallylight stops calling {host} and deletes the password. Your creators stay."
                host={<bdi>{host}</bdi>}
              />
            </p>
          </Note>
          <p class="line">
            <Button>{t("Disconnect")}</Button>
          </p>
        </Form>
      </details>
    </section>
  </Allowed>
);
