CREATE TABLE `list_months` (
	`watchlist_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`month` text NOT NULL,
	`people` text NOT NULL
);
