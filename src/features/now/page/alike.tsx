import type { Child } from "hono/jsx";
import type { Alike, Troubled } from "../alike.ts";
import { faultInFull } from "../../creators/page/words.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { manyOf } from "../../../ui/words/rooms.ts";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { Plural, T } from "../../../ui/words/translated.tsx";

/** The most names in the fold, and the most that one form pauses. */
const MAX_NAMED = 50;

/** The most names of those who were live, which are not folded. */
const MAX_LIVE = 6;

/** Times this close to each other are one. */
const TOGETHER_MS = 10 * 60_000;

/** The page with all whose last check failed. */
const ALL = "/creators?show=trouble";

const reasonOf = ({ fault, failing }: Alike): string => {
  if (fault !== null) return faultInFull(fault);
  return failing ? t("the last checks failed") : t("the checks don't give a status");
};

/** What is wrong, of one or of many, and of at least so many. */
const TITLES = {
  failing: {
    one: marked("{name} can't be checked: {reason}"),
    many: marked("{many} can't be checked: {reason}"),
    atLeast: marked("At least {many} can't be checked: {reason}"),
  },
  unclear: {
    one: marked("{name} has no clear status: {reason}"),
    many: marked("{many} have no clear status: {reason}"),
    atLeast: marked("At least {many} have no clear status: {reason}"),
  },
};

const LinkTo = ({ one: { id, name } }: { one: Troubled }) => (
  <a href={`/creators/${id}`}>
    <Name of={name} />
  </a>
);

const hidden = (text: Child) => <span class="sr">{text}</span>;

/** Since when, and of how many no check ever worked. */
function When({ of: { failing, since, never, all } }: { of: Alike }) {
  const none = never > 0 && failing;
  if (since === null) return <>{none ? t("No check has worked yet.") : ""}</>;
  return (
    <>
      {since.last - since.first <= TOGETHER_MS || all.length === 1 ? (
        <T of="Since {when}." when={<Time at={since.first} />} />
      ) : (
        <T
          of="Since {first}, the latest since {last}."
          first={<Time at={since.first} />}
          last={<Time at={since.last} />}
        />
      )}
      {none ? (
        <> {plural(never, "{n} of them has never been checked.", "{n} of them have never been checked.")}</>
      ) : null}
    </>
  );
}

/** Those who were live when last checked, and may still be. */
function MayBeLive({ all }: Alike) {
  const live = all.filter(({ wasLive }) => wasLive);
  if (live.length === 0) return <></>;
  if (all.length === 1) return <p>{t("Live when last checked.")}</p>;
  const rest = live.length - MAX_LIVE;
  return (
    <p>
      {t("Live when last checked:")}{" "}
      {live.slice(0, MAX_LIVE).map((one, place) => (
        <>
          {place === 0 ? "" : ", "}
          <LinkTo one={one} />
        </>
      ))}
      {rest > 0 ? <> {plural(rest, "and {n} more", "and {n} more")}</> : null}
    </p>
  );
}

/** One form for one target; of many, a check of one that shows whether the rest would work, and a pause of all. */
function Acts({ of: { all, kind }, more }: { of: Alike; more: boolean }) {
  const { id, name } = all[0]!;
  const many = all.length > 1;
  return (
    <Allowed scope="write">
      <div class="acts">
        <Act action={`/now/${id}/check`} icon="again" busy={t("Checking…")}>
          <T
            of={many ? "Check one again<sr>: {name}</sr>" : "Check again<sr> {name}</sr>"}
            name={displayedName(name)}
            sr={hidden}
          />
        </Act>
        {!many ? (
          <Act action={`/creators/${id}/pause`} look="bare">
            <T of="Pause<sr> {name}</sr>" name={displayedName(name)} sr={hidden} />
          </Act>
        ) : all.length > MAX_NAMED || more ? null : (
          <Act action="/creators/pause" look="bare" fields={{ ids: all.map((one) => one.id).join(" "), from: "/" }}>
            {t("Pause {many}", { many: manyOf(kind, all.length) })}
          </Act>
        )}
      </div>
    </Allowed>
  );
}

/** Targets with the same problem: what is wrong, since when, who may be live, who they are, and what to do. */
export function AlikeCard({ of, more }: { of: Alike; more: boolean }) {
  const { all, kind, failing } = of;
  const titles = TITLES[failing ? "failing" : "unclear"];
  const reason = reasonOf(of);
  const many = all.length > 1;
  return (
    <li class="fix">
      <Icon name="hand" />
      <h3>
        {many ? (
          t(more ? titles.atLeast : titles.many, { many: manyOf(kind, all.length), reason })
        ) : (
          <T of={titles.one} name={<LinkTo one={all[0]!} />} reason={reason} />
        )}
      </h3>
      <p>
        <When of={of} />
      </p>
      <MayBeLive {...of} />
      {many ? (
        <Fold title={<Plural n={all.length} one="Show {n}" other="Show all {n}" />} class="names">
          <ul>
            {all.slice(0, MAX_NAMED).map((one) => (
              <li class="cut">
                <LinkTo one={one} />
              </li>
            ))}
          </ul>
          {all.length > MAX_NAMED || more ? (
            <ButtonLink href={ALL} look="bare" icon="right">
              {t("All with problems")}
            </ButtonLink>
          ) : null}
        </Fold>
      ) : null}
      <Acts of={of} more={more} />
    </li>
  );
}
