import type { ChannelWords } from "../../channels/words/en.ts";
import type { FaultKind } from "../../core/fault.ts";
import { counting, type Translation } from "../../core/language.ts";
import { say } from "../../core/sentence.ts";
import type { BoardWords } from "../../features/boards/message/words/en.ts";
import type { DigestWords } from "../../features/digests/message/words/en.ts";
import type { OperatorWords } from "../../kinds/operator-words/en.ts";
import type { UpstreamWords } from "../../kinds/upstream-words/en.ts";

const faults: Record<FaultKind, string> = {
  throttled: "o serviço pediu menos chamadas",
  unreachable: "não foi possível alcançar o serviço",
  refused: "o serviço recusou",
  gone: "o alvo não existe mais",
  malformed: "a resposta não pôde ser lida",
  unreadable: "um número não pode mais ser lido",
  bug: "um erro do Tallylight",
};

export const operator: Translation<OperatorWords> = {
  target: "Um alvo",
  failing: {
    one: (name) => say`Não foi possível consultar ${name}`,
    many: () => "não puderam ser consultados",
    heading: () => "Sem consulta",
  },
  failed: (count, fault, step) => `${count} tentativas seguidas falharam; a última: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`${name} pode ser consultado de novo`,
    many: () => "podem ser consultados de novo",
    heading: () => "Consultados de novo",
  },
  unknownVerdict: {
    one: (name) => say`Não sabemos se ${name} está ao vivo`,
    many: () => "sem status claro",
    heading: () => "Sem status claro",
  },
  unknownNext: "As consultas não dizem isso há tempo demais. A página do criador mostra o motivo.",
  knownVerdict: {
    one: (name) => say`Sabemos de novo se ${name} está ao vivo`,
    many: () => "com status claro de novo",
    heading: () => "Status claro de novo",
  },
  unknownData: {
    one: (name) => say`Sem dados atuais de ${name}`,
    many: () => "sem dados atuais",
    heading: () => "Sem dados atuais",
  },
  unknownDataNext: "As consultas não dão uma resposta válida há tempo demais.",
  knownData: {
    one: (name) => say`Há dados atuais de ${name} de novo`,
    many: () => "têm dados atuais de novo",
    heading: () => "Dados atuais de novo",
  },
  after: (count) => `Depois de ${count} tentativas sem sucesso`,
  fault: ({ kind, where }) => `${faults[kind]}${where}`,
  steps: {
    throttled: "Consulte com menos frequência.",
    unreachable: "Veja se o serviço consultado está acessível.",
    refused: "Confira os ids e o que a conta pode fazer.",
    gone: "Confira se os ids estão certos.",
    malformed: "Teste a conexão em Primeiros passos: o serviço pode ter mudado as respostas.",
    unreadable: "Talvez o serviço não o envie mais ou o tenha movido dentro das respostas.",
    bug: "O log diz mais; avise-nos, por favor.",
  },
  disabled: (channel) => `O canal ${channel} foi desativado`,
  revive: () =>
    "O destino não aceita mais nada. Informe um novo endereço em Canais e ative-o; depois envie em Mensagens o que faltou.",
  channelFailing: (channel) => `As mensagens para ${channel} não chegam`,
  channelSays: (reason, fix, waiting) => `Último erro: “${reason}”. ${fix} Aguardando: ${waiting}.`,
  channelRecovered: (channel) => `As mensagens para ${channel} voltaram a chegar`,
  channelSends: (waiting) => `As mensagens que aguardavam estão sendo enviadas: ${waiting}.`,
  fixes: {
    allow: "Permita que o Tallylight publique lá: verifique as permissões e se ele é membro do canal.",
    token: "Dê ao canal um novo token de bot.",
    thread:
      "Dê ao canal o id de uma thread ou o webhook de um canal de texto: um fórum só aceita mensagens dentro de uma thread.",
    address: "Verifique o endereço do canal: o destino o recusa.",
    open: "Reabra lá a thread ou o tópico, ou libere espaço no fórum. Ou informe outra thread.",
    refused:
      "O destino não aceita a mensagem. Corrija o que ele informa: a mensagem espera e é tentada de novo até lá.",
    key: "Adicione de novo a chave que criptografou as configurações ou informe-as de novo.",
    message:
      "Envie uma mensagem de teste. O que foi recusado não é reenviado sozinho: envie de novo quando um teste chegar.",
    limit: "Nada a fazer: o envio recomeça quando o destino permitir. Se durar, envie menos mensagens para lá.",
    wait: "Há uma nova tentativa pelo menos a cada dez minutos. Se durar, verifique o endereço e o receptor.",
  },
  changed: (channel) => `O canal ${channel} agora tem outro destino`,
  changedBy: (token) =>
    `O destino foi alterado por ${token}. Se não foi ninguém da equipe, apague esse token e defina o endereço outra vez.`,
  standing: (_detail, next) => next ?? "",
  lasted: (duration) => `O problema durou ${duration}`,
  hello: (channel) => `Olá do Tallylight, ${channel}`,
  test: "Isto é um teste: as mensagens do Tallylight chegam aqui.",
  unknown: {
    title: "Algo não vai bem no Tallylight",
    next: "A página Agora diz o que fazer.",
    over: "O Tallylight está bem de novo",
  },
  troubles: {
    tick_ahead: {
      title: "O último ciclo está adiantado em relação ao relógio",
      next: "Acerte o relógio ou espere: até lá nenhum ciclo conta.",
      over: "O relógio alcançou os ciclos",
    },
    no_ticks: {
      title: "Faltaram ciclos",
      next: "Sem ciclos nada é consultado. Veja se o gatilho cron continua lá.",
      over: "Os ciclos voltaram",
    },
    tick_failed: {
      title: "Os ciclos estão falhando",
      next: "O log diz por quê.",
      over: "Os ciclos terminam bem de novo",
    },
    no_polls: {
      title: "Nada está sendo consultado",
      next: "Veja o log e se a fila “polls” tem o seu consumidor.",
      over: "Os alvos voltaram a ser consultados",
    },
    batches_lost: {
      title: "Consultas se perdem repetidamente",
      next: "Talvez falte tempo de CPU. Veja o log; o plano pago dá mais.",
      over: "Nenhuma consulta se perde mais",
    },
    queue_refused: {
      title: "A fila não aceita mensagens",
      next: "O plano gratuito tem 10.000 operações por dia: até haver mais, cada ciclo consulta o que consegue sozinho.",
      over: "A fila voltou a aceitar mensagens",
    },
    database_quota: {
      title: "As linhas do banco de dados de hoje estão quase no fim",
      next: "Feche abas que ninguém olha, consulte com menos frequência ou use o plano pago da Cloudflare: quando acabarem, nada é consultado até a meia-noite UTC.",
      over: "O banco de dados tem linhas de novo",
    },
    not_connected: {
      title: "Nenhum serviço está conectado",
      next: "Informe o endereço e as credenciais do serviço.",
      over: "Um serviço está conectado",
    },
    budget_exceeded: {
      title: "Faltam consultas por minuto",
      next: "Permita mais consultas por minuto em Configurações ou verifique com menos frequência.",
      over: "As consultas por minuto voltaram a bastar",
    },
    behind: {
      title: "As consultas estão atrasando",
      next: "Veja quanto tempo o serviço leva para responder e se a máquina ainda tem CPU livre; senão, consulte com menos frequência.",
      over: "As consultas voltaram a sair no horário",
    },
    upstream_unauthorized: {
      title: "O serviço consultado recusa as credenciais",
      next: "Corrija a chave ou a senha em Primeiros passos ou no ambiente. Até lá, há uma tentativa cautelosa a cada dez minutos.",
      over: "O serviço consultado voltou a aceitar as credenciais",
    },
    upstream_key_expired: {
      title: "A chave da conta expirou",
      next: "Renove a chave no serviço. Até lá há uma tentativa cautelosa a cada dez minutos.",
      over: "A chave da conta vale de novo",
    },
    upstream_throttled: {
      title: "O serviço consultado pede menos chamadas",
      next: "Não é preciso fazer nada: as consultas esperam e voltam aos poucos. Se acontecer de novo, reduza UPSTREAM_POLLS_PER_MINUTE.",
      over: "O serviço consultado pode ser chamado de novo",
    },
    upstream_refused: {
      title: "O serviço consultado recusa uma operação",
      next: "Todo o resto é consultado normalmente.",
      over: "O serviço consultado voltou a responder a todas as operações",
    },
    upstream_failing: {
      title: "Todas as consultas falham",
      next: "Confira UPSTREAM_BASE_URL e os caminhos das operações.",
      over: "As consultas voltaram a funcionar",
    },
    upstream_drifted: {
      title: "O serviço consultado responde em outro formato",
      next: "Teste a conexão em Primeiros passos e escolha de novo qual valor indica uma live.",
      over: "As respostas do serviço podem ser lidas de novo",
    },
    upstream_suspect: {
      title: "Criadores demais mudaram ao mesmo tempo",
      next: "Não é preciso fazer nada: as mudanças ficam retidas até a próxima consulta confirmá-las. Se acontecer de novo, verifique o serviço.",
      over: "Os criadores não mudam mais todos ao mesmo tempo",
    },
    upstream_unknown: {
      title: "Não sabemos quem está ao vivo",
      next: "Teste a conexão em Primeiros passos com alguém que está ao vivo agora e escolha de novo qual valor indica uma live.",
      over: "Sabemos de novo quem está ao vivo",
    },
    account_key_lost: {
      title: "A chave da conta do serviço se perdeu",
      next: "Adicione de novo a chave que criptografou a conta ou informe-a de novo.",
      over: "A chave da conta do serviço está de volta",
    },
    channel_key_lost: {
      title: "A chave de um canal se perdeu",
      next: "Adicione de novo a chave que criptografou as configurações ou informe-as de novo.",
      over: "As chaves de todos os canais estão de volta",
    },
    channel_failing: {
      title: "As mensagens para um canal não chegam",
      next: "Abra Canais para ver qual é e o que fazer.",
      over: "As mensagens voltaram a chegar a todos os canais",
    },
  },
};

export const board: Translation<BoardWords> = {
  onAir: (count) => `${count} ao vivo`,
  nobody: "Ninguém está ao vivo",
  nobodyKnown: "Ninguém ao vivo, até onde sabemos",
  unknown: (count) => `${count} sem confirmação`,
  unknownSince: (when) => say`sem confirmação desde ${when}, ao vivo até então`,
  blind: "Não se sabe quem está ao vivo",
  since: (when) => say`desde ${when}`,
  sinceAtLeast: (when) => say`pelo menos desde ${when}`,
  blindSince: (when) => say`Não se sabe desde ${when}. O último estado conhecido:`,
  more: (count) => `e mais ${count}`,
  moreThan: (count) => `e mais de ${count} outros`,
  checked: (when) => say`Verificado ${when}`,
  placeholder: "Esta mensagem, ou uma mais recente, mostra quem está ao vivo.",
  over: "Este painel não é mais atualizado.",
};

const counted = counting("pt-BR");

export const channels: Translation<ChannelWords> = {
  update: "Novidade",
  moreUpdates: (count) => `mais ${count} ${counted(count, "novidade", "novidades")}`,
  more: (count) => `mais ${count}`,
  left: (count) => `+${count} outros`,
  did: (names, did) => `${names} ${did}`,
  comma: ", ",
  colon: ": ",
  inPicture: (legend) => `Na imagem: ${legend}`,
  digest: "Resumo",
  picture: "Imagem",
  moment: "{date_short_pretty} às {time}",
  pictureOf: (name) => `Foto de ${name}`,
  coverOf: (name) => `Capa da live de ${name}`,
  unsubscribe: "Cancelar inscrição",
};

export const digest: Translation<DigestWords> = {
  quiet: (period) =>
    `${{ day: "Um dia tranquilo", week: "Uma semana tranquila", month: "Um mês tranquilo", period: "Um período tranquilo" }[period]}: nada chamou atenção.`,
  headline: (facts) => `${facts.join("; ")}.`,
  passedOver: (count) => `${count} ${counted(count, "anterior foi pulado", "anteriores foram pulados")}`,
  those: (titles, note) => `${titles.join(", ")}: ${note}`,
  rest: "Ver o resto",
};

export const upstream: Translation<UpstreamWords> = {
  drifted: (operation, path) =>
    `A maioria das respostas de ${operation} não pode mais ser lida${path === "" ? "" : ` (em ${path})`}. Teste a conexão em Primeiros passos ou corrija UPSTREAM_OPERATIONS.`,
  incomplete: {
    title: "A maioria dos itens de uma lista sumiu de uma vez",
    next: "Não é preciso fazer nada: eles só contam como removidos se outras respostas confirmarem. Se acontecer de novo, verifique o serviço.",
    over: "As respostas sobre uma lista voltaram a coincidir",
  },
  refused: (operation, status, limited) =>
    limited
      ? `O serviço consultado limita ${operation} (${status})`
      : `O serviço consultado recusa ${operation} (${status})`,
  refusedNext: (limited) =>
    limited
      ? "Não é preciso fazer nada: estas consultas esperam o tempo que o serviço pedir. Todo o resto é consultado normalmente."
      : "Todo o resto é consultado normalmente. Confira se sua conta pode usar esta operação. Até lá há uma tentativa cautelosa a cada dez minutos.",
  refusedOver: (operation) => `O serviço consultado voltou a responder a ${operation}`,
};
