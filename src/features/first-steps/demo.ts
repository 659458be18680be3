/** How much belongs to the demo, and how much does not. */
export interface DemoParts {
  /** Some names of the demo's creators and other targets. */
  names: string[];
  otherNames: string[];
  creators: number;
  others: number;
  alerts: number;
  channels: number;
  digests: number;
  streams: number;
  messages: number;
  /** Time of its oldest event, epoch ms; null if it has none. */
  since: number | null;
  /** What stays: names of channels, and how many creators. */
  ownChannels: string[];
  ownCreators: number;
}

/** What is known of the demo without reading its rows. */
interface DemoState {
  /** True while the demo exists. */
  there: boolean;
  /** True once somebody chose to look around. */
  looked: boolean;
  /** When the demo was left, epoch ms; null if it cannot be restored. */
  leftAt: number | null;
}

export interface DemoDeps {
  state(): Promise<DemoState>;
  /** Null if there is no demo. */
  parts(): Promise<DemoParts | null>;
  /** Records that somebody chose to look around. */
  look(): Promise<void>;
  /** Deletes the demo in one batch and keeps it for a day. False if there is none. */
  leave(): Promise<boolean>;
  /** Restores the demo in one batch. False if there is nothing to restore; throws if something has taken its place. */
  bringBack(): Promise<boolean>;
}

export interface DemoPorts {
  demo: DemoDeps;
}
