ALTER TABLE `channels` ADD `language` text;--> statement-breakpoint
ALTER TABLE `digests` ADD `language` text;