ALTER TABLE `deliveries` ADD `exchange` text;--> statement-breakpoint
ALTER TABLE `targets` ADD `alias` text;--> statement-breakpoint
CREATE INDEX `targets_alias` ON `targets` (`watchlist_id`,`kind`,`alias`) WHERE alias IS NOT NULL;--> statement-breakpoint
UPDATE OR IGNORE targets SET
	identity = json_array(params ->> '$.userId', iif(params ->> '$.userId' IS NULL, params ->> '$.roomId', NULL), NULL),
	alias = iif(params ->> '$.userId' IS NOT NULL AND params ->> '$.handle' IS NOT NULL, json_array(NULL, NULL, lower(params ->> '$.handle')), NULL)
WHERE kind = 'live';
