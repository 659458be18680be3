import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ProductsWords } from "./en.ts";

/** What a digest says of products. Counts, prices and shares come as text, `before` as the words for the period before. */
export const productsWords: InEach<ProductsWords> = inEach("section-products", en);
