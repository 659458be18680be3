import type { InEach } from "../../../core/language.ts";
import { de } from "./de.ts";
import { en, type HashtagsWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What a digest says of hashtags. Counts and shares come as text, `before` as the words for the period before. */
export const hashtagsWords: InEach<HashtagsWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
