import type { InEach } from "../../../core/language.ts";
import { de } from "./de.ts";
import { en, type DigestWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What a digest says itself, around its sections. */
export const digestWords: InEach<DigestWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
