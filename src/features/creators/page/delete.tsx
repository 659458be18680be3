import type { Target } from "../resource/form.ts";
import { Button, Form } from "../../../ui/parts/form.tsx";
import { t } from "../../../ui/words/text.ts";

/** Deletion cannot be undone, so it asks for confirmation; `from` is the list to return to. */
export const Delete = ({ one, from }: { one: Target; from: string }) => (
  <details class="card pad">
    <summary>{t("Delete…")}</summary>
    <Form action="/creators/delete" class="flow">
      <input type="hidden" name="id" value={one.id} />
      <input type="hidden" name="from" value={from} />
      <p>{t("This can't be undone. Past events are kept, and reports still count the time until now.")}</p>
      <Button>{t("Delete permanently")}</Button>
    </Form>
  </details>
);
