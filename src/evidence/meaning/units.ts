/** A unit as far as the rules know it. */
export interface Measure {
  readonly dimension: string;
  /** How many of the dimension's first unit there are in one; several where the name is of several. */
  readonly factors: readonly number[];
  /** What is added before that: 273.15 for degrees Celsius. */
  readonly offset: number;
}

type Row = readonly [dimension: string, factors: readonly number[], names: string, offset?: number];

/**
 * Units by what they measure, with their names in English, German, French and Spanish; the first name is
 * one word that stands for all. Money has no factors, as rates change.
 */
const UNITS: readonly Row[] = [
  [
    "length",
    [1],
    "metres m metre meter meters metern mètre mètres metro metros metri metrów metry metrů метр метра метров méter meter metri metroa",
  ],
  [
    "length",
    [1e3],
    "kilometres km kilometre kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros",
  ],
  [
    "length",
    [0.01],
    "centimetres cm centimetre centimeter centimeters zentimeter centimètre centimètres centímetro centímetros",
  ],
  [
    "length",
    [1e-3],
    "millimetres mm millimetre millimeter millimeters millimètre millimètres milímetro milímetros",
  ],
  ["length", [1609.344], "miles mi mile meile meilen milla millas"],
  ["length", [1852], "nauticalmiles nautical_miles nautical_mile seemeilen"],
  ["length", [0.9144], "yards yd yard yarda yardas"],
  ["length", [0.3048], "feet ft foot fuß pied pieds pie pies"],
  ["length", [0.0254], "inches in inch zoll pouce pouces pulgada pulgadas"],
  [
    "mass",
    [1],
    "kilograms kg kilo kilos kilogram kilogramm kilogramme kilogrammes kilogramo kilogramos",
  ],
  ["mass", [1e-3], "grams g gram gramm gramme grammes gramo gramos"],
  [
    "mass",
    [1e-6],
    "milligrams mg milligram milligramm milligramme milligrammes miligramo miligramos",
  ],
  ["mass", [1e3], "tonnes t tonne tonnen tonelada toneladas metric_tons metric_tonnes"],
  ["mass", [1e3, 907.185, 1016.047], "tons ton"],
  ["mass", [0.453_592], "pounds lb lbs pound pfund libra libras"],
  ["mass", [0.028_349_5], "ounces oz ounce unze unzen onza onzas"],
  ["duration", [1], "seconds s sec secs second sekunde sekunden seconde secondes segundo segundos"],
  ["duration", [60], "minutes min mins minute minuten minuto minutos"],
  ["duration", [3600], "hours h hr hrs hour stunde stunden heure heures hora horas"],
  ["duration", [86_400], "days day tag tage tagen jour jours día días"],
  ["duration", [604_800], "weeks week woche wochen semaine semaines semana semanas"],
  ["span", [1], "months month monat monate monaten mois mes meses"],
  ["span", [12], "years year jahr jahre jahren an ans année années año años"],
  [
    "span",
    [120],
    "decades decade jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas",
  ],
  [
    "span",
    [1200],
    "centuries century jahrhundert jahrhunderte jahrhunderten siècle siècles siglo siglos",
  ],
  [
    "temperature",
    [1],
    "celsius °c ºc ℃ degrees_celsius degree_celsius degrees_centigrade grad_celsius degrés_celsius grados_celsius grados_centígrados",
    273.15,
  ],
  [
    "temperature",
    [5 / 9],
    "fahrenheit °f ºf ℉ degrees_fahrenheit degree_fahrenheit grad_fahrenheit degrés_fahrenheit grados_fahrenheit",
    459.67,
  ],
  ["temperature", [1], "kelvin kelvins °k degrees_kelvin"],
  [
    "speed",
    [1 / 3.6],
    "kmh km/h kph km/hr km/std kilometres/hour kilometers/hour kilometer/stunde kilometern/stunde stundenkilometer stundenkilometern kilomètres/heure kilómetros/hora km/hour km/stunde km/hora km/heure",
  ],
  ["speed", [0.447_04], "mph mi/h miles/hour meilen/stunde milles/heure miles/heure millas/hora"],
  [
    "speed",
    [1],
    "metrespersecond m/s metres/second meters/second meter/sekunde metern/sekunde mètres/seconde metros/segundo",
  ],
  ["speed", [1852 / 3600], "knots kn kt kts knot knoten nœud nœuds nudo nudos"],
  ["speed", [0.3048], "feetpersecond ft/s feet/second"],
  [
    "area",
    [1],
    "squaremetres m² m2 sqm square_metres square_meters quadratmeter quadratmetern mètres_carrés metros_cuadrados",
  ],
  [
    "area",
    [1e6],
    "squarekilometres km² km2 square_kilometres square_kilometers quadratkilometer quadratkilometern kilomètres_carrés kilómetros_cuadrados",
  ],
  ["area", [1e4], "hectares ha hectare hektar hectárea hectáreas"],
  ["area", [4046.856], "acres acre"],
  [
    "area",
    [0.092_903],
    "squarefeet sq_ft ft² ft2 sqft square_feet quadratfuß pieds_carrés pies_cuadrados",
  ],
  ["area", [2_589_988], "squaremiles sq_mi mi² square_miles quadratmeilen millas_cuadradas"],
  ["volume", [1], "litres l litre liter liters litern litro litros"],
  [
    "volume",
    [1e-3],
    "millilitres ml millilitre milliliter milliliters mililitro mililitros cm³ cm3",
  ],
  ["volume", [0.01], "centilitres cl centilitre centiliter zentiliter"],
  [
    "volume",
    [1e3],
    "cubicmetres m³ m3 cubic_metres cubic_meters kubikmeter kubikmetern mètres_cubes metros_cúbicos",
  ],
  ["volume", [3.785_41, 4.546_09], "gallons gal gallon gallonen galón galones"],
  ["volume", [0.473_176, 0.568_261], "pints pint pt"],
  ["volume", [158.987], "barrels bbl barrel"],
  ["power", [1], "watts w watt vatio vatios"],
  ["power", [1e3], "kilowatts kw kilowatt kilovatio kilovatios"],
  ["power", [1e6], "megawatts megawatt megavatio megavatios"],
  ["power", [1e9], "gigawatts gw gigawatt"],
  ["power", [745.7], "horsepower hp"],
  ["power", [735.5], "ps pferdestärken chevaux_vapeur caballos_de_vapor"],
  ["energy", [1], "joules j joule julio julios"],
  ["energy", [1e3], "kilojoules kj kilojoule"],
  ["energy", [3.6e6], "kilowatthours kwh kilowatt_hours kilowattstunden"],
  ["energy", [4184], "kilocalories kcal kilocalorie kilokalorien kilocalorías"],
  ["data", [1], "bytes byte"],
  ["data", [1e6, 1_048_576], "megabytes mb megabyte"],
  ["data", [1e9, 1_073_741_824], "gigabytes gb gigabyte"],
  ["data", [1e12, 1_099_511_627_776], "terabytes tb terabyte"],
  ["energy", [3.6e9], "megawatthours mwh megawatt_hours megawattstunden"],
  ["level", [1], "decibels db decibel dezibel décibels décibel decibelios"],
  ["frequency", [1], "hertz hz"],
  ["frequency", [1e6], "megahertz mhz"],
  ["frequency", [1e9], "gigahertz ghz"],
  ["share", [1], "percent % per_cent prozent pour_cent por_ciento"],
  ["money", [], "dollars $ dollar dólar dólares usd"],
  ["money", [], "euros € euro eur"],
  ["money", [], "sterling £ gbp pounds pound pfund livres_sterling libras_esterlinas"],
  ["money", [], "swissfrancs chf franken francs franc francos francos_suizos swiss_francs"],
  ["money", [], "yen ¥ jpy yenes"],
  ["money", [], "yuan cny renminbi yuanes"],
  ["money", [], "rupees ₹ inr rupee rupien roupies rupias"],
  ["money", [], "kronor sek kronen nok dkk kroner couronnes coronas krona krone"],
  ["money", [], "pesos peso mxn"],
  ["money", [], "roubles ₽ rub rubles ruble rubel rublos"],
  ["money", [], "zloty pln złoty zlotys złotych"],
  ["money", [], "wons ₩ krw"],
  ["money", [], "reais brl reales"],
];

