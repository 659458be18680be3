ALTER TABLE `ticker` ADD `language` text;--> statement-breakpoint
ALTER TABLE `ticker` ADD `polls_per_minute` integer;