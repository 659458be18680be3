import { counting, type Translation } from "../../core/language.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";

const counted = counting("pt-BR");

export const ptBR: Translation<ProductsWords> = {
  title: "Produtos",
  none: "categorias de produtos",
  many: "categorias",
  product: "um produto",
  daily: (count) => `${count} por dia`,
  fewDaily: (count) => `menos de ${count} por dia`,
  cuts: "Quedas de preço",
  raised: (count) => `${count} aumentos`,
  deepest: "Maior queda",
  sold: "Vendidos",
  ofProducts: (count) => `de ${count} produtos`,
  bestSeller: "Mais vendido",
  fresh: "Produtos novos",
  gone: (count) => `${count} saíram`,
  knownThen: (change, count) => `${change}, entre os ${count} já conhecidos`,
  selling: "Vendem mais rápido",
  unknownPrice: "preço desconhecido",
  stars: (rating) => `${rating} de 5 estrelas`,
  reviews: (count, text) => `${text} ${counted(count, "avaliação", "avaliações")}`,
  still: "Nenhum preço mudou.",
  rebased: (count, text) =>
    `${text} ${counted(count, "produto tem", "produtos têm")} agora outra moeda; os preços anteriores não são comparados.`,
  unknownSales: "Não se sabe o que foi vendido.",
  tooEarly: "Ainda falta acompanhamento para dizer o que foi vendido.",
  nothingSold: "Nada foi vendido.",
  noneFound: "Nenhum produto foi encontrado.",
  costsLess: (name, share, prices) => `${name} custa ${share} menos (${prices})`,
  soldTimes: (name, times, before) =>
    `${name} vendeu ${times === 2 ? "o dobro do" : `${times} vezes o`} que vendeu ${before}`,
  soldMore: (name, share, before) => `${name} vendeu ${share} mais do que ${before}`,
  soldLess: (name, share, before) => `${name} vendeu ${share} menos do que ${before}`,
  soldBest: (name, daily) => `${name} vendeu melhor, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "produto novo está", "produtos novos estão")} à venda`,
  chartCuts: "Preços reduzidos",
  chartSelling: "O que vende mais rápido",
  changeOfPrice: "Mudança de preço",
  soldDaily: "Vendidos por dia",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${gist}.`,
};