const measures: ReadonlyMap<string, readonly Measure[]> = tableOf(UNITS);

function tableOf(rows: readonly Row[]): Map<string, Measure[]> {
  const table = new Map<string, Measure[]>();
  for (const [dimension, factors, names, offset = 0] of rows) {
    const measure = { dimension, factors, offset };
    for (const name of names.split(" ")) table.set(name, [...(table.get(name) ?? []), measure]);
  }
  return table;
}

/** What a unit may be; none where the tables do not know it. */
export function measuresOf(unit: string): readonly Measure[] {
  return measures.get(unit) ?? [];
}

/** Names that are more than one word of letters, and the one word that stands for them. */
const spellings: ReadonlyMap<string, string> = new Map(
  UNITS.flatMap(([, , names]) => {
    const [first = "", ...others] = names.split(" ");
    return others
      .filter((name) => /[^\p{L}]/u.test(name) && !/^[\p{Sc}%]$/u.test(name))
      .map((name): [string, string] => [name, first]);
  }),
);

/** What says that something is for each of something. */
const PER = String.raw`\s?(?:/|per|an|a|pro|par|por|à l['’]|in der|die)\s?`;

const SPELLED = new RegExp(
  String.raw`(?<![\p{L}_])[ \u00a0\u202f]?(?:${[...spellings.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll("_", "[ \u00a0]").replace("/", `(?:${PER})`))
    .join("|")})(?![\p{L}\p{N}/])`,
  "giu",
);

