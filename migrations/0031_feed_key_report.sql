ALTER TABLE `feed-keys` ADD `report` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `feed-keys` ADD `agency` text;--> statement-breakpoint
ALTER TABLE `feed-keys` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `feed-keys` ADD `language` text;