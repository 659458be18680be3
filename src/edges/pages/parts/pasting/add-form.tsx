import type { ListHead } from "../../../../flows/browse/creators.ts";
import { DEFAULT_WATCHLIST } from "../../../../resources/fields.ts";
import type { Fields } from "../../forms/fields.ts";
import { Button, Form } from "../form.tsx";
import { Icon } from "../icon.tsx";
import { shownName } from "../../words/name.ts";
import { Options } from "../options.tsx";

/** What was typed, and what is wrong with all of it. */
export interface Typed {
  text: string;
  list: string;
  announce: boolean;
  wrong: string | null;
}

export const UNTYPED: Typed = { text: "", list: DEFAULT_WATCHLIST, announce: false, wrong: null };

/** What a form sent of it. */
export const typedIn = (fields: Fields): Typed => ({
  text: fields.text("creators"),
  list: fields.text("list") || UNTYPED.list,
  announce: fields.text("announce") === "true",
  wrong: null,
});

/** Lists to choose from; `none` is the words for no choice. */
export const ListOptions = ({
  lists,
  chosen,
  none,
}: {
  lists: ListHead["lists"];
  chosen: string | null;
  none?: string;
}) => (
  <>
    {none === undefined ? null : <option value="">{none}</option>}
    <Options of={lists.map(({ id, name }) => [id, shownName(name)])} chosen={chosen} />
  </>
);

interface AddProps {
  typed: Typed;
  lists: ListHead["lists"];
  action?: string;
  look?: "main" | "plain";
}

/** Where creators are pasted: each line is answered. */
export const AddForm = ({ typed, lists, action = "/creators/add", look = "main" }: AddProps) => (
  <Form action={action} class="flow">
    <div class="field">
      <label for="paste">Who do you want to watch?</label>
      <textarea
        class="in"
        id="paste"
        name="creators"
        rows={8}
        spellcheck={false}
        aria-describedby={typed.wrong === null ? "paste-hint" : "paste-bad paste-hint"}
        {...(typed.wrong === null ? {} : { "aria-invalid": "true" as const })}
        placeholder={"@maria\nhttps://www.example.com/@lenawinter\nLena Winter, 7012"}
      >
        {typed.text === "" ? "" : `\n${typed.text}`}
      </textarea>
      <p class="hint" id="paste-hint">
        Paste @handles, links or user IDs, one per line. You can put a name before each. Or paste a CSV with its header
        row. Up to 1,000 at a time.
      </p>
      {typed.wrong === null ? null : (
        <p class="bad" id="paste-bad">
          <Icon name="hand" small />
          {typed.wrong}
        </p>
      )}
    </div>
    <div class="line">
      {lists.length < 2 ? null : (
        <>
          <label class="sr" for="paste-list">
            List
          </label>
          <select class="in auto" id="paste-list" name="list">
            <ListOptions lists={lists} chosen={typed.list} />
          </select>
        </>
      )}
      <label class="switch" for="paste-announce">
        <input
          type="checkbox"
          role="switch"
          id="paste-announce"
          name="announce"
          value="true"
          checked={typed.announce}
        />
        Alert for creators who are already live
      </label>
    </div>
    <p class="line">
      <Button look={look} busy="Adding…">
        Add creators
      </Button>
    </p>
  </Form>
);
