ALTER TABLE `audit` ADD `status` integer;--> statement-breakpoint
ALTER TABLE `audit` ADD `address` text;