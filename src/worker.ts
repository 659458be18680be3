import { doors } from "./handlers.ts";
import { prepareForms } from "./prepare-forms.ts";

prepareForms();

export default doors();
