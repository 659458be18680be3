CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`token_id` text,
	`token_name` text NOT NULL,
	`operation` text NOT NULL,
	`subject` text,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`address` text,
	`request_id` text,
	`write_id` text,
	`merge_key` text
);--> statement-breakpoint
CREATE TABLE `requests` (
	`key` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`at` integer NOT NULL,
	`answer` text
);--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`holder` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`address` text,
	`agent` text,
	`email` text
);--> statement-breakpoint
CREATE TABLE `write_parts` (
	`part` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL
);--> statement-breakpoint
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
	`summary` text,
	`edition` text,
	`board` text,
	`exchange` text
);--> statement-breakpoint
CREATE TABLE `editions` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`digest_id` text NOT NULL,
	`digest` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`made_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`content` text,
	`picture_key` text,
	`pictures_until` integer
);--> statement-breakpoint
CREATE TABLE `fanouts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`tick` integer NOT NULL,
	`made_at` integer NOT NULL,
	`content` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `imported_sessions` (
	`target_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`target_id`, `started_at`)
);--> statement-breakpoint
CREATE TABLE `months` (
	`target_id` text NOT NULL,
	`month` integer NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`viewers` text DEFAULT '[]' NOT NULL,
	`places` text DEFAULT '[]' NOT NULL,
	`gaps` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`target_id`, `month`)
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE `series` (
	`target_id` text NOT NULL,
	`begins_at` integer NOT NULL,
	`points` text NOT NULL,
	PRIMARY KEY(`target_id`, `begins_at`)
);--> statement-breakpoint
CREATE TABLE `unwatched` (
	`target_id` text PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`last_ok_at` integer
);--> statement-breakpoint
CREATE TABLE `bulk_writes` (
	`id` integer PRIMARY KEY NOT NULL
);--> statement-breakpoint
CREATE TABLE `counts` (
	`name` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);--> statement-breakpoint
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
	`claim` text,
	`commit_id` text NOT NULL,
	`span` integer DEFAULT 1
);--> statement-breakpoint
CREATE TABLE `tally` (
	`id` integer PRIMARY KEY NOT NULL,
	`done` text DEFAULT '{}' NOT NULL,
	`freed` text DEFAULT '{}' NOT NULL,
	`unspent` integer DEFAULT 0 NOT NULL,
	`counters` text DEFAULT '{}' NOT NULL,
	`last_poll_at` integer DEFAULT 0 NOT NULL,
	`failing_since` integer DEFAULT 0 NOT NULL,
	`failed_polls` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `left_demo` (
	`seq` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`left_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `list_counts` (
	`watchlist_id` text NOT NULL,
	`kind` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`watchlist_id`, `kind`)
);--> statement-breakpoint
CREATE TABLE `list_months` (
	`watchlist_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`month` text NOT NULL,
	`people` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `name_pages` (
	`page` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `habits` (
	`page` integer PRIMARY KEY NOT NULL,
	`habits` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `sheets` (
	`id` integer PRIMARY KEY NOT NULL,
	`entries` text DEFAULT '{}' NOT NULL,
	`edits` text DEFAULT '{}' NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `ticker` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_tick_at` integer DEFAULT 0 NOT NULL,
	`spacing_ms` integer DEFAULT 0 NOT NULL,
	`claim` text DEFAULT '' NOT NULL,
	`tokens` real DEFAULT 0 NOT NULL,
	`filled_at` integer DEFAULT 0 NOT NULL,
	`gate` text,
	`breakers` text DEFAULT '{}' NOT NULL,
	`watch` text DEFAULT '{"drift":{},"suspectSince":null}' NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`load` text DEFAULT '{}' NOT NULL,
	`dealt` text DEFAULT '{}' NOT NULL,
	`health` text DEFAULT '{}' NOT NULL,
	`pool` text,
	`made_at` integer DEFAULT 0 NOT NULL,
	`account` text,
	`operations` text DEFAULT '{}' NOT NULL,
	`schema_floor` integer DEFAULT 0 NOT NULL,
	`demo` text,
	`rolled` text,
	`proof` text,
	`timezone` text,
	`language` text,
	`polls_per_minute` integer
);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`watchlist_id` text,
	`target_id` text,
	`channel_id` text NOT NULL,
	`events` text NOT NULL,
	`enabled` integer NOT NULL,
	`mention` text,
	`template` text DEFAULT '{}' NOT NULL,
	`cooldown_seconds` integer DEFAULT 0 NOT NULL,
	`group` integer DEFAULT true NOT NULL,
	`on_end` text DEFAULT 'edit' NOT NULL,
	`facts_missing` text DEFAULT 'tell' NOT NULL,
	`quiet_hours` text,
	`filters` text DEFAULT '[]' NOT NULL
);--> statement-breakpoint
CREATE TABLE `boards` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`watchlist_id` text,
	`content` text,
	`shown_at` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`language` text,
	`disabled_reason` text,
	`masked` text NOT NULL,
	`sealed` text NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`pauses` text,
	`paced_until` integer DEFAULT 0 NOT NULL,
	`taker` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`failure` text,
	`recovered_at` integer,
	`threads` text
);--> statement-breakpoint
CREATE TABLE `chats` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`kind` text NOT NULL,
	`scopes` text NOT NULL,
	`watchlist_id` text,
	`roles` text NOT NULL,
	`users` text NOT NULL,
	`language` text,
	`code_hash` text,
	`code_expires_at` integer NOT NULL,
	`address` text,
	`title` text,
	`linked_at` integer,
	`last_command_at` integer,
	`last_command` text,
	`failure` text
);--> statement-breakpoint
CREATE TABLE `targets` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`form_revision` integer DEFAULT 0 NOT NULL,
	`watchlist_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`params` text NOT NULL,
	`identity` text NOT NULL,
	`alias` text,
	`interval_seconds` integer NOT NULL,
	`priority` integer NOT NULL,
	`enabled` integer NOT NULL,
	`announce_initial` integer NOT NULL,
	`mention` text,
	`timezone` text,
	`settings` text NOT NULL,
	`usual_hours` text DEFAULT '[]' NOT NULL,
	`hours_at` integer,
	`sheet_id` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`judged_at` integer,
	`state` text,
	`past` text,
	`expected_at` integer,
	`expected_confidence` real,
	`fault` text,
	`consecutive_faults` integer DEFAULT 0 NOT NULL,
	`last_ok_at` integer,
	`unknown_since` integer,
	`gaps` text,
	`paused_at` integer,
	`on_air` integer DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE `digests` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`watchlist_id` text,
	`per_watchlist` integer DEFAULT false NOT NULL,
	`schedule` text NOT NULL,
	`timezone` text NOT NULL,
	`period` text,
	`sections` text NOT NULL,
	`enabled` integer NOT NULL,
	`language` text,
	`next_at` integer
);--> statement-breakpoint
CREATE TABLE `feed-keys` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`watchlist_id` text,
	`report` integer DEFAULT false NOT NULL,
	`agency` text,
	`logo` text,
	`language` text,
	`hash` text NOT NULL,
	`opened_at` integer
);--> statement-breakpoint
CREATE TABLE `goals` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`target_id` text,
	`watchlist_id` text,
	`hours` real,
	`valid_days` integer,
	`valid_day_minutes` integer NOT NULL,
	`timezone` text,
	`starts_on` text,
	`judged_at` integer DEFAULT 0 NOT NULL,
	`judged_to` text
);--> statement-breakpoint
CREATE TABLE `hints` (
	`target_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`wall_at` integer NOT NULL,
	`claim` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`watchlist_id` text,
	`hash` text NOT NULL,
	`last_used_at` integer,
	`used_in` integer DEFAULT 0 NOT NULL,
	`used` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `watchlists` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`timezone` text,
	`language` text
);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`watchlist_ids` text,
	`hash` text NOT NULL,
	`email` text,
	`expires_at` integer,
	`last_used_at` integer
);--> statement-breakpoint
CREATE TABLE `silences` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`target_id` text,
	`watchlist_id` text,
	`type` text,
	`until` integer NOT NULL,
	`until_end` integer DEFAULT false NOT NULL,
	`reason` text NOT NULL
);--> statement-breakpoint
-- The rows that there is one of.
INSERT INTO ticker (id, made_at) VALUES (1, unixepoch() * 1000);--> statement-breakpoint
INSERT INTO tally (id) VALUES (1);--> statement-breakpoint
INSERT INTO watchlists (id, name, description, created_at, updated_at)
VALUES ('wl_default', 'default', 'Targets that name no other watchlist.', unixepoch() * 1000, unixepoch() * 1000);--> statement-breakpoint
INSERT INTO counts (name, n) VALUES ('channels', 0), ('subscriptions', 0), ('deliveries|dead', 0), ('deliveries|suppressed', 0), ('deliveries|held', 0);
