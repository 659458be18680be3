CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`disabled_reason` text,
	`masked` text NOT NULL,
	`sealed` text NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`paced_until` integer DEFAULT 0 NOT NULL,
	`taker` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`channel_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`items` text NOT NULL,
	`made_at` integer NOT NULL,
	`open_until` integer NOT NULL,
	`closed` integer DEFAULT false NOT NULL,
	`next_attempt_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`taker` text,
	`attempts` text DEFAULT '[]' NOT NULL,
	`sent_at` integer,
	`message_ref` text,
	`edits` text,
	`replay_of` text,
	`summary` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_held` ON `deliveries` (`next_attempt_at`) WHERE status = 'held' and summary is null;--> statement-breakpoint
CREATE INDEX `deliveries_channel` ON `deliveries` (`channel_id`,`made_at`);--> statement-breakpoint
CREATE INDEX `deliveries_edits` ON `deliveries` (`edits`) WHERE status = 'pending' and edits is not null;--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`target_id` text,
	`watchlist_id` text,
	`target` text,
	`occurred_at` integer NOT NULL,
	`detected_at` integer NOT NULL,
	`window_from` integer,
	`window_to` integer NOT NULL,
	`data` text NOT NULL,
	`follows` text,
	`commit_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_target` ON `events` (`target_id`);--> statement-breakpoint
CREATE TABLE `samples` (
	`target_id` text NOT NULL,
	`day` integer NOT NULL,
	`points` text NOT NULL,
	PRIMARY KEY(`target_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `sheets` (
	`id` integer PRIMARY KEY NOT NULL,
	`entries` text DEFAULT '{}' NOT NULL,
	`edits` text DEFAULT '{}' NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `silences` (
	`id` text PRIMARY KEY NOT NULL,
	`target_id` text,
	`watchlist_id` text,
	`type` text,
	`until` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`watchlist_id` text,
	`target_id` text,
	`channel_id` text NOT NULL,
	`events` text NOT NULL,
	`enabled` integer NOT NULL,
	`options` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tally` (
	`slot` integer PRIMARY KEY NOT NULL,
	`done` text DEFAULT '[]' NOT NULL,
	`unspent` integer DEFAULT 0 NOT NULL,
	`counters` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `targets` (
	`id` text PRIMARY KEY NOT NULL,
	`watchlist_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`params` text NOT NULL,
	`identity` text NOT NULL,
	`interval_seconds` integer NOT NULL,
	`priority` integer NOT NULL,
	`enabled` integer NOT NULL,
	`announce_initial` integer NOT NULL,
	`settings` text NOT NULL,
	`sheet_id` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`judged_at` integer,
	`state` text,
	`fault` text,
	`consecutive_faults` integer DEFAULT 0 NOT NULL,
	`last_ok_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `targets_identity` ON `targets` (`watchlist_id`,`kind`,`identity`);--> statement-breakpoint
CREATE INDEX `targets_made` ON `targets` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `ticker` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_tick_at` integer DEFAULT 0 NOT NULL,
	`spacing_ms` integer DEFAULT 0 NOT NULL,
	`claim` text DEFAULT '' NOT NULL,
	`tokens` real DEFAULT 0 NOT NULL,
	`filled_at` integer DEFAULT 0 NOT NULL,
	`gate` text,
	`watch` text DEFAULT '{"drift":{},"suspectSince":null}' NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`load` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watchlists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watchlists_name_unique` ON `watchlists` (`name`);