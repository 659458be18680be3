import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ProductsWords } from "./en.ts";

/** Wording of product events in each language. */
export const productsWords: InEach<ProductsWords> = inEach("products", en);
