/** What a message is rendered with, for kinds with `unsubscribing`. */
export interface WithUnsubscribing {
  /** Where its recipients unsubscribe; null if there is no such page. */
  unsubscribeUrl?: string | null;
}

/** How recipients of a channel unsubscribe by the link in its messages. */
export interface Unsubscribing<Settings> {
  /** The setting with the recipients. */
  setting: keyof Settings & string;
  /** The recipients, in order. None is left when all have unsubscribed; such a channel can't be enabled. */
  recipients(settings: Settings): string[];
  /** The settings without one of the recipients. */
  without(settings: Settings, recipient: string): Settings;
  /** What is typed as an address, for comparing it with recipients; null if it is not one. */
  typed(text: string): string | null;
}
