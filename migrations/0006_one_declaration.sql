ALTER TABLE `tokens` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `form_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `watchlists` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `channels` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `digests` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `silences` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `silences` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mention` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `template` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cooldown_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `group` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `on_end` text DEFAULT 'edit' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `quiet_hours` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `filters` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE subscriptions SET
	mention = options -> '$.mention',
	template = coalesce(options -> '$.template', '{}'),
	cooldown_seconds = coalesce(options ->> '$.cooldownSeconds', 0),
	`group` = coalesce(options ->> '$.group', 1),
	on_end = coalesce(options ->> '$.onEnd', 'edit'),
	quiet_hours = options -> '$.quietHours',
	filters = coalesce(options -> '$.filters', '[]');--> statement-breakpoint
UPDATE subscriptions SET mention = nullif(mention, 'null'), quiet_hours = nullif(quiet_hours, 'null');--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `options`;--> statement-breakpoint
UPDATE tokens SET updated_at = created_at;--> statement-breakpoint
UPDATE silences SET updated_at = created_at;--> statement-breakpoint
ALTER TABLE `audit` ADD `write_id` text;
