import { doors } from "./doors.ts";

export default doors();
