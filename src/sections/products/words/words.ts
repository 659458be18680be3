import type { InEach } from "../../../core/language.ts";
import { de } from "./de.ts";
import { en, type ProductsWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What a digest says of products. Counts, prices and shares come as text, `before` as the words for the period before. */
export const productsWords: InEach<ProductsWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
