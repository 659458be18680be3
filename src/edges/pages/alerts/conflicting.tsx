import type { JsonObject } from "../../../core/json.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import { Conflict } from "../parts/conflict.tsx";
import type { Visit } from "../page.ts";
import { savedBy } from "../saved-by.ts";
import { ALERTS } from "./place.ts";
import { bodyOf, draftOf } from "./draft.ts";
import { differingIn } from "./fields-as-words.ts";

interface Props {
  visit: Visit;
  /** As others have made it meanwhile. */
  now: Subscription;
  mine: JsonObject;
  names: AlertNames;
}

/** Both values of what somebody else and this reader have said of an alert. */
export async function ConflictOf({ visit, now, mine, names }: Props) {
  const theirs = bodyOf(draftOf(now, names.targets, visit.zone), now.targetId);
  const differing = differingIn(theirs, mine, names);
  const by = await savedBy(now.id, visit);
  return <Conflict differing={differing} by={by} noun="alert" href={`${ALERTS}/${now.id}`} />;
}
