// Generated tests take the same cases at each run, so that a change is judged by what it changes. The long run takes new
// ones; SEED repeats them, and fast-check prints it with a failure.
import fc from "fast-check";

const provided = process.env["SEED"];
if (provided !== undefined) fc.configureGlobal({ seed: Number(provided) });
else if (!process.env["LONG"]) fc.configureGlobal({ seed: 20_261_125 });
