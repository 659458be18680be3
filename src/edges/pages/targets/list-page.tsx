import type { Child } from "hono/jsx";
import { Head } from "../shapes/head.tsx";
import { Allowed } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import type { PageContext } from "../page.ts";
import { show } from "../show.tsx";
import { CREATORS } from "../words/creator-address.ts";
import type { Room } from "../words/rooms.ts";
import { Segments } from "./segments.tsx";

interface ListPageProps {
  room: Room;
  /** How many there are of each kind. */
  counts: Record<string, number>;
  /** A sentence about them. */
  about: Child;
  /** Where new ones are added: what it is called, its form, and whether it stands open. */
  add: { label: string; form: Child; open: boolean };
  body: Child;
  status?: number;
}

/** The list of what is watched of a kind, and where new ones are added. */
export const showList = (context: PageContext, { room, counts, about, add, body, status = 200 }: ListPageProps) =>
  show(context, {
    title: room.title,
    path: CREATORS,
    status,
    body: (
      <>
        <Head title={room.title}>{about}</Head>
        <Segments here={room.path} counts={counts} />
        <Allowed scope="write">
          <details class="card pad add" open={add.open}>
            <summary>
              <Icon name="plus" small />
              {add.label}
            </summary>
            {add.form}
          </details>
        </Allowed>
        {body}
      </>
    ),
  });
