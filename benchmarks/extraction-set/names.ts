import type { Language, Locale, Words } from "./locale.ts";
import type { Random } from "./random.ts";

const first: Words = {
  en: "Alice Ben Clara Daniel Emma Frank Grace Henry Isla Jack Laura Martin Nora Oliver Ruth Simon",
  de: "Anna Bernd Carla Dieter Eva Florian Greta Hannes Ines Jonas Katrin Lukas Marta Nils Petra Uwe",
  fr: "Aline Benoît Camille Damien Élise Fabien Gaëlle Hugo Inès Julien Léa Mathieu Noémie Olivier",
  es: "Ana Bruno Carmen Diego Elena Felipe Gloria Hugo Inés Javier Lucía Manuel Nuria Óscar Pilar",
  ja: "健太 美咲 翔 陽子 大輔 結衣 直樹 彩 拓也 真由美 誠 千尋",
};
const last: Words = {
  en: "Abbott Barker Carver Dawson Ellery Fletcher Granger Holloway Ingram Jarvis Keating Lowell",
  de: "Albrecht Brandt Cramer Dietrich Engel Fiedler Grote Hartwig Jansen Köhler Lindner Möller",
  fr: "Arnaud Bertin Chevalier Delorme Fabre Girard Huet Jacquet Lambert Marchand Noël Perrot",
  es: "Aguilar Blanco Campos Domínguez Esteban Fuentes Gallego Herrera Ibáñez Lozano Molina Navarro",
  ja: "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤",
};
const cities: Words = {
  en: "Ashford|Bellhaven|Carrick|Dunmore|Eastbrook|Fairwater|Greystone|Hollins|Kingsport|Larchfield|Milton Cross|Northgate",
  de: "Altenburg|Bergheim|Coswig|Dornstadt|Ebersbach|Finsterwalde|Grünau|Hasslach|Kirchbach|Lindau|Mühlhausen|Neustadt",
  fr: "Aubigny|Beaulieu|Châtillon|Dampierre|Évrard|Fontenay|Givry|Lanvallay|Montreuil|Noirmont|Pontivy|Saint-Clair",
  es: "Alcoba|Benavente|Carmona|Dueñas|Estella|Fuentes|Guadalix|Huesa|La Roda|Medina|Novelda|Olmedo",
  ja: "青山|大川|桜台|白浜|高松|中野|西宮|藤沢|緑ヶ丘|若葉",
};
const streets: Words = {
  en: "Mill Lane|Church Street|Orchard Road|Station Road|Harbour View|Elm Grove",
  de: "Mühlweg|Kirchstraße|Gartenallee|Bahnhofstraße|Am Hafen|Ulmenring",
  fr: "rue du Moulin|rue de l'Église|avenue des Tilleuls|rue de la Gare|quai du Port",
  es: "Calle del Molino|Calle Mayor|Avenida de los Olmos|Calle de la Estación|Paseo del Puerto",
  ja: "本町|栄町|旭町|元町|港町",
};
const trades =
  "Alder|Brightwell|Corvus|Dalby & Sons|Ember|Fjordline|Granit|Hexa|Ivory|Juniper|Kestrel|Lumen|Marlow|Nordhaus|Orchid|Pinewood|Quarry|Rivet|Solstice|Tidewater";
const endings: Words = {
  en: "Ltd|Inc.|Group|Works|Partners",
  de: "GmbH|AG|Werke|& Co. KG",
  fr: "SARL|SA|et Fils",
  es: "S.L.|S.A.|e Hijos",
  ja: "株式会社|商事|工業",
};

const drawn = (random: Random, words: Words, language: Language): string =>
  random.pick(words[language].split("|"));

/** A person, family name first in Japanese. */
export function personName(random: Random, language: Language): string {
  const given = random.pick(first[language].split(" "));
  const family = random.pick(last[language].split(" "));
  return language === "ja" ? `${family} ${given}` : `${given} ${family}`;
}

/** A town of no country. */
export function cityName(random: Random, language: Language): string {
  return drawn(random, cities, language);
}

/** Towns of one language, each at most once. */
export function cityNames(random: Random, language: Language, count: number): string[] {
  return random.sample(cities[language].split("|"), count);
}

/** A street with its number. */
export function streetAddress(random: Random, language: Language): string {
  const street = drawn(random, streets, language);
  const number = random.whole(1, 148);
  if (language === "ja") return `${street}${random.whole(1, 5)}-${number}`;
  if (language === "de") return `${street} ${number}`;
  return language === "es" ? `${street}, ${number}` : `${number} ${street}`;
}

/** A postal code as the country has it. */
export function postalCode(random: Random, { country }: Locale): string {
  const digits = String(random.whole(10_000, 52_999));
  if (country === "gb")
    return `${random.pick(["AB", "KT", "LS", "SO"])}${digits.slice(0, 1)} ${digits.slice(1, 2)}QX`;
  return country === "jp" ? `${digits.slice(0, 3)}-${digits.slice(1)}` : digits;
}

/** A firm. */
export function companyName(random: Random, language: Language): string {
  return `${brandName(random)} ${drawn(random, endings, language)}`;
}

/** A maker's mark. */
export function brandName(random: Random): string {
  return random.pick(trades.split("|"));
}

/** A telephone number with its country. */
export function phoneNumber(random: Random, { dial }: Locale): string {
  return `${dial} ${random.whole(20, 98)} ${random.whole(200, 998)} ${random.whole(1000, 9998)}`;
}

/** A day, as `2026-05-03`; years from 2024 to 2026 unless told. */
export function day(random: Random, from = 2024, to = 2026): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${random.whole(from, to)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
}

/** A time of day, as `19:30`. */
export function timeOfDay(random: Random, from = 6, to = 22): string {
  const minute = random.whole(0, 11) * 5;
  return `${String(random.whole(from, to)).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Letters and hyphens of a text, for an address. */
export function slug(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "");
  const name = plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return name.replaceAll(/^-|-$/g, "") || "item";
}
