/** A channel, as the first steps speak of it. */
export interface StepChannel {
  id: string;
  name: string;
  kind: string;
  /** False where nothing is told there. */
  enabled: boolean;
  /** Whether an alert in force goes there. */
  alerted: boolean;
}

/** What there is of what a start needs. */
export interface StepsReading {
  /** The newest, a few at the most. */
  channels: StepChannel[];
  /** Alerts in force: some hundred are counted. */
  alerts: number;
  /** Creators who are watched. */
  creators: number;
}
