import type { InEach } from "../../core/language.ts";
import { de } from "./de.ts";
import { en, type OperatorWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What whoever runs Tallylight is told. */
export const operatorWords: InEach<OperatorWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
