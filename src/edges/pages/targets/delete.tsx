import type { Target } from "../../../resources/targets/form.ts";
import { Button, Form } from "../parts/form.tsx";

/** Deletion cannot be undone, so it asks for confirmation; `from` is the list to return to. */
export const Delete = ({ one, from }: { one: Target; from: string }) => (
  <details class="card pad">
    <summary>Delete…</summary>
    <Form action="/creators/delete" class="flow">
      <input type="hidden" name="id" value={one.id} />
      <input type="hidden" name="from" value={from} />
      <p>This can't be undone. Past events are kept.</p>
      <Button>Delete permanently</Button>
    </Form>
  </details>
);