/** Units whose names are several words or signs as one word: `60 km/h` as `60 kmh`, `20 °C` as `20 celsius`. */
export function spellUnits(text: string): string {
  return text
    .replace(/([°º])\s(?=[CFK](?![\p{L}\d]))/gu, "$1")
    .replace(/(?<![\p{Sc}\d.,])(\d[\d.,]*)([ \u00a0\u202f])m(?![\p{L}\d²³/])/gu, "$1$2metres")
    .replace(/(?<![\p{Sc}\d.,])(\d[\d.,]*)[ \u00a0\u202f]K(?![\p{L}\d])/gu, "$1 kelvin")
    .replace(SPELLED, (name) => ` ${oneWord(name.trim())}`)
    .replace(/(?<=\S) {2}(?=\S)/g, " ");
}

function oneWord(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[ \u00a0]+/g, "_");
  const known = spellings.get(plain);
  if (known !== undefined) return known;
  const rate = plain.replace(/_?(?:\/|(?:per|an|a|pro|par|por|in_der|die)_|à_l['’])_?/u, "/");
  return spellings.get(rate) ?? name;
}

/** What something may be for each of, in all languages; the first name stands for all. */
const PERIODS = [
  "second sekunde seconde segundo",
  "minute minuto",
  "hour stunde heure hora",
  "day tag jour día",
  "night nacht nuit noche",
  "week woche semaine semana",
  "month monat mois mes",
  "year jahr année an año",
  "person personne persona",
].map((names) => names.split(" "));

const RATE = new RegExp(
  String.raw`(?<=[\p{L}\p{Sc}%\d])\s?(?:/\s?|\s(?:per|a|an|each|every|pro|je|im|in der|par|por|al|a la|chaque|cada)\s)(${PERIODS.flat().join("|")})(?!\p{L})`,
  "giu",
);

/** `pro Monat`, `al mes` and `a month` behind a number's unit as `per month`. */
export function spellRates(text: string): string {
  return text.replace(RATE, (_, name: string) => {
    const [period = name] = PERIODS.find((names) => names.includes(name.toLowerCase())) ?? [];
    return ` per ${period}`;
  });
}

/** Seconds of a period; undefined where it has no length. */
export function secondsOf(period: string): number | undefined {
  const [measure] = measuresOf(period);
  const [factor = 0] = measure?.factors ?? [];
  // A month as the twelfth part of a year.
  if (measure?.dimension === "span") return factor * 2_629_746;
  return measure?.dimension === "duration" ? factor : undefined;
}
