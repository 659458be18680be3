CREATE TABLE `left_demo` (
	`seq` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`left_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `ticker` ADD `demo` text;--> statement-breakpoint
ALTER TABLE `ticker` ADD `proof` text;