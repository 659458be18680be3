/** Where targets of a kind have their pages. */
export interface Room {
  kind: string;
  /** Of their list; one's page stands below it, by its id. */
  path: string;
  /** "creator" */
  noun: string;
  /** "Creators" */
  title: string;
}

/** Creators, as people call targets that broadcast. */
export const CREATOR_ROOM: Room = { kind: "live", path: "/creators", noun: "creator", title: "Creators" };
