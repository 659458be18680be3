CREATE TABLE `months` (
	`target_id` text NOT NULL,
	`month` integer NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`viewers` text DEFAULT '[]' NOT NULL,
	`places` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`target_id`, `month`)
);
--> statement-breakpoint
ALTER TABLE `ticker` ADD `rolled` text;--> statement-breakpoint
CREATE INDEX `events_rolled` ON `events` (`target_id`) WHERE type IN ('live.no_show', 'target.unknown', 'target.known');--> statement-breakpoint
CREATE INDEX `targets_ranked` ON `targets` (params ->> '$.userId') WHERE kind = 'ranking';