import type { InEach } from "../../../core/language.ts";
import { de } from "./de.ts";
import { en, type ProductsWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What is said of products. A category comes as `titled` writes it, prices and counts as text. */
export const productsWords: InEach<ProductsWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
