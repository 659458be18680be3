/** What the database was when it was read: cheap to compare. */
export interface Mark {
  fingerprint: string;
  /** How many targets each sheet of the timetable holds. */
  sheets: { id: number; size: number }[];
}

/**
 * Tells whether anybody changed the configuration: what each change moves, and what it makes longer or shorter. Polls,
 * deliveries and ticks move none of it.
 */
export const FINGERPRINT = `json_array(
  (SELECT json_array(count(*), max(updated_at), sum(updated_at), sum(length(name) + length(description)))
     FROM watchlists),
  (SELECT json_array(count(*), max(updated_at), sum(updated_at), sum(enabled), sum(interval_seconds), sum(priority),
     sum(length(name) + length(params) + length(settings))) FROM targets),
  (SELECT json_array(count(*), max(updated_at), sum(updated_at), sum(enabled), sum(length(name) + length(masked)))
     FROM channels),
  (SELECT json_array(count(*), max(updated_at), sum(updated_at), sum(enabled),
     sum(length(name) + length(events) + length(options))) FROM subscriptions),
  (SELECT json_array(count(*), max(updated_at), sum(updated_at), sum(enabled),
     sum(length(name) + length(schedule) + length(sections))) FROM digests),
  (SELECT json_array(count(*), max(created_at), sum(created_at), sum(until), sum(length(reason))) FROM silences),
  (SELECT json_array(count(*), sum(size)) FROM sheets))`;
