CREATE INDEX `silences_about` ON `silences` (`target_id`,`watchlist_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_made` ON `subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_about` ON `subscriptions` (`target_id`,`watchlist_id`);