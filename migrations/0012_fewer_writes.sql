DROP INDEX `deliveries_channel`;--> statement-breakpoint
DROP INDEX `deliveries_status`;--> statement-breakpoint
DROP INDEX `deliveries_made`;--> statement-breakpoint
CREATE INDEX `deliveries_left` ON `deliveries` (`status`) WHERE status in ('dead', 'suppressed', 'held');--> statement-breakpoint
CREATE INDEX `deliveries_made` ON `deliveries` (`made_at`,`channel_id`);--> statement-breakpoint
DELETE FROM counts WHERE name IN ('deliveries|pending', 'deliveries|sent');
