CREATE TABLE `removed_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`watchlist_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`params` text NOT NULL,
	`timezone` text,
	`interval_seconds` integer NOT NULL,
	`state` text,
	`consecutive_faults` integer NOT NULL,
	`last_ok_at` integer,
	`unknown_since` integer,
	`gaps` text,
	`paused_at` integer,
	`removed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removed_listed` ON `removed_targets` (`watchlist_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `events_rolled`;--> statement-breakpoint
CREATE INDEX `events_missed` ON `events` (`target_id`) WHERE type = 'live.no_show';--> statement-breakpoint
ALTER TABLE `months` ADD `gaps` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `goals` ADD `starts_on` text;--> statement-breakpoint
ALTER TABLE `targets` ADD `gaps` text;--> statement-breakpoint
ALTER TABLE `targets` ADD `paused_at` integer;--> statement-breakpoint
-- Nobody recorded until now when states were not known.
UPDATE targets SET gaps = json_array(json_array(created_at, (SELECT last_tick_at FROM ticker WHERE id = 1))) WHERE state IS NOT NULL;--> statement-breakpoint
UPDATE targets SET paused_at = (SELECT last_tick_at FROM ticker WHERE id = 1) WHERE enabled = 0;--> statement-breakpoint
-- Months have another form now. They are made again of what is stored.
DELETE FROM months;--> statement-breakpoint
UPDATE ticker SET rolled = NULL WHERE id = 1;--> statement-breakpoint
-- Versions before read months and gaps in another form.
UPDATE ticker SET schema_floor = 33;
