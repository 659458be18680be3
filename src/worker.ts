import { doors } from "./wiring/handlers.ts";
import { prepareForms } from "./wiring/prepare-forms.ts";

prepareForms();

export default doors();
