ALTER TABLE `ticker` ADD `breakers` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `ticker` ADD `schema_floor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `channels` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `channels` ADD `recovered_at` integer;--> statement-breakpoint
CREATE INDEX `channels_failing` ON `channels` (`id`) WHERE failure is not null;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `facts_missing` text DEFAULT 'tell' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `timezone` text;--> statement-breakpoint
ALTER TABLE `targets` ADD `unknown_since` integer;--> statement-breakpoint
CREATE INDEX `targets_unknown` ON `targets` (`enabled`,`on_air`,`kind`,`watchlist_id`,lower(name),`id`) WHERE unknown_since IS NOT NULL;--> statement-breakpoint
ALTER TABLE `watchlists` ADD `timezone` text;--> statement-breakpoint
-- By hand: what failed before this version counts as a failure that was not reported yet.
UPDATE `channels` SET `failure` = json_object('refusals', 0, 'failed', json('true'), 'reason', 'no message arrives', 'fix', 'wait',
  'triedAt', `failing_since`, 'waiting', 0, 'reportedSince', NULL, 'recoveredAt', NULL)
WHERE `failing_since` IS NOT NULL AND `enabled` = 1;
