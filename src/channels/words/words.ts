import type { InEach } from "../../core/language.ts";
import { de } from "./de.ts";
import { en, type ChannelWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { id } from "./id.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { vi } from "./vi.ts";

/** What channels say themselves, around what they are given. */
export const channelWords: InEach<ChannelWords> = { en, de, es, "pt-BR": ptBR, fr, ja, id, vi };
