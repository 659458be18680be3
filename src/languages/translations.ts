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
import { de as deSectionHashtags } from "./de/section-hashtags.ts";
import { es as esSectionHashtags } from "./es/section-hashtags.ts";
import { ptBR as ptBRSectionHashtags } from "./pt-BR/section-hashtags.ts";
import { fr as frSectionHashtags } from "./fr/section-hashtags.ts";
import { ja as jaSectionHashtags } from "./ja/section-hashtags.ts";
import { id as idSectionHashtags } from "./id/section-hashtags.ts";
import { vi as viSectionHashtags } from "./vi/section-hashtags.ts";
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
import { de as deSections } from "./de/sections.ts";
import { es as esSections } from "./es/sections.ts";
import { ptBR as ptBRSections } from "./pt-BR/sections.ts";
import { fr as frSections } from "./fr/sections.ts";
import { ja as jaSections } from "./ja/sections.ts";
import { id as idSections } from "./id/sections.ts";
import { vi as viSections } from "./vi/sections.ts";

/** The words of each catalogue by language. */
export const translations: Record<string, Partial<Record<Language, object>>> = {
  board: { de: deBoard, es: esBoard, "pt-BR": ptBRBoard, fr: frBoard, ja: jaBoard, id: idBoard, vi: viBoard },
  channels: { de: deChannels, es: esChannels, "pt-BR": ptBRChannels, fr: frChannels, ja: jaChannels, id: idChannels, vi: viChannels },
  digest: { de: deDigest, es: esDigest, "pt-BR": ptBRDigest, fr: frDigest, ja: jaDigest, id: idDigest, vi: viDigest },
  hashtag: { de: deHashtag, es: esHashtag, "pt-BR": ptBRHashtag, fr: frHashtag, ja: jaHashtag, id: idHashtag, vi: viHashtag },
  live: { de: deLive, es: esLive, "pt-BR": ptBRLive, fr: frLive, ja: jaLive, id: idLive, vi: viLive },
  operator: { de: deOperator, es: esOperator, "pt-BR": ptBROperator, fr: frOperator, ja: jaOperator, id: idOperator, vi: viOperator },
  products: { de: deProducts, es: esProducts, "pt-BR": ptBRProducts, fr: frProducts, ja: jaProducts, id: idProducts, vi: viProducts },
  ranking: { de: deRanking, es: esRanking, "pt-BR": ptBRRanking, fr: frRanking, ja: jaRanking, id: idRanking, vi: viRanking },
  "section-hashtags": { de: deSectionHashtags, es: esSectionHashtags, "pt-BR": ptBRSectionHashtags, fr: frSectionHashtags, ja: jaSectionHashtags, id: idSectionHashtags, vi: viSectionHashtags },
  "section-lives": { de: deSectionLives, es: esSectionLives, "pt-BR": ptBRSectionLives, fr: frSectionLives, ja: jaSectionLives, id: idSectionLives, vi: viSectionLives },
  "section-products": { de: deSectionProducts, es: esSectionProducts, "pt-BR": ptBRSectionProducts, fr: frSectionProducts, ja: jaSectionProducts, id: idSectionProducts, vi: viSectionProducts },
  "section-rankings": { de: deSectionRankings, es: esSectionRankings, "pt-BR": ptBRSectionRankings, fr: frSectionRankings, ja: jaSectionRankings, id: idSectionRankings, vi: viSectionRankings },
  sections: { de: deSections, es: esSections, "pt-BR": ptBRSections, fr: frSections, ja: jaSections, id: idSections, vi: viSections },
};
