import type { Child } from "hono/jsx";
import type { AlertChannel } from "../alerts.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { t } from "../../../ui/words/text.ts";
import { type DraftPlace, draftWords } from "./draft-form.tsx";
import { Head } from "../../../ui/shapes/head.tsx";

/** The head of a list of such records: the title, a sentence, and a link to the form for a new one. */
export const DraftListHead = ({ place, children }: { place: DraftPlace; children?: Child }) => (
  <Head
    title={t(place.title)}
    acts={
      <Allowed scope="write">
        <ButtonLink href={`${place.path}/new`} look="main" icon="plus">
          {t(draftWords(place.noun).addOne)}
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
  /** Content below its name. */
  children: Child;
  /** The actions. */
  acts: Child;
  /** The id of the row, for links to it. */
  id?: string;
}

/** One row: the name, a description and the actions. */
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

/** A warning if the channel is off. */
export const ChannelOff = ({ channels, id }: { channels: AlertChannel[]; id: string }) =>
  channels.find((one) => one.id === id)?.enabled === false ? (
    <Pill tone="hand" icon="hand">
      {t("channel is off")}
    </Pill>
  ) : (
    <></>
  );
