/** An observed start or end. Times are epoch ms. */
export interface Seen {
  targetId: string;
  name: string;
  /** When it was detected, and how long before that it may have happened. */
  at: number;
  withinSeconds: number;
}

/** What was observed of the rule that decides who is live, since it applies. */
export interface Proof {
  /** Hash of the service's address and its live check. Another hash is another rule. */
  rule: string;
  since: number;
  start: Seen | null;
  end: Seen | null;
  /** The targets that the service was tested with; undefined if it was not tested on the page. */
  watched?: string[];
}

/** The demo's service, whose answers are about nobody; and any other one. */
export const DEMO_SERVICE = "demo";
export const OWN_SERVICE = "own";

/** The polled service whose answers the states come from. */
export interface AskedService {
  /** `DEMO_SERVICE` or `OWN_SERVICE`. An own one at another address may be the same one moved. */
  id: string;
  /** Since when it is asked, epoch ms; 0 if no other one was before. */
  since: number;
  /** Targets of the service that was connected before the demo's, which knows nothing of them and isn't asked. */
  rests?: string[];
}

/** The proof as stored, with the service that is asked: of the demo's there is nothing to prove. */
export type StoredProof = Partial<Proof> & { service?: AskedService };

/** The proof of a stored one; null if there is nothing to prove. */
export const proofOf = (stored: StoredProof | null): Proof | null =>
  stored?.rule === undefined || stored.service?.id === DEMO_SERVICE
    ? null
    : (({ service: _asked, ...proof }) => proof)(stored as Proof & StoredProof);

/** How much of the rule was observed: nothing, a start or an end, or both. */
export type Proven = "nothing" | "start" | "end" | "both";

/** Until something was observed, the rule may be wrong about everybody. */
export const provenBy = ({ start, end }: Proof): Proven =>
  start === null ? (end === null ? "nothing" : "end") : end === null ? "start" : "both";
