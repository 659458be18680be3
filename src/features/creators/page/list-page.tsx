import type { Child } from "hono/jsx";
import { grouped } from "../../../core/numbers-as-text.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import type { PageContext } from "../../../ui/page.ts";
import { show } from "../../../ui/show.tsx";
import { SET_UP } from "../../../ui/nav.ts";
import { CREATORS } from "../creators.ts";
import { type Room, ROOMS } from "../../../ui/words/rooms.ts";
import { language, t } from "../../../ui/words/text.ts";

interface ListPageProps {
  room: Room;
  /** The number of targets by kind. */
  counts: Record<string, number>;
  /** The headline; the room's name if there is none. */
  title?: string;
  /** A sentence about them. */
  about?: Child;
  /** The form for new targets: its label, and whether it is open. */
  add: { label: string; form: Child; open: boolean };
  body: Child;
  /** The choice of the list that is shown. */
  above?: Child;
  status?: number;
}

/** Links to the list of each kind, with the number of targets. */
const Segments = ({ here, counts }: { here: string; counts: Record<string, number> }) => (
  <nav class="seg segs" aria-label={t("Watched")}>
    {ROOMS.map(({ kind, path, title }) => (
      <a href={path} {...(path === here ? { "aria-current": "page" as const } : {})}>
        {t(title)}
        <span class="num">{grouped(language(), counts[kind] ?? 0)}</span>
      </a>
    ))}
  </nav>
);

/** Shows the list of a kind's targets, with the form for new ones. */
export const showList = (
  context: PageContext,
  { room, counts, title = t(room.title), about, add, body, above, status = 200 }: ListPageProps,
) =>
  show(context, {
    title: t(room.title),
    path: CREATORS,
    status,
    body: (
      <>
        <Head title={title} above={above}>
          {about}
        </Head>
        <Segments here={room.path} counts={counts} />
        <Allowed scope="write">
          <details class="card pad add" open={add.open}>
            <summary>
              <Icon name="plus" small />
              {add.label}
            </summary>
            {add.form}
            <p class="small">
              <a href={SET_UP}>{t("Watch something else: new videos, comments, products…")}</a>
            </p>
          </details>
        </Allowed>
        {body}
      </>
    ),
  });
