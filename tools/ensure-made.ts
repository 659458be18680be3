// Makes what is made from the code and is not in git; with the argument `client`, the types of the client too.
import { ensureBuilt } from "./made.ts";

ensureBuilt(process.argv.includes("client") ? "client" : "served");
