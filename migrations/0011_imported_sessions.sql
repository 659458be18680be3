CREATE TABLE `imported_sessions` (
	`target_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`target_id`, `started_at`)
);
--> statement-breakpoint
CREATE INDEX `imported_started` ON `imported_sessions` (`started_at`,`target_id`);