DROP INDEX `targets_on_air`;--> statement-breakpoint
DROP INDEX `targets_failing`;--> statement-breakpoint
DROP INDEX `targets_faulty`;--> statement-breakpoint
DROP INDEX `targets_paused`;--> statement-breakpoint
CREATE INDEX `targets_on_air` ON `targets` (`enabled`,`kind`,`watchlist_id`,lower(name),`id`) WHERE on_air = 1;--> statement-breakpoint
CREATE INDEX `targets_failing` ON `targets` (`enabled`) WHERE consecutive_faults >= 5;--> statement-breakpoint
CREATE INDEX `targets_faulty` ON `targets` (`enabled`,`on_air`,`kind`,`watchlist_id`,lower(name),`id`) WHERE consecutive_faults > 0;--> statement-breakpoint
CREATE INDEX `targets_paused` ON `targets` (`kind`,`watchlist_id`,lower(name),`id`) WHERE enabled = 0;