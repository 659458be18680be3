import type { Child } from "hono/jsx";
import type { AlertChannel } from "../../../flows/browse/alerts.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Pill } from "../parts/pieces.tsx";
import type { DraftPlace } from "./draft-form.tsx";
import { Head } from "./head.tsx";

/** What begins the list of such records: their title, a sentence, and the way to a new one. */
export const DraftListHead = ({ place, children }: { place: DraftPlace; children?: Child }) => (
  <Head
    title={place.title}
    acts={
      <Allowed scope="write">
        <ButtonLink href={`${place.path}/new`} look="main" icon="plus">
          Add {place.noun === "alert" ? "an" : "a"} {place.noun}
        </ButtonLink>
      </Allowed>
    }
  >
    {children}
  </Head>
);

interface RowProps {
  place: DraftPlace;
  one: { id: string; name: string };
  /** What stands below its name. */
  children: Child;
  /** What may be done with it. */
  acts: Child;
  /** Of the row, where pages lead to it. */
  id?: string;
}

/** One of them: its name, what is said of it, and what may be done with it. */
export const DraftRow = ({ place, one, children, acts, ...more }: RowProps) => (
  <li class="alert" {...more}>
    <div>
      <h2 class="cut">
        <a href={`${place.path}/${one.id}`}>
          <Name of={one.name} />
        </a>
      </h2>
      {children}
    </div>
    <Allowed scope="write">
      <div class="line">{acts}</div>
    </Allowed>
  </li>
);

/** Said of what is sent to a channel that is off. */
export const ChannelOff = ({ channels, id }: { channels: AlertChannel[]; id: string }) =>
  channels.find((one) => one.id === id)?.enabled === false ? (
    <Pill tone="hand" icon="hand">
      channel is off
    </Pill>
  ) : (
    <></>
  );
