import type { Child } from "hono/jsx";
import type { AnyStored, Base, Declared } from "../../resources/resource.ts";
import { createdKey, cursorOf, pageOf } from "../../http/query.ts";
import { backTo, type PageContext, storeDeps } from "../page.ts";
import { Pager } from "../parts/pager.tsx";
import { Button, Form } from "../parts/form.tsx";
import { t } from "../words/text.ts";
import { remove } from "../../resources/write/write-resource.ts";
import type { Flash } from "../flash.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { displayedName } from "../words/name.ts";

/** A page of a resource's records, in order of creation. */
interface Listed<One> {
  items: One[];
  /** True if these are all records. */
  whole: boolean;
  /** Renders the pager below the list; `shown` is the number of records shown. */
  pager: (displayed?: number) => Child;
}

/** Returns the records that the address asks for, at most `most`; `path` is the page of the list. */
export async function listed<One extends Base>(
  of: Declared<One>,
  { path, most: max }: { path: string; most: number },
  { ports, url }: PageContext,
): Promise<Listed<One>> {
  const page = pageOf({ limit: max, cursor: url.searchParams.get("cursor") ?? undefined }, createdKey);
  const { items, next } = await ports.keep.list(of, {}, page);
  return {
    items: items as unknown as One[],
    whole: page.after === null && next === null,
    pager: (displayed = items.length) => (
      <Pager shown={displayed} next={next === null ? null : `${path}?cursor=${cursorOf(next)}`} />
    ),
  };
}

interface AddCardProps {
  action: string;
  title: string;
  /** The id of its heading. */
  id?: string;
  /** The label of its button. */
  label?: string;
  class?: string;
  /** Content below the form. */
  below?: Child;
  /** What the form makes, beside it: below it on a narrow screen. */
  beside?: Child;
  children?: Child;
}

/** A card below a list, with the form for a new record. */
export const AddCard = ({
  action,
  title,
  id = "add",
  label,
  class: look = "card pad flow",
  below,
  beside,
  children,
}: AddCardProps) => {
  const form = (
    <>
      <Form action={action} class="flow">
        {children}
        <p class="line">
          <Button look="main">{label ?? t("Add")}</Button>
        </p>
      </Form>
      {below}
    </>
  );
  return (
    <section class={look} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {beside === undefined ? (
        form
      ) : (
        <div class="with-side">
          <div class="flow">{form}</div>
          <div class="flow beside-it">{beside}</div>
        </div>
      )}
    </section>
  );
};

/** Deletes a record and returns to its list, with a message, and with an Undo if there is one. */
export const removal =
  <One extends Base>(
    of: Declared<One>,
    list: string,
    reported: (name: string) => string,
    undo: (one: One, context: PageContext) => Pick<Flash, "undo"> | Promise<Pick<Flash, "undo">> = () => ({}),
  ) =>
  async (context: PageContext): Promise<Response> => {
    const one = await recordAt(of, context);
    const undone = await undo(one, context);
    granted(await remove(of, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
    return backTo(list, { text: reported(displayedName(String((one as AnyStored)["name"]))), ...undone }, context);
  };
