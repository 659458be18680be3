import { counting, type Translation } from "../../core/language.ts";
import type { ProductsWords } from "../../sections/products/words/en.ts";

const counted = counting("fr");

export const fr: Translation<ProductsWords> = {
  title: "Produits",
  none: "catégories de produits",
  many: "catégories",
  product: "un produit",
  daily: (count) => `${count} par jour`,
  fewDaily: (count) => `moins de ${count} par jour`,
  cuts: "Baisses de prix",
  raised: (count) => `${count} en hausse`,
  deepest: "Plus forte baisse",
  sold: "Vendus",
  ofProducts: (count) => `sur ${count} produits`,
  bestSeller: "Meilleure vente",
  fresh: "Nouveaux produits",
  gone: (count) => `${count} disparus`,
  knownThen: (change, count) => `${change}, pour les ${count} déjà connus`,
  selling: "Ventes les plus rapides",
  unknownPrice: "prix inconnu",
  stars: (rating) => `${rating} étoiles sur 5`,
  reviews: (_count, text) => `${text} avis`,
  still: "Aucun prix n’a changé.",
  rebased: (count, text) =>
    `${text} ${counted(count, "produit a", "produits ont")} désormais une autre devise ; les prix d’avant ne sont pas comparés.`,
  unknownSales: "On ne sait pas ce qui s’est vendu.",
  tooEarly: "Suivi encore trop court pour dire ce qui s’est vendu.",
  nothingSold: "Rien ne s’est vendu.",
  noneFound: "Aucun produit n’a été trouvé.",
  costsLess: (name, share, prices) => `${name} coûte ${share} de moins (${prices})`,
  soldTimes: (name, times, before) => `${name} s’est vendu ${times} fois plus que ${before}`,
  soldMore: (name, share, before) => `${name} s’est vendu ${share} de plus que ${before}`,
  soldLess: (name, share, before) => `${name} s’est vendu ${share} de moins que ${before}`,
  soldBest: (name, daily) => `${name} s’est le mieux vendu, ${daily}`,
  offered: (count, text) =>
    `${text} ${counted(count, "nouveau produit est proposé", "nouveaux produits sont proposés")}`,
  chartCuts: "Prix en baisse",
  chartSelling: "Ce qui se vend le plus vite",
  changeOfPrice: "Variation du prix",
  soldDaily: "Vendus par jour",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span} : ${gist}.`,
};
