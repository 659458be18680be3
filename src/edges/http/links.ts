import type { Ports } from "./ports.ts";

/** What links begin with: the public address, else the one that was asked. */
export const linkBase = ({ publicUrl }: Pick<Ports, "publicUrl">, url: string | URL): string =>
  publicUrl ?? new URL(url).origin;

/** Where an invitation is opened, with its secret in the query. */
export const invitationLink = (ports: Pick<Ports, "publicUrl">, url: string | URL, secret: string): string =>
  `${linkBase(ports, url)}/?link=${secret}`;
