CREATE INDEX `audit_merged` ON `audit` (`merge_key`) WHERE merge_key IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ins_id_unique` ON `sign_ins` (`id`);--> statement-breakpoint
CREATE INDEX `sign_ins_of` ON `sign_ins` (`holder`);--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_held` ON `deliveries` (`next_attempt_at`) WHERE status = 'held' and summary is null;--> statement-breakpoint
CREATE INDEX `deliveries_left` ON `deliveries` (`status`) WHERE status in ('dead', 'suppressed', 'held');--> statement-breakpoint
CREATE INDEX `deliveries_to` ON `deliveries` (`channel_id`,`made_at`);--> statement-breakpoint
CREATE INDEX `deliveries_board` ON `deliveries` (`board`) WHERE board is not null;--> statement-breakpoint
CREATE INDEX `deliveries_replay` ON `deliveries` (`replay_of`) WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX `deliveries_edits` ON `deliveries` (`edits`) WHERE status = 'pending' and edits is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `editions_id_unique` ON `editions` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `editions_pictureKey_unique` ON `editions` (`picture_key`);--> statement-breakpoint
CREATE INDEX `editions_unwritten` ON `editions` (`lease_until`) WHERE content is null;--> statement-breakpoint
CREATE UNIQUE INDEX `fanouts_id_unique` ON `fanouts` (`id`);--> statement-breakpoint
CREATE INDEX `imported_started` ON `imported_sessions` (`started_at`,`target_id`);--> statement-breakpoint
CREATE INDEX `removed_listed` ON `removed_targets` (`watchlist_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_target` ON `events` (`target_id`);--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`type`,`seq`,`span`,`watchlist_id`) WHERE span is not null;--> statement-breakpoint
CREATE INDEX `events_list` ON `events` (`watchlist_id`,`seq`,`span`,`type`) WHERE span is not null;--> statement-breakpoint
CREATE INDEX `events_ended` ON `events` (`target_id`) WHERE type = 'live.ended';--> statement-breakpoint
CREATE INDEX `events_missed` ON `events` (`target_id`) WHERE type = 'live.no_show';--> statement-breakpoint
CREATE INDEX `events_late` ON `events` (`detected_at`,`seq`) WHERE seq > (detected_at + 10000) * 512;--> statement-breakpoint
CREATE INDEX `subscriptions_made` ON `subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_about` ON `subscriptions` (`target_id`,`watchlist_id`);--> statement-breakpoint
CREATE INDEX `channels_failing` ON `channels` (`id`) WHERE failure is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `chats_codeHash_unique` ON `chats` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `chats_address_unique` ON `chats` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `feed-keys_hash_unique` ON `feed-keys` (`hash`);--> statement-breakpoint
CREATE INDEX `goals_target` ON `goals` (`target_id`);--> statement-breakpoint
CREATE INDEX `goals_list` ON `goals` (`watchlist_id`);--> statement-breakpoint
CREATE INDEX `goals_made` ON `goals` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `hooks_hash_unique` ON `hooks` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `watchlists_name_unique` ON `watchlists` (`name`);--> statement-breakpoint
CREATE INDEX `watchlists_made` ON `watchlists` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_hash_unique` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `silences_about` ON `silences` (`target_id`,`watchlist_id`);--> statement-breakpoint
CREATE INDEX `silences_made` ON `silences` (`created_at`,`id`);
