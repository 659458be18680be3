DROP INDEX `targets_on_air`;--> statement-breakpoint
CREATE INDEX `targets_name` ON `targets` (`kind`,lower(name),`id`);--> statement-breakpoint
CREATE INDEX `targets_list_name` ON `targets` (`watchlist_id`,`kind`,lower(name),`id`);--> statement-breakpoint
CREATE INDEX `targets_failing` ON `targets` (`consecutive_faults`) WHERE consecutive_faults >= 5;--> statement-breakpoint
CREATE INDEX `targets_faulty` ON `targets` (`kind`,lower(name),`id`) WHERE consecutive_faults > 0;--> statement-breakpoint
CREATE INDEX `targets_paused` ON `targets` (`kind`,lower(name),`id`) WHERE enabled = 0;--> statement-breakpoint
CREATE INDEX `targets_called` ON `targets` (`kind`,CASE WHEN alias IS NULL THEN identity ELSE alias END);--> statement-breakpoint
CREATE INDEX `targets_on_air` ON `targets` (`kind`,lower(name),`id`) WHERE on_air = 1;