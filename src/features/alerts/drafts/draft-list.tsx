import type { Child } from "hono/jsx";
import type { AlertChannel } from "../alerts.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { t } from "../../../ui/words/text.ts";
import { type DraftPlace, draftWords } from "./draft-form.tsx";
import { Head } from "../../../ui/shapes/head.tsx";

interface HeadProps {
  place: DraftPlace;
  /** The answer of the page, if it has one. */
  title?: Child;
  children?: Child;
}

/** The head of a list of such records: the title, a sentence, and a link to the form for a new one. */
export const DraftListHead = ({ place, title, children }: HeadProps) => (
  <Head
    title={title ?? t(place.title)}
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
  /** True below a heading of its own. */
  below?: true;
}

/** One row: the name, a description and the actions. */
export const DraftRow = ({ place, one, children, acts, below, ...more }: RowProps) => {
  const name = (
    <a href={`${place.path}/${one.id}`}>
      <Name of={one.name} />
    </a>
  );
  return (
    <li class="alert" {...more}>
      <div>
        {below === true ? <h3 class="cut">{name}</h3> : <h2 class="cut">{name}</h2>}
        {children}
      </div>
      <Allowed scope="write">
        <div class="line">{acts}</div>
      </Allowed>
    </li>
  );
};

/** A warning if the channel is off. */
export const ChannelOff = ({ channels, id }: { channels: AlertChannel[]; id: string }) =>
  channels.find((one) => one.id === id)?.enabled === false ? (
    <Pill tone="hand" icon="hand">
      {t("channel is off")}
    </Pill>
  ) : (
    <></>
  );
