import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ProductsWords } from "./en.ts";

/** What is said of products. A category comes as `titled` writes it, prices and counts as text. */
export const productsWords: InEach<ProductsWords> = inEach("products", en);
