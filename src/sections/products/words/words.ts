import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ProductsWords } from "./en.ts";

/** The words of a digest about products, in each language. */
export const productsWords: InEach<ProductsWords> = inEach("section-products", en);
