import type { Translation } from "../../core/language.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

export const es: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `La mayoría de las respuestas de ${operation} ya no se entienden${path === "" ? "" : ` (en ${path})`}. Compara una (POST /v1/upstream/probe) con sus punteros en UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "En una lista faltan de golpe la mayoría de los elementos",
    next: "No hay que hacer nada: solo se dan por desaparecidos si más respuestas lo confirman. Si se repite, revisa el servicio.",
    over: "Las respuestas sobre una lista vuelven a coincidir",
  },
  refused: (operation, status, limited) =>
    limited
      ? `El servicio consultado limita ${operation} (${status})`
      : `El servicio consultado rechaza ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "No hay que hacer nada: estas consultas esperan lo que pida el servicio. Todo lo demás se consulta como siempre."
      : "Todo lo demás se consulta como siempre. Comprueba que tu cuenta pueda usar esta operación. Hasta entonces se hace un intento prudente cada diez minutos.",
  refusedOver: (operation) => `El servicio consultado vuelve a responder a ${operation}`,
};
