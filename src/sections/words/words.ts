import type { InEach } from "../../core/language.ts";
import { de } from "./de.ts";
import { en, type SectionWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What all sections of a digest say alike. `part` is how long was watched, as `days`, `ofDays` or `ofTime` write it. */
export const sectionWords: InEach<SectionWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
