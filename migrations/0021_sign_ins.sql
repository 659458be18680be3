CREATE TABLE `sign_ins` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`holder` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`address` text,
	`agent` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ins_id_unique` ON `sign_ins` (`id`);--> statement-breakpoint
CREATE INDEX `sign_ins_of` ON `sign_ins` (`holder`);--> statement-breakpoint
ALTER TABLE `audit` ADD `merge_key` text;--> statement-breakpoint
CREATE INDEX `audit_merged` ON `audit` (`merge_key`) WHERE merge_key IS NOT NULL;--> statement-breakpoint
-- By hand: a token that is deleted, expires or had expired when it is changed ends its sign-ins, also for older versions.
CREATE TRIGGER sign_ins_go AFTER DELETE ON tokens BEGIN
  DELETE FROM sign_ins WHERE holder = old.id;
END;--> statement-breakpoint
CREATE TRIGGER sign_ins_expire AFTER UPDATE OF expires_at ON tokens
WHEN old.expires_at <= new.updated_at OR new.expires_at <= new.updated_at BEGIN
  DELETE FROM sign_ins WHERE holder = new.id;
END;
