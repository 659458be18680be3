/** Somebody in the demo's chats, with the ids that the services know them by. */
export interface Person {
  key: string;
  name: string;
  /** Whether they manage the server, the workspace and the group. */
  manages: boolean;
  discord: string;
  slack: string;
  telegram: number;
}

/** Those who write in the chats. The last one may only ask. */
export const people: readonly Person[] = [
  { key: "ana", name: "Ana", manages: true, discord: "200000000000000001", slack: "U0ANA", telegram: 100_000_001 },
  { key: "tom", name: "Tom", manages: true, discord: "200000000000000002", slack: "U0TOM", telegram: 100_000_002 },
  { key: "zoe", name: "Zoe", manages: false, discord: "200000000000000003", slack: "U0ZOE", telegram: 100_000_003 },
];

/** The workspace of Slack. */
export const SLACK_TEAM = "T0DEMO";

/** The server of Discord. */
export const DISCORD_SERVER = "1000000000000000000";
