import type { InEach } from "../../../core/language.ts";
import { de } from "./de.ts";
import { en, type HashtagWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What is said of hashtags. A search comes as `titled` writes it, counts as text. */
export const hashtagWords: InEach<HashtagWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
