ALTER TABLE `ticker` ADD `account` text;--> statement-breakpoint
ALTER TABLE `ticker` ADD `operations` text DEFAULT '{}' NOT NULL;