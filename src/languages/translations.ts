// Written by npm run openapi from the folders here. Not edited by hand.
import type { Language } from "../core/language.ts";
import { de as deBoard } from "./de/board.ts";
import { es as esBoard } from "./es/board.ts";
import { ptBR as ptBRBoard } from "./pt-BR/board.ts";
import { fr as frBoard } from "./fr/board.ts";
import { ja as jaBoard } from "./ja/board.ts";
import { id as idBoard } from "./id/board.ts";
import { vi as viBoard } from "./vi/board.ts";
import { de as deChannels } from "./de/channels.ts";
import { es as esChannels } from "./es/channels.ts";
import { ptBR as ptBRChannels } from "./pt-BR/channels.ts";
import { fr as frChannels } from "./fr/channels.ts";
import { ja as jaChannels } from "./ja/channels.ts";
import { id as idChannels } from "./id/channels.ts";
import { vi as viChannels } from "./vi/channels.ts";
import { de as deDigest } from "./de/digest.ts";
import { es as esDigest } from "./es/digest.ts";
import { ptBR as ptBRDigest } from "./pt-BR/digest.ts";
import { fr as frDigest } from "./fr/digest.ts";
import { ja as jaDigest } from "./ja/digest.ts";
import { id as idDigest } from "./id/digest.ts";
import { vi as viDigest } from "./vi/digest.ts";
import { de as deHashtag } from "./de/hashtag.ts";
import { es as esHashtag } from "./es/hashtag.ts";
import { ptBR as ptBRHashtag } from "./pt-BR/hashtag.ts";
import { fr as frHashtag } from "./fr/hashtag.ts";
import { ja as jaHashtag } from "./ja/hashtag.ts";
import { id as idHashtag } from "./id/hashtag.ts";
import { vi as viHashtag } from "./vi/hashtag.ts";
import { de as deList } from "./de/list.ts";
import { es as esList } from "./es/list.ts";
import { ptBR as ptBRList } from "./pt-BR/list.ts";
import { fr as frList } from "./fr/list.ts";
import { ja as jaList } from "./ja/list.ts";
import { id as idList } from "./id/list.ts";
import { vi as viList } from "./vi/list.ts";
import { de as deLive } from "./de/live.ts";
import { es as esLive } from "./es/live.ts";
import { ptBR as ptBRLive } from "./pt-BR/live.ts";
import { fr as frLive } from "./fr/live.ts";
import { ja as jaLive } from "./ja/live.ts";
import { id as idLive } from "./id/live.ts";
import { vi as viLive } from "./vi/live.ts";
import { de as deOperator } from "./de/operator.ts";
import { es as esOperator } from "./es/operator.ts";
import { ptBR as ptBROperator } from "./pt-BR/operator.ts";
import { fr as frOperator } from "./fr/operator.ts";
import { ja as jaOperator } from "./ja/operator.ts";
import { id as idOperator } from "./id/operator.ts";
import { vi as viOperator } from "./vi/operator.ts";
import { de as deProducts } from "./de/products.ts";
import { es as esProducts } from "./es/products.ts";
import { ptBR as ptBRProducts } from "./pt-BR/products.ts";
import { fr as frProducts } from "./fr/products.ts";
import { ja as jaProducts } from "./ja/products.ts";
import { id as idProducts } from "./id/products.ts";
import { vi as viProducts } from "./vi/products.ts";
import { de as deRanking } from "./de/ranking.ts";
import { es as esRanking } from "./es/ranking.ts";
import { ptBR as ptBRRanking } from "./pt-BR/ranking.ts";
import { fr as frRanking } from "./fr/ranking.ts";
import { ja as jaRanking } from "./ja/ranking.ts";
import { id as idRanking } from "./id/ranking.ts";
import { vi as viRanking } from "./vi/ranking.ts";
import { de as deRecord } from "./de/record.ts";
import { es as esRecord } from "./es/record.ts";
import { ptBR as ptBRRecord } from "./pt-BR/record.ts";
import { fr as frRecord } from "./fr/record.ts";
import { ja as jaRecord } from "./ja/record.ts";
import { id as idRecord } from "./id/record.ts";
import { vi as viRecord } from "./vi/record.ts";
import { de as deSectionAirtime } from "./de/section-airtime.ts";
import { es as esSectionAirtime } from "./es/section-airtime.ts";
import { ptBR as ptBRSectionAirtime } from "./pt-BR/section-airtime.ts";
import { fr as frSectionAirtime } from "./fr/section-airtime.ts";
import { ja as jaSectionAirtime } from "./ja/section-airtime.ts";
import { id as idSectionAirtime } from "./id/section-airtime.ts";
import { vi as viSectionAirtime } from "./vi/section-airtime.ts";
import { de as deSectionAirtimeMethod } from "./de/section-airtime-method.ts";
import { es as esSectionAirtimeMethod } from "./es/section-airtime-method.ts";
import { ptBR as ptBRSectionAirtimeMethod } from "./pt-BR/section-airtime-method.ts";
import { fr as frSectionAirtimeMethod } from "./fr/section-airtime-method.ts";
import { ja as jaSectionAirtimeMethod } from "./ja/section-airtime-method.ts";
import { id as idSectionAirtimeMethod } from "./id/section-airtime-method.ts";
import { vi as viSectionAirtimeMethod } from "./vi/section-airtime-method.ts";
import { de as deSectionHashtags } from "./de/section-hashtags.ts";
import { es as esSectionHashtags } from "./es/section-hashtags.ts";
import { ptBR as ptBRSectionHashtags } from "./pt-BR/section-hashtags.ts";
import { fr as frSectionHashtags } from "./fr/section-hashtags.ts";
import { ja as jaSectionHashtags } from "./ja/section-hashtags.ts";
import { id as idSectionHashtags } from "./id/section-hashtags.ts";
import { vi as viSectionHashtags } from "./vi/section-hashtags.ts";
import { de as deSectionLists } from "./de/section-lists.ts";
import { es as esSectionLists } from "./es/section-lists.ts";
import { ptBR as ptBRSectionLists } from "./pt-BR/section-lists.ts";
import { fr as frSectionLists } from "./fr/section-lists.ts";
import { ja as jaSectionLists } from "./ja/section-lists.ts";
import { id as idSectionLists } from "./id/section-lists.ts";
import { vi as viSectionLists } from "./vi/section-lists.ts";
import { de as deSectionLives } from "./de/section-lives.ts";
import { es as esSectionLives } from "./es/section-lives.ts";
import { ptBR as ptBRSectionLives } from "./pt-BR/section-lives.ts";
import { fr as frSectionLives } from "./fr/section-lives.ts";
import { ja as jaSectionLives } from "./ja/section-lives.ts";
import { id as idSectionLives } from "./id/section-lives.ts";
import { vi as viSectionLives } from "./vi/section-lives.ts";
import { de as deSectionProducts } from "./de/section-products.ts";
import { es as esSectionProducts } from "./es/section-products.ts";
import { ptBR as ptBRSectionProducts } from "./pt-BR/section-products.ts";
import { fr as frSectionProducts } from "./fr/section-products.ts";
import { ja as jaSectionProducts } from "./ja/section-products.ts";
import { id as idSectionProducts } from "./id/section-products.ts";
import { vi as viSectionProducts } from "./vi/section-products.ts";
import { de as deSectionRankings } from "./de/section-rankings.ts";
import { es as esSectionRankings } from "./es/section-rankings.ts";
import { ptBR as ptBRSectionRankings } from "./pt-BR/section-rankings.ts";
import { fr as frSectionRankings } from "./fr/section-rankings.ts";
import { ja as jaSectionRankings } from "./ja/section-rankings.ts";
import { id as idSectionRankings } from "./id/section-rankings.ts";
import { vi as viSectionRankings } from "./vi/section-rankings.ts";
import { de as deSectionRecords } from "./de/section-records.ts";
import { es as esSectionRecords } from "./es/section-records.ts";
import { ptBR as ptBRSectionRecords } from "./pt-BR/section-records.ts";
import { fr as frSectionRecords } from "./fr/section-records.ts";
import { ja as jaSectionRecords } from "./ja/section-records.ts";
import { id as idSectionRecords } from "./id/section-records.ts";
import { vi as viSectionRecords } from "./vi/section-records.ts";
import { de as deSections } from "./de/sections.ts";
import { es as esSections } from "./es/sections.ts";
import { ptBR as ptBRSections } from "./pt-BR/sections.ts";
import { fr as frSections } from "./fr/sections.ts";
import { ja as jaSections } from "./ja/sections.ts";
import { id as idSections } from "./id/sections.ts";
import { vi as viSections } from "./vi/sections.ts";
import { de as deUpstream } from "./de/upstream.ts";
import { es as esUpstream } from "./es/upstream.ts";
import { ptBR as ptBRUpstream } from "./pt-BR/upstream.ts";
import { fr as frUpstream } from "./fr/upstream.ts";
import { ja as jaUpstream } from "./ja/upstream.ts";
import { id as idUpstream } from "./id/upstream.ts";
import { vi as viUpstream } from "./vi/upstream.ts";

