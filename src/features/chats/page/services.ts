import { marked } from "../../../ui/words/text.ts";
import type { ChatKind } from "../resource/chat.ts";

/** How the page speaks of a chat service. Only titles are the same in all languages. */
interface Service {
  title: string;
  /** Those who may change things if no one is named. */
  managers: string;
  /** The choice of those who may change things. */
  changing: string;
}

export const SERVICES: Record<ChatKind, Service> = {
  discord: {
    title: "Discord",
    managers: marked("members with Manage Server"),
    changing: marked("Members with Manage Server, and those named below"),
  },
  slack: {
    title: "Slack",
    managers: marked("admins of the workspace"),
    changing: marked("Admins of the workspace, and people named below"),
  },
  telegram: {
    title: "Telegram",
    managers: marked("admins of the group"),
    changing: marked("Admins of the group, and people named below"),
  },
};

/** The service of a name in an address or a form; null for another. */
export const serviceIn = (name: string | null): ChatKind | null =>
  name !== null && Object.hasOwn(SERVICES, name) ? (name as ChatKind) : null;
