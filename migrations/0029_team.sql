ALTER TABLE `sign_ins` ADD `email` text;--> statement-breakpoint
ALTER TABLE `ticker` ADD `timezone` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `email` text;