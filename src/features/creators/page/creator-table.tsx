import type { Horizon } from "../../../core/knowledge.ts";
import type { CreatorFilter, Creators } from "../creators.ts";
import type { Strip } from "../strip.ts";
import { cursorOf } from "../../../http/query.ts";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Avatar } from "../../../ui/parts/name.tsx";
import { Standing } from "../standing.tsx";
import { StripPicture } from "../strip-view.tsx";
import { addressOf, CREATORS } from "../creator-address.ts";
import { calledOf, standingOf } from "./words.ts";
import { lasting } from "../../../ui/words/time.ts";
import { Table } from "./table.tsx";
import { t } from "../../../ui/words/text.ts";

interface Found {
  filter: CreatorFilter;
  found: Creators;
  strips: Map<string, Strip>;
  horizon: Horizon;
}

/** Describes a strip in words. */
function stripWords({ on, unknown }: Strip): string {
  const sum = on.reduce((all, { from, to }) => all + to - from, 0);
  const known = unknown.length === 0;
  if (sum === 0) return known ? t("Last 24 hours: not live") : t("Last 24 hours: not live, unknown for some time");
  const time = lasting(sum);
  return known
    ? t("Last 24 hours: live for {time}", { time })
    : t("Last 24 hours: live for {time}, unknown for some time", { time });
}

/** A table of creators that can be chosen. */
export const CreatorTable = ({ filter, found, strips, horizon }: Found) => (
  <Table
    path={CREATORS}
    from={addressOf(filter)}
    lists={found.head.lists}
    caption={filter.sort === "status" ? t("Creators, live first") : t("Creators, by name")}
    label={t("Creator")}
    rows={found.items.map((one) => {
      const stands = standingOf(one, horizon);
      const strip = strips.get(one.id);
      return {
        one,
        mark: <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />,
        called: calledOf(one),
        named: true,
        standing: <Standing of={stands} />,
        day: strip === undefined ? null : <StripPicture strip={strip} label={stripWords(strip)} />,
      };
    })}
  >
    {found.isCut ? (
      <div class="pager">
        <span>{t("More creators match than are shown. Type more of the name.")}</span>
      </div>
    ) : null}
    {found.next === null ? null : (
      <div class="pager">
        <span>
          {found.items.length === 0
            ? t("The next names were shown before")
            : t("{n} shown", { n: String(found.items.length) })}
        </span>
        <ButtonLink href={addressOf(filter, cursorOf(found.next))} icon="right">
          {t("Next page")}
        </ButtonLink>
      </div>
    )}
  </Table>
);
