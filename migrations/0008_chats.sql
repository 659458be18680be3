CREATE TABLE `chats` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`kind` text NOT NULL,
	`scopes` text NOT NULL,
	`watchlist_id` text,
	`roles` text NOT NULL,
	`users` text NOT NULL,
	`language` text,
	`code_hash` text,
	`code_expires_at` integer NOT NULL,
	`address` text,
	`title` text,
	`linked_at` integer,
	`last_command_at` integer,
	`last_command` text,
	`failure` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_codeHash_unique` ON `chats` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `chats_address_unique` ON `chats` (`address`);--> statement-breakpoint
ALTER TABLE `silences` ADD `until_end` integer DEFAULT false NOT NULL;