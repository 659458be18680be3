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
	`judged_at` integer DEFAULT 0 NOT NULL,
	`judged_to` text
);
--> statement-breakpoint
CREATE INDEX `goals_target` ON `goals` (`target_id`);--> statement-breakpoint
CREATE INDEX `goals_list` ON `goals` (`watchlist_id`);--> statement-breakpoint
CREATE INDEX `goals_made` ON `goals` (`created_at`,`id`);