import { filled } from "../../core/with-defaults.ts";
import { isObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type LiveParams, type LiveSettings } from "./params.ts";
import type { LiveState, Session } from "./view.ts";

const STATE: LiveState = {
  verdict: "unknown",
  since: 0,
  knownAt: null,
  room: null,
  session: null,
  flip: null,
  baseline: false,
};

const SESSION: Session = { id: "", room: null, startedAt: 0, lastOnAt: null, toldAt: null };

/** Reads rows that an older version stored. */
export const storedLive: Stored<LiveParams, LiveSettings, LiveState> = {
  params: (stored) => stored,
  settings: (stored) => filled<LiveSettings>(DEFAULTS, stored),
  state(stored) {
    if (!isObject(stored)) return null;
    const state = filled(STATE, stored);
    return state.session === null ? state : { ...state, session: filled(SESSION, stored["session"]) };
  },
};
