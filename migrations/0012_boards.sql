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
);
--> statement-breakpoint
ALTER TABLE `deliveries` ADD `board` text;--> statement-breakpoint
CREATE INDEX `deliveries_board` ON `deliveries` (`board`) WHERE board is not null;