import { digest, type Digest } from "../resource/digest.ts";
import type { AlertNames, AlertPorts } from "../../alerts/alerts.ts";
import { type PageContext, pageAt } from "../../../ui/page.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { ChannelOff, DraftListHead, DraftRow } from "../../alerts/drafts/draft-list.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { show } from "../../../ui/show.tsx";
import { changePages } from "./change.tsx";
import { DIGESTS, PLACE } from "./draft.ts";
import { periodWords, zonedWords } from "./schedule.ts";
import { Act, Delete } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Number of digests on a page. */
const A_PAGE = 25;

const nameIn = (all: { id: string; name: string }[], id: string): string =>
  all.find((one) => one.id === id)?.name ?? t("(deleted)");

const Row = ({ one, names }: { one: Digest; names: AlertNames }) => (
  <DraftRow
    place={PLACE}
    one={one}
    acts={
      <>
        <Act action={`${DIGESTS}/${one.id}/run`} busy={t("Preparing…")}>
          {t("Send now")}
        </Act>
        <Delete action={`${DIGESTS}/${one.id}/delete`} />
      </>
    }
  >
    <p>
      <T
        of={
          !one.enabled
            ? "To {channel}."
            : one.perWatchlist
              ? "Sent {schedule} to {channel}, for each list by itself."
              : one.watchlistId === null
                ? "Sent {schedule} to {channel}."
                : "Sent {schedule} to {channel}, for {list}."
        }
        schedule={zonedWords(one)}
        channel={
          <b>
            <Name of={nameIn(names.channels, one.channelId)} />
          </b>
        }
        list={one.watchlistId === null ? "" : <Name of={nameIn(names.lists, one.watchlistId)} />}
      />{" "}
      {t("Period: {period}", { period: periodWords(one.period) })}
    </p>
    <p class="line small soft">
      {!one.enabled || one.nextAt === null ? (
        <Pill icon="pause">{t("paused")}</Pill>
      ) : (
        <span>
          <T of="Next: {when}" when={<Time at={one.nextAt} zone={one.timezone} />} />
        </span>
      )}
      <ChannelOff channels={names.channels} id={one.channelId} />
    </p>
  </DraftRow>
);

async function digestsPage(context: PageContext<AlertPorts>): Promise<Response> {
  const { ports, now } = context;
  const { items: all, pager } = await listed(digest, { path: DIGESTS, most: A_PAGE }, context);
  const names = await ports.alerts.alertNames(now, all);
  const [next] = all
    .flatMap(({ enabled, nextAt: at, timezone: zone }) => (enabled && at !== null ? [{ at, zone }] : []))
    .toSorted((one, other) => one.at - other.at);
  const body = (
    <>
      <DraftListHead
        place={PLACE}
        {...(next === undefined ? {} : { title: <T of="Next digest: {when}" when={<Time {...next} />} /> })}
      >
        {t("Scheduled summaries")}
      </DraftListHead>
      {all.length === 0 ? (
        <section class="card void pad">
          <h2>{t("No digests yet")}</h2>
          <p class="soft">
            {t("A digest sums up who was live, who climbed and what is trending, for example every Monday.")}
          </p>
        </section>
      ) : (
        <div class="stack">
          <ul class="rows tight card">
            {all.map((one) => (
              <Row one={one} names={names} />
            ))}
          </ul>
          {pager()}
        </div>
      )}
    </>
  );
  return show(context, { title: t("Digests"), path: DIGESTS, body });
}

export const digestPages = [
  pageAt(DIGESTS, digestsPage),
  // Before the pages of single digests, which would take these names for ids.
  ...changePages,
];
