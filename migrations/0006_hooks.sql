CREATE TABLE `hints` (
	`target_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`wall_at` integer NOT NULL,
	`claim` text NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hooks_hash_unique` ON `hooks` (`hash`);