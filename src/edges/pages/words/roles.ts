import type { Scope } from "../../../resources/tokens/scopes.ts";

/** A scope by the name that people know, and what it allows. */
interface Role {
  name: string;
  may: string;
}

export const ROLES: Record<Scope, Role> = {
  read: { name: "Viewer", may: "Sees everything and changes nothing." },
  write: { name: "Editor", may: "Also adds creators and sets up alerts, digests and channels." },
  admin: { name: "Owner", may: "Also manages people, the data service, encryption keys and backups." },
};

/** A viewer who is limited to watchlists. */
export const CLIENT: Role = {
  name: "Client",
  may: "Sees who is live in one watchlist, and its reports. Nothing else.",
};
