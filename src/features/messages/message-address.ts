import type { PageContext } from "../../ui/page.ts";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import { instantOfWall } from "../../core/schedule.ts";
import { DISPLAYED, type MessageFilter, type MessagePorts } from "./messages.ts";

/** The page of messages. */
export const MESSAGES = "/messages";

/** The messages that the address asks for; invalid parts are ignored. */
export interface MessageQuery extends MessageFilter {
  /** The last day shown, on the reader's calendar: "2026-11-20"; "" for today. */
  day: string;
  /** Continues below this message; null starts with the newest. */
  before: number | null;
}

/** Returns the end of a calendar day, epoch ms; null for an invalid date. */
function dayEnd(day: string, zone: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const midnight = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(midnight) || !iso(midnight).startsWith(day) ? null : instantOfWall(midnight + DAY_MS, zone);
}

export function requestedIn({ searchParams }: URL, zone: string): MessageQuery {
  const show = searchParams.get("show");
  const day = searchParams.get("day") ?? "";
  const until = dayEnd(day, zone);
  const before = searchParams.get("before") ?? "";
  return {
    show: DISPLAYED.find((one) => one === show) ?? "all",
    channelId: searchParams.get("channel") || null,
    until,
    day: until === null ? "" : day,
    before: /^\d{1,15}$/.test(before) ? Number(before) : null,
  };
}

/** Returns the address of such a list. */
export function addressOf({ show, channelId, day, before }: Omit<MessageQuery, "until">): string {
  const query = new URLSearchParams({
    ...(show === "all" ? {} : { show }),
    ...(channelId === null ? {} : { channel: channelId }),
    ...(day === "" ? {} : { day }),
    ...(before === null ? {} : { before: String(before) }),
  }).toString();
  return query === "" ? MESSAGES : `${MESSAGES}?${query}`;
}

/** Returns the page to show after a channel was fixed: the messages it missed, if there are any. */
export async function afterRepair(
  channelId: string,
  otherwise: string,
  { ports }: PageContext<MessagePorts>,
): Promise<string> {
  const { left } = await ports.messages.around();
  const its = left.some((one) => one.channelId === channelId);
  return its ? addressOf({ show: "all", channelId, day: "", before: null }) : otherwise;
}
