ALTER TABLE `targets` ADD `usual_hours` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `hours_at` integer;