ALTER TABLE `targets` ADD `mention` text;--> statement-breakpoint
CREATE INDEX `targets_mention` ON `targets` (`id`) WHERE mention IS NOT NULL;