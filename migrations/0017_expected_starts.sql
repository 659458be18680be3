ALTER TABLE `targets` ADD `expected_at` integer;--> statement-breakpoint
ALTER TABLE `targets` ADD `expected_confidence` real;--> statement-breakpoint
CREATE INDEX `targets_expected` ON `targets` (`watchlist_id`,`expected_at`) WHERE expected_at IS NOT NULL;