import type { ListHead } from "../../../flows/browse/creators.ts";
import { SNOOZES } from "../one/snooze.tsx";
import { Allowed } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { ListOptions } from "./add-form.tsx";

/** What is done to those who are chosen; deleting asks once, for nothing brings them back. */
export const Chosen = ({ lists }: { lists: ListHead["lists"] }) => (
  <Allowed scope="write">
    <fieldset class="bulk">
      <legend class="sr">Those who are chosen</legend>
      <button type="submit" class="btn" formaction="/creators/pause">
        <Icon name="pause" small />
        Pause
      </button>
      <button type="submit" class="btn" formaction="/creators/resume">
        <Icon name="again" small />
        Resume
      </button>
      <details>
        <summary class="btn">
          <Icon name="moon" small />
          Snooze …
        </summary>
        {Object.entries(SNOOZES).map(([wish, words]) => (
          <button type="submit" class="btn" formaction="/creators/snooze" name="for" value={wish}>
            {words}
          </button>
        ))}
      </details>
      <select class="in auto" name="to" aria-label="Move to list">
        <ListOptions lists={lists} chosen={null} none="Move to …" />
      </select>
      <button type="submit" class="btn" formaction="/creators/move">
        Move
      </button>
      <details>
        <summary class="btn">Delete …</summary>
        <p>
          They are watched no more and nothing brings them back. What happened stays.
          <button type="submit" class="btn" formaction="/creators/delete">
            Delete for good
          </button>
        </p>
      </details>
    </fieldset>
  </Allowed>
);
