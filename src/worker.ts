import { doors, Watchdog } from "./wiring/handlers.ts";
import { prepareForms } from "./wiring/prepare-forms.ts";

prepareForms();

/** @public The runtime looks for it by name. */
export { Watchdog };

export default doors();
