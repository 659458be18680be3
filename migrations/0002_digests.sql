CREATE TABLE `digests` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`watchlist_id` text,
	`schedule` text NOT NULL,
	`timezone` text NOT NULL,
	`period` text,
	`sections` text NOT NULL,
	`enabled` integer NOT NULL,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `editions_id_unique` ON `editions` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `editions_pictureKey_unique` ON `editions` (`picture_key`);--> statement-breakpoint
CREATE INDEX `editions_unwritten` ON `editions` (`lease_until`) WHERE content is null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `edition` text;