// Written by npm run openapi from the folders here. Not edited by hand.
import { de as deCore } from "./de/core.ts";
import { es as esCore } from "./es/core.ts";
import { ptBR as ptBRCore } from "./pt-BR/core.ts";
import { fr as frCore } from "./fr/core.ts";
import { ja as jaCore } from "./ja/core.ts";
import { id as idCore } from "./id/core.ts";
import { vi as viCore } from "./vi/core.ts";

/** The words of `src/core/words.ts` by language. */
export const coreTranslations = { de: deCore, es: esCore, "pt-BR": ptBRCore, fr: frCore, ja: jaCore, id: idCore, vi: viCore };
