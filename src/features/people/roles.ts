import type { Scope } from "./resource/scopes.ts";
import { marked } from "../../ui/words/text.ts";

/** A scope by the name that people know, and what it allows. */
interface Role {
  name: string;
  may: string;
}

export const ROLES: Record<Scope, Role> = {
  read: { name: marked("Viewer"), may: marked("Sees everything and changes nothing.") },
  write: { name: marked("Editor"), may: marked("Also adds creators and sets up alerts, digests and channels.") },
  admin: { name: marked("Owner"), may: marked("Also manages people, the data service, encryption keys and backups.") },
};

/** A viewer who is limited to watchlists. */
export const CLIENT: Role = {
  name: marked("Client"),
  may: marked("Sees who is live in one watchlist, and its reports. Nothing else."),
};
