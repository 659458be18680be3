import { counting, type Translation } from "../../core/language.ts";
import type { LivesWords } from "../../sections/lives/words/en.ts";

const counted = counting("fr");

export const fr: Translation<LivesWords> = {
  title: "Directs",
  none: "créateurs en direct",
  many: "créateurs",
  creator: "Un créateur",
  airtime: "Temps en direct",
  wereLive: "Passés en direct",
  of: (count, all) => `${count} sur ${all}`,
  onAirAtEnd: (count) => `${count} en direct à la fin`,
  pace: (month) => `Projection pour ${month}`,
  soFar: (time) => `${time} jusqu’ici`,
  longest: "Direct le plus long",
  sessions: "Diffusions",
  average: (time) => `${time} en moyenne`,
  watchedThen: (change, count) => `${change}, pour les ${count} déjà suivis`,
  most: "Le plus longtemps en direct",
  changes: "Plus fortes variations",
  days: (count) => `${count} ${counted(count, "jour", "jours")}`,
  nobody: "Personne n’est passé en direct.",
  tooEarly: (before, month) => {
    const unknown = [
      ...(before === null ? [] : [`comparer le temps en direct avec ${before}`]),
      ...(month === null ? [] : [`donner une projection pour ${month}`]),
    ];
    return `Suivi encore trop court pour ${unknown.join(" ou ")}.`;
  },
  together: (count) => `${count} créateurs ensemble`,
  notOnAir: ({ who, many }, time, before) =>
    `${who} ${many ? "n’ont pas diffusé" : "n’a pas diffusé"}, après ${time} ${before}`,
  afterNone: ({ who, many }, time, before) => `${who} ${many ? "ont" : "a"} diffusé ${time}, contre rien ${before}`,
  timesAsLong: ({ who, many }, times, before) =>
    `${who} ${many ? "ont" : "a"} diffusé ${times} fois plus longtemps que ${before}`,
  halfAsLong: ({ who, many }, before) => `${who} ${many ? "ont" : "a"} diffusé moitié moins longtemps que ${before}`,
  longer: ({ who, many }, share, before) => `${who} ${many ? "ont" : "a"} diffusé ${share} de plus que ${before}`,
  shorter: ({ who, many }, share, before) => `${who} ${many ? "ont" : "a"} diffusé ${share} de moins que ${before}`,
  onAirLongest: (name, time) => `${name} a diffusé le plus longtemps, ${time}`,
  chart: "Qui était en direct",
  subtitle: (span) => `Temps en direct, ${span}`,
  alt: (span, recipient) => `Temps en direct de ceux qui ont diffusé le plus longtemps, ${span} : ${recipient}.`,
  inChart: (name, time, sessions, days) =>
    `${name} ${time} en ${sessions} ${counted(sessions, "diffusion", "diffusions")} sur ${days}`,
};
