CREATE TABLE `fanouts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`tick` integer NOT NULL,
	`made_at` integer NOT NULL,
	`content` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fanouts_id_unique` ON `fanouts` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE status = 'pending';