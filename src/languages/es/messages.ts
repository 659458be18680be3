import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "el servicio pidió menos llamadas",
  unreachable: "no se pudo llegar al servicio",
  refused: "el servicio lo rechazó",
  gone: "el objetivo ya no existe",
  malformed: "la respuesta no se entiende",
  unreadable: "un número ya no se entiende",
  bug: "un error de Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Un objetivo",
  failing: {
    one: (name) => say`No se puede consultar a ${name}`,
    many: () => "no se pueden consultar",
    heading: () => "No se pueden consultar",
  },
  failed: (count, fault, step) => `${count} intentos seguidos fallaron; el último: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`Se puede consultar de nuevo a ${name}`,
    many: () => "se pueden consultar de nuevo",
    heading: () => "Se pueden consultar de nuevo",
  },
  unknownVerdict: {
    one: (name) => say`No sabemos si ${name} está en directo`,
    many: () => "sin un estado claro",
    heading: () => "Sin un estado claro",
  },
  unknownNext: "Las consultas no lo dicen desde hace demasiado tiempo. La página del creador muestra por qué.",
  knownVerdict: {
    one: (name) => say`Volvemos a saber si ${name} está en directo`,
    many: () => "con un estado claro de nuevo",
    heading: () => "Estado claro de nuevo",
  },
  unknownData: {
    one: (name) => say`No hay datos actuales de ${name}`,
    many: () => "sin datos actuales",
    heading: () => "Sin datos actuales",
  },
  unknownDataNext: "Las consultas no dan una respuesta válida desde hace demasiado tiempo.",
  knownData: {
    one: (name) => say`Vuelve a haber datos actuales de ${name}`,
    many: () => "de nuevo con datos actuales",
    heading: () => "Datos actuales de nuevo",
  },
  after: (count) => `Tras ${count} intentos fallidos`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Consúltalo con menos frecuencia.",
    unreachable: "Comprueba si se puede llegar al servicio consultado.",
    refused: "Comprueba los identificadores y los permisos de la cuenta.",
    gone: "Comprueba que los identificadores sean correctos.",
    malformed: "Prueba la conexión en Primeros pasos: quizá el servicio ha cambiado sus respuestas.",
    unreadable: "Quizá el servicio ya no lo envía o lo ha movido dentro de sus respuestas.",
    bug: "El registro dice más; avísanos, por favor.",
  },
  disabled: (channel) => `Se desactivó el canal ${channel}`,
  revive: () =>
    "Su destino ya no acepta nada. Escribe una dirección nueva en Canales y actívalo; después envía en Mensajes lo que se perdió.",
  channelFailing: (channel) => `Los mensajes a ${channel} no llegan`,
  channelSays: (reason, fix, waiting) => `Último error: «${reason}». ${fix} En espera: ${waiting}.`,
  channelRecovered: (channel) => `Los mensajes a ${channel} vuelven a llegar`,
  channelSends: (waiting) => `Se envían ahora los mensajes que esperaban: ${waiting}.`,
  fixes: {
    allow: "Permite que Tallylight publique allí: revisa sus permisos y que sea miembro del canal.",
    token: "Dale al canal un nuevo token de bot.",
    thread:
      "Dale al canal el id de un hilo o el webhook de un canal de texto: un foro solo acepta mensajes dentro de un hilo.",
    address: "Revisa la dirección del canal: el destino la rechaza.",
    open: "Vuelve a abrir allí el hilo o el tema, o haz sitio en el foro. O indica otro hilo.",
    refused: "El destino no acepta el mensaje. Corrige lo que dice: el mensaje espera y se reintenta hasta entonces.",
    key: "Vuelve a añadir la clave que cifró los ajustes o introdúcelos de nuevo.",
    message: "Envía un mensaje de prueba. Lo rechazado no se reenvía solo: vuelve a enviarlo cuando llegue una prueba.",
    limit:
      "No hay nada que hacer: el envío se reanuda cuando el destino lo permita. Si dura, envía menos mensajes allí.",
    wait: "Se reintenta al menos cada diez minutos. Si dura, revisa la dirección y el receptor.",
  },
  changed: (channel) => `El canal ${channel} tiene otro destino`,
  changedBy: (token) =>
    `${token} cambió su destino. Si no ha sido nadie del equipo, elimina ese token y vuelve a poner la dirección.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `El problema duró ${duration}`,
  hello: (channel) => `Saludos de Tallylight, ${channel}`,
  test: "Esto es una prueba: los mensajes de Tallylight llegan aquí.",
  unknown: {
    title: "Algo va mal en Tallylight",
    next: "La página Ahora dice qué hacer.",
    over: "Tallylight vuelve a funcionar bien",
  },
  troubles: {
    tick_ahead: {
      title: "El último ciclo va por delante del reloj",
      next: "Pon el reloj en hora o espera: hasta entonces no cuenta ningún ciclo.",
      over: "El reloj ha alcanzado a los ciclos",
    },
    no_ticks: {
      title: "Faltaron ciclos",
      next: "Sin ciclos no se consulta nada. Comprueba que el disparador cron siga ahí.",
      over: "Los ciclos vuelven a llegar",
    },
    tick_failed: {
      title: "Los ciclos fallan",
      next: "El registro dice por qué.",
      over: "Los ciclos vuelven a terminar bien",
    },
    no_polls: {
      title: "No se consulta nada",
      next: "Mira el registro y comprueba que la cola «polls» tenga su consumidor.",
      over: "Se vuelve a consultar",
    },
    batches_lost: {
      title: "Se pierden consultas una y otra vez",
      next: "Puede que falte tiempo de CPU. Mira el registro; el plan de pago da más.",
      over: "Ya no se pierden consultas",
    },
    queue_refused: {
      title: "La cola no acepta mensajes",
      next: "El plan gratuito tiene 10.000 operaciones al día: hasta que haya más, cada ciclo consulta lo que puede por sí solo.",
      over: "La cola vuelve a aceptar mensajes",
    },
    database_quota: {
      title: "Las filas de la base de datos de hoy casi se han agotado",
      next: "Cierra pestañas que nadie mira, consulta con menos frecuencia o usa el plan de pago de Cloudflare: si se agotan, no se consulta nada hasta la medianoche UTC.",
      over: "La base de datos vuelve a tener filas",
    },
    not_connected: {
      title: "Ningún servicio está conectado",
      next: "Indica la dirección y las credenciales del servicio.",
      over: "Un servicio está conectado",
    },
    budget_exceeded: {
      title: "Faltan consultas por minuto",
      next: "Permite más consultas por minuto en Ajustes o comprueba con menos frecuencia.",
      over: "Las consultas por minuto vuelven a bastar",
    },
    behind: {
      title: "Las consultas se retrasan",
      next: "Mira cuánto tarda el servicio en responder y si a la máquina le queda CPU libre; si no, consulta con menos frecuencia.",
      over: "Las consultas vuelven a llegar a tiempo",
    },
    upstream_unauthorized: {
      title: "El servicio consultado rechaza las credenciales",
      next: "Corrige la clave o la contraseña en Primeros pasos o en el entorno. Hasta entonces se hace un intento prudente cada diez minutos.",
      over: "El servicio consultado vuelve a aceptar las credenciales",
    },
    upstream_key_expired: {
      title: "La clave de la cuenta ha caducado",
      next: "Renuévala en el servicio. Hasta entonces se hace un intento prudente cada diez minutos.",
      over: "La clave de la cuenta vuelve a ser válida",
    },
    upstream_throttled: {
      title: "El servicio consultado pide menos llamadas",
      next: "No hay que hacer nada: las consultas esperan y vuelven poco a poco. Si se repite, baja UPSTREAM_POLLS_PER_MINUTE.",
      over: "Se puede volver a llamar al servicio consultado",
    },
    upstream_refused: {
      title: "El servicio consultado rechaza una operación",
      next: "Todo lo demás se consulta como siempre.",
      over: "El servicio consultado vuelve a responder a todas las operaciones",
    },
    upstream_failing: {
      title: "Fallan todas las consultas",
      next: "Revisa UPSTREAM_BASE_URL y las rutas de las operaciones.",
      over: "Las consultas vuelven a funcionar",
    },
    upstream_drifted: {
      title: "El servicio consultado responde con otra forma",
      next: "Prueba la conexión en Primeros pasos y vuelve a elegir qué valor indica un directo.",
      over: "Las respuestas del servicio vuelven a entenderse",
    },
    upstream_suspect: {
      title: "Demasiados creadores cambiaron a la vez",
      next: "No hay que hacer nada: los cambios se retienen hasta que la próxima consulta los confirme. Si se repite, revisa el servicio.",
      over: "Los creadores ya no cambian todos a la vez",
    },
    upstream_unknown: {
      title: "No sabemos quién está en directo",
      next: "Prueba la conexión en Primeros pasos con alguien que esté en directo ahora y vuelve a elegir qué valor indica un directo.",
      over: "Volvemos a saber quién está en directo",
    },
    account_key_lost: {
      title: "Se ha perdido la clave de la cuenta del servicio",
      next: "Vuelve a añadir la clave que cifró la cuenta o introdúcela de nuevo.",
      over: "La clave de la cuenta del servicio está de vuelta",
    },
    channel_key_lost: {
      title: "Se ha perdido la clave de un canal",
      next: "Vuelve a añadir la clave que cifró los ajustes o introdúcelos de nuevo.",
      over: "Las claves de todos los canales están de vuelta",
    },
    channel_failing: {
      title: "Los mensajes a un canal no llegan",
      next: "Abre Canales para ver cuál es y qué hacer.",
      over: "Los mensajes vuelven a llegar a todos los canales",
    },
  },
};

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} en directo`,
  nobody: "Nadie está en directo",
  nobodyKnown: "Nadie en directo, que sepamos",
  unknown: (count) => `${count} sin confirmar`,
  unknownSince: (when) => say`sin confirmar desde ${when}, en directo hasta entonces`,
  blind: "No se sabe quién está en directo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`al menos desde ${when}`,
  blindSince: (when) => say`No se sabe desde ${when}. Lo último que se supo:`,
  more: (count) => `y ${count} más`,
  moreThan: (count) => `y más de ${count} más`,
  checked: (when) => say`Comprobado ${when}`,
  placeholder: "Este mensaje, o uno más reciente, muestra quién está en directo.",
  over: "Este tablón ya no se actualiza.",
};

const counted = counting("es");

export const channels: Translation<ChannelWords> = {
  update: "Novedad",
  moreUpdates: (count) => `${count} ${counted(count, "novedad más", "novedades más")}`,
  more: (count) => `${count} más`,
  left: (count) => `+${count} más`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `En la imagen: ${legend}`,
  digest: "Resumen",
  picture: "Imagen",
  moment: "{date_short_pretty} a las {time}",
  pictureOf: (name) => `Foto de ${name}`,
  coverOf: (name) => `Portada del directo de ${name}`,
  unsubscribe: "Cancelar la suscripción",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Un día tranquilo", week: "Una semana tranquila", month: "Un mes tranquilo", period: "Un periodo tranquilo" }[period]}: nada destacó.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) =>
    `se ${counted(count, "omitió", "omitieron")} ${count} ${counted(count, "anterior", "anteriores")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
  rest: "Ver el resto",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `La mayoría de las respuestas de ${operation} ya no se entienden${path === "" ? "" : ` (en ${path})`}. Prueba la conexión en Primeros pasos o corrige UPSTREAM_OPERATIONS.`,
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
