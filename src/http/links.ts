import type { CorePorts } from "./ports.ts";

/** The base of links: the public address, or else that of the request. */
export const linkBase = ({ publicUrl }: Pick<CorePorts, "publicUrl">, url: string | URL): string =>
  publicUrl ?? new URL(url).origin;

/** The link of an invitation, with its secret in the query. */
export const invitationLink = (ports: Pick<CorePorts, "publicUrl">, url: string | URL, secret: string): string =>
  `${linkBase(ports, url)}/?link=${secret}`;
