import { counting } from "../../../core/language.ts";
import type { ProductsWords } from "./en.ts";

const counted = counting("es");

export const es: ProductsWords = {
  title: "Productos",
  none: "categorías de productos",
  many: "categorías",
  product: "un producto",
  daily: (count) => `${count} al día`,
  fewDaily: (count) => `menos de ${count} al día`,
  cuts: "Bajadas de precio",
  raised: (count) => `${count} subidas`,
  deepest: "Mayor bajada",
  sold: "Vendidos",
  ofProducts: (count) => `de ${count} productos`,
  bestSeller: "El más vendido",
  fresh: "Productos nuevos",
  gone: (count) => `${count} retirados`,
  knownThen: (change, count) => `${change}, entre los ${count} ya conocidos`,
  selling: "Se venden más rápido",
  unknownPrice: "precio desconocido",
  stars: (rating) => `${rating} de 5 estrellas`,
  reviews: (count, text) => `${text} ${counted(count, "opinión", "opiniones")}`,
  still: "Ningún precio cambió.",
  unknownSales: "No se sabe qué se vendió.",
  tooEarly: "Aún falta seguimiento para decir qué se vendió.",
  nothingSold: "No se vendió nada.",
  noneFound: "No se encontraron productos.",
  costsLess: (name, share, prices) => `${name} cuesta un ${share} menos (${prices})`,
  soldTimes: (name, times, before) =>
    `${name} vendió ${times === 2 ? "el doble" : `${times} veces más`} que ${before}`,
  soldMore: (name, share, before) => `${name} vendió un ${share} más que ${before}`,
  soldLess: (name, share, before) => `${name} vendió un ${share} menos que ${before}`,
  soldBest: (name, daily) => `${name} fue lo más vendido, ${daily}`,
  offered: (count, text) => `${text} ${counted(count, "producto nuevo está", "productos nuevos están")} a la venta`,
  chartCuts: "Precios rebajados",
  chartSelling: "Lo que más rápido se vende",
  changeOfPrice: "Cambio de precio",
  soldDaily: "Vendidos al día",
  subtitle: (what, span) => `${what}, ${span}`,
  alt: (what, span, gist) => `${what}, ${span}: ${gist}.`,
};
