import { marked } from "../../../ui/words/text.ts";
import type { ChatKind } from "../resource/chat.ts";

/** How the page speaks of a chat service. Only titles are the same in all languages. */
interface Service {
  title: string;
  /** Where it is used, below its title. */
  about: string;
  /** Those who may change things if no one is named. */
  managers: string;
  /** The choice of those who may change things. */
  changing: string;
}

export const SERVICES: Record<ChatKind, Service> = {
  discord: {
    title: "Discord",
    about: marked("in a server"),
    managers: marked("members with Manage Server"),
    changing: marked("Members with Manage Server"),
  },
  slack: {
    title: "Slack",
    about: marked("in a workspace"),
    managers: marked("admins of the workspace"),
    changing: marked("Admins of the workspace"),
  },
  telegram: {
    title: "Telegram",
    about: marked("in a group"),
    managers: marked("admins of the group"),
    changing: marked("Admins of the group"),
  },
};

/** The service of a name in an address or a form; null for another. */
export const serviceIn = (name: string | null): ChatKind | null =>
  name !== null && Object.hasOwn(SERVICES, name) ? (name as ChatKind) : null;
