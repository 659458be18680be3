import type { Child } from "hono/jsx";
import type { ListHead } from "../creators.ts";
import { SNOOZES } from "../../../ui/parts/snooze.tsx";
import { Allowed, Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { ListOptions } from "../pasting/add-form.tsx";
import { t } from "../../../ui/words/text.ts";

interface ChoosingProps {
  /** The page to return to after an action on the chosen targets. */
  from: string;
  lists: ListHead["lists"];
  children?: Child;
}

/** A list whose rows can be chosen by users with write access. */
export const Choosing = ({ from, lists, children }: ChoosingProps) => (
  <>
    <Allowed scope="write">
      <Form action="/creators/pause">
        <input type="hidden" name="from" value={from} />
        {children}
        <Chosen lists={lists} />
      </Form>
    </Allowed>
    <Allowed only="read">{children}</Allowed>
  </>
);

/** The head of the column of checkboxes. */
export const ChoiceHead = () => (
  <Allowed scope="write">
    <th class="c0" scope="col">
      <span class="sr">{t("Select")}</span>
    </th>
  </Allowed>
);

/** The checkbox of one target. */
export const Choice = ({ id, name }: { id: string; name: string }) => (
  <Allowed scope="write">
    <td class="c0">
      <label class="tap">
        <span class="sr">{t("Select {name}", { name })}</span>
        <input class="tick" type="checkbox" name="id" value={id} />
      </label>
    </td>
  </Allowed>
);

/** The actions on the chosen targets. Deletion cannot be undone, so it asks for confirmation. */
const Chosen = ({ lists }: { lists: ListHead["lists"] }) => (
  <fieldset class="bulk">
    <legend class="sr">{t("Selected")}</legend>
    <button type="submit" class="btn" formaction="/creators/pause">
      <Icon name="pause" small />
      {t("Pause")}
    </button>
    <button type="submit" class="btn" formaction="/creators/resume">
      <Icon name="again" small />
      {t("Resume")}
    </button>
    <details>
      <summary class="btn">
        <Icon name="moon" small />
        {t("Snooze…")}
      </summary>
      {Object.entries(SNOOZES).map(([wish, words]) => (
        <button type="submit" class="btn" formaction="/creators/snooze" name="for" value={wish}>
          {t(words)}
        </button>
      ))}
    </details>
    <select class="in auto" name="to" aria-label={t("Move to list")}>
      <ListOptions lists={lists} chosen={null} none={t("Move to…")} />
    </select>
    <button type="submit" class="btn" formaction="/creators/move">
      {t("Move")}
    </button>
    <details>
      <summary class="btn">{t("Delete…")}</summary>
      <p>
        {t("This can't be undone. Past events are kept, and reports still count the time until now.")}
        <button type="submit" class="btn" formaction="/creators/delete">
          {t("Delete permanently")}
        </button>
      </p>
    </details>
  </fieldset>
);
