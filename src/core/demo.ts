/** What the demo created: IDs by name of the resource. */
export interface Demo {
  watchlists: string[];
  targets: string[];
  channels: string[];
  subscriptions: string[];
  digests: string[];
  chats: string[];
  /** True once somebody chose to look around. */
  looked?: true;
}

/** The demo's targets. Only its own service is polled for them. */
export const demoTargets = (demo: Demo | null): ReadonlySet<string> => new Set(demo?.targets);
