import type { Child } from "hono/jsx";
import { reaches } from "../../../http/auth.ts";
import { Allowed, Button, ButtonLink, Form, Options } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { ROOMS } from "../../../ui/words/rooms.ts";
import { SET_UP } from "../../../ui/nav.ts";
import { marked, meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { Granted, Milestones, Wish } from "../notify.ts";
import type { Target } from "../resource/form.ts";
import type { NamedChannel } from "../target-reading.ts";
import { faultWords } from "./words.ts";
import { Numbers, Of } from "./milestones.tsx";
import { Listing } from "./why-words.tsx";

/** What each wish is called, and a sentence of what they would hear. */
export const WISH_WORDS: Record<Wish, { title: string; about: string; icon: IconName }> = {
  live: { title: marked("Live"), about: marked("A stream starts. The message changes when it ends."), icon: "now" },
  videos: { title: marked("New videos"), about: marked("A video is posted: its title and a link."), icon: "open" },
  followers: { title: marked("Followers"), about: marked("The number of followers reaches a number."), icon: "trend" },
  profile: { title: marked("Profile"), about: marked("The name, handle or picture changes."), icon: "people" },
  ranking: { title: marked("Live ranking"), about: marked("They enter, climb or leave a ranking."), icon: "ranking" },
};

const UNREADY: Record<NonNullable<Granted["unready"]>, string> = {
  "no-id": marked("Possible after the first check, which finds the creator’s ID."),
  "names-only": marked("Your service knows creators by name only. This needs an ID."),
  "no-operation": marked("Show us once where your service has this."),
  "no-count": marked("Your service’s profile has no follower count that we know. Show us once where it is."),
  "no-room": marked("Possible as soon as a stream was seen."),
};

/** Why nothing is sent about a creator for now; null if something is. */
export type Halted = "paused" | "snoozed" | null;

const HALTED: Record<NonNullable<Halted>, { icon: IconName; words: string }> = {
  paused: { icon: "pause", words: marked("Paused, so nothing is sent") },
  snoozed: { icon: "moon", words: marked("Snoozed, so nothing is sent") },
};

/** What the page of a creator shows of wishes. */
interface NotifyProps {
  /** The page of the creator. */
  at: string;
  /** The name of the creator at the service, for a page that looks it up. */
  who: string;
  granted: Granted[];
  channels: NamedChannel[];
  lists: { id: string; name: string }[];
  milestones: Milestones;
  /** The last follower count; null while none is known. */
  followers: number | null;
  /** The number that is proposed. */
  next: number;
  halted: (target: Target) => Halted;
}

/** The channels that are notified, or that none is. */
const Heard = ({ of: { target, channels, unready }, who, halted }: { of: Granted; who: string; halted: Halted }) => {
  if (unready !== null)
    return (
      <p class="small soft">
        {t(UNREADY[unready])}{" "}
        {unready === "no-operation" || unready === "no-count" ? (
          <a href={`${SET_UP}?who=${encodeURIComponent(who)}`}>{t("Set it up")}</a>
        ) : null}
      </p>
    );
  if (target === null) return <></>;
  const off = channels.filter(({ enabled }) => !enabled);
  return (
    <>
      {channels.length === 0 ? null : halted !== null ? (
        <p class="small got soft halted">
          <Icon name={HALTED[halted].icon} small />
          <span>{t(HALTED[halted].words)}</span>
        </p>
      ) : (
        <p class={off.length === channels.length ? "small got warn" : "small got"}>
          <Icon name={off.length === channels.length ? "hand" : "done"} small />
          <span>
            <T
              of={off.length === channels.length ? "{channels} is off, so nothing is sent" : "Alerts go to {channels}"}
              channels={
                <Listing
                  names={channels.map(({ name }) => (
                    <Name of={name} />
                  ))}
                />
              }
            />
          </span>
        </p>
      )}
      {target.fault === null ? null : (
        <p class="small got warn">
          <Icon name="hand" small />
          <span>{faultWords(target.fault)}</span>
        </p>
      )}
    </>
  );
};

const pageOf = (target: Granted["target"]): string | null => {
  const room = ROOMS.find(({ kind }) => kind === target?.kind);
  return target === null || room === undefined ? null : `${room.path}/${target.id}`;
};

/** That another list has it, so that nobody adds it twice without knowing. */
const Elsewhere = ({ of: { elsewhere }, lists }: { of: Granted; lists: NotifyProps["lists"] }) => {
  const page = pageOf(elsewhere);
  const list = lists.find(({ id }) => id === elsewhere?.watchlistId);
  if (page === null || list === undefined) return <></>;
  return (
    <p class="small soft">
      <a href={page}>
        <T of="Watched in the list {list}" list={<Name of={list.name} />} />
      </a>
    </p>
  );
};

interface RowProps {
  one: Granted;
  at: string;
  who: string;
  /** False if there is no channel at all, so that only watching is offered. */
  hasChannel: boolean;
  lists: NotifyProps["lists"];
  halted: NotifyProps["halted"];
  /** True if a channel that is on doesn't hear of it. */
  more: boolean;
  children?: Child;
}

/** Stops a wish, or leads to the wider alert that grants it. */
const Stop = ({ one: { wish, own }, at, title }: { one: Granted; at: string; title: string }) =>
  wish === "live" && own === null ? (
    <a class="btn bare" href="/alerts">
      {t("Alerts")}
    </a>
  ) : (
    <Button look="bare" formaction={`${at}/notify/stop`} name="wish" value={wish}>
      {t("Stop")}
      <Of title={title} />
    </Button>
  );

const button = (hasChannel: boolean): string => (hasChannel ? t("Notify me") : meant("button", "Watch"));

const WishRow = ({ one, at, who, hasChannel, lists, halted, more, children }: RowProps) => {
  const { wish, target, channels, unready } = one;
  const words = WISH_WORDS[wish];
  const title = t(words.title);
  const page = wish === "live" ? null : pageOf(target);
  const isHeard = target !== null && channels.length > 0;
  const isOffered =
    wish !== "followers" && unready === null && (isHeard ? more : hasChannel || (target === null && wish !== "live"));
  return (
    <li class="wish">
      <Icon name={words.icon} />
      <div class="any">
        <h3>{page === null ? title : <a href={page}>{title}</a>}</h3>
        <p class="small soft">{t(words.about)}</p>
        {children}
        <Heard of={one} who={who} halted={target === null ? null : halted(target)} />
        <Elsewhere of={one} lists={lists} />
      </div>
      <Allowed scope="write">
        <div class="do">
          {isHeard && wish !== "followers" ? <Stop one={one} at={at} title={title} /> : null}
          {!isOffered ? null : (
            <Button name="wish" value={wish} busy={t("Adding…")}>
              {isHeard ? t("Add this channel") : button(hasChannel)}
              <Of title={title} />
            </Button>
          )}
        </div>
      </Allowed>
    </li>
  );
};

/** Where alerts go: chosen among several, or where one can be added. */
const SendTo = ({ channels, chosen }: { channels: NamedChannel[]; chosen: NamedChannel | undefined }) => {
  if (channels.length === 0)
    return (
      <p class="bd line">
        <span class="soft">{t("Add a channel first to get alerts.")}</span>
        <ButtonLink href="/channels" icon="plus">
          {t("Add a channel")}
        </ButtonLink>
      </p>
    );
  return (
    <p class="bd line sendto">
      <label for="notify-channel">{t("Send to")}</label>
      <select class="in" id="notify-channel" name="channelId">
        <Options of={channels.map(({ id, name }) => [id, displayedName(name)])} chosen={chosen?.id ?? null} />
      </select>
    </p>
  );
};

/** What somebody wants to hear of a creator: each in a row, with one button. */
export const NotifyCard = ({ at, who, granted, channels, milestones, followers, next, ...shared }: NotifyProps) => {
  const { session } = useScene();
  const heard = granted.flatMap((one) => one.channels)[0];
  const active = channels.filter(({ enabled }) => enabled);
  const rows = (
    <ul class="rows">
      {granted.map((one) => (
        <WishRow
          one={one}
          at={at}
          who={who}
          hasChannel={channels.length > 0}
          more={active.length > one.channels.filter(({ enabled }) => enabled).length}
          {...shared}
        >
          {one.wish !== "followers" || one.unready !== null ? null : (
            <Numbers
              at={at}
              milestones={milestones}
              followers={followers}
              next={next}
              button={button(channels.length > 0)}
            />
          )}
        </WishRow>
      ))}
    </ul>
  );
  return (
    <section class="card hears" id="notify" aria-labelledby="notify-title">
      <div class="cap">
        <h2 id="notify-title">{t("Notifications")}</h2>
      </div>
      {session !== null && reaches(session.actor, "write") ? (
        <Form action={`${at}/notify`}>
          {/* Enter in the number sends the number, not what the first row offers. */}
          <button type="submit" name="wish" value="followers" hidden tabindex={-1} />
          <SendTo channels={channels} chosen={heard ?? channels.find(({ enabled }) => enabled)} />
          {rows}
        </Form>
      ) : (
        rows
      )}
    </section>
  );
};