/** The words of each catalogue by language. */
export const translations: Record<string, Partial<Record<Language, object>>> = {
  board: { de: deBoard, es: esBoard, "pt-BR": ptBRBoard, fr: frBoard, ja: jaBoard, id: idBoard, vi: viBoard },
  channels: { de: deChannels, es: esChannels, "pt-BR": ptBRChannels, fr: frChannels, ja: jaChannels, id: idChannels, vi: viChannels },
  digest: { de: deDigest, es: esDigest, "pt-BR": ptBRDigest, fr: frDigest, ja: jaDigest, id: idDigest, vi: viDigest },
  hashtag: { de: deHashtag, es: esHashtag, "pt-BR": ptBRHashtag, fr: frHashtag, ja: jaHashtag, id: idHashtag, vi: viHashtag },
  list: { de: deList, es: esList, "pt-BR": ptBRList, fr: frList, ja: jaList, id: idList, vi: viList },
  live: { de: deLive, es: esLive, "pt-BR": ptBRLive, fr: frLive, ja: jaLive, id: idLive, vi: viLive },
  operator: { de: deOperator, es: esOperator, "pt-BR": ptBROperator, fr: frOperator, ja: jaOperator, id: idOperator, vi: viOperator },
  products: { de: deProducts, es: esProducts, "pt-BR": ptBRProducts, fr: frProducts, ja: jaProducts, id: idProducts, vi: viProducts },
  ranking: { de: deRanking, es: esRanking, "pt-BR": ptBRRanking, fr: frRanking, ja: jaRanking, id: idRanking, vi: viRanking },
  record: { de: deRecord, es: esRecord, "pt-BR": ptBRRecord, fr: frRecord, ja: jaRecord, id: idRecord, vi: viRecord },
  "section-airtime": { de: deSectionAirtime, es: esSectionAirtime, "pt-BR": ptBRSectionAirtime, fr: frSectionAirtime, ja: jaSectionAirtime, id: idSectionAirtime, vi: viSectionAirtime },
  "section-airtime-method": { de: deSectionAirtimeMethod, es: esSectionAirtimeMethod, "pt-BR": ptBRSectionAirtimeMethod, fr: frSectionAirtimeMethod, ja: jaSectionAirtimeMethod, id: idSectionAirtimeMethod, vi: viSectionAirtimeMethod },
  "section-hashtags": { de: deSectionHashtags, es: esSectionHashtags, "pt-BR": ptBRSectionHashtags, fr: frSectionHashtags, ja: jaSectionHashtags, id: idSectionHashtags, vi: viSectionHashtags },
  "section-lists": { de: deSectionLists, es: esSectionLists, "pt-BR": ptBRSectionLists, fr: frSectionLists, ja: jaSectionLists, id: idSectionLists, vi: viSectionLists },
  "section-lives": { de: deSectionLives, es: esSectionLives, "pt-BR": ptBRSectionLives, fr: frSectionLives, ja: jaSectionLives, id: idSectionLives, vi: viSectionLives },
  "section-products": { de: deSectionProducts, es: esSectionProducts, "pt-BR": ptBRSectionProducts, fr: frSectionProducts, ja: jaSectionProducts, id: idSectionProducts, vi: viSectionProducts },
  "section-rankings": { de: deSectionRankings, es: esSectionRankings, "pt-BR": ptBRSectionRankings, fr: frSectionRankings, ja: jaSectionRankings, id: idSectionRankings, vi: viSectionRankings },
  "section-records": { de: deSectionRecords, es: esSectionRecords, "pt-BR": ptBRSectionRecords, fr: frSectionRecords, ja: jaSectionRecords, id: idSectionRecords, vi: viSectionRecords },
  sections: { de: deSections, es: esSections, "pt-BR": ptBRSections, fr: frSections, ja: jaSections, id: idSections, vi: viSections },
  upstream: { de: deUpstream, es: esUpstream, "pt-BR": ptBRUpstream, fr: frUpstream, ja: jaUpstream, id: idUpstream, vi: viUpstream },
};
