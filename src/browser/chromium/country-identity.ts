/** What a browser in a country tells of itself. */
export interface CountryIdentity {
  /** An IANA time zone: that of the capital or, where it has several, of most people. */
  readonly timeZone: string;
  /** A BCP 47 tag: numbers, dates and sorting. */
  readonly locale: string;
  /** The languages that the browser asks for, best first, separated by commas. */
  readonly acceptLanguage: string;
}

/** The zone of most people, of countries that have several or whose own has nobody. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AQ: "Antarctica/McMurdo",
  AR: "America/Argentina/Buenos_Aires",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  BV: "Europe/Oslo",
  CA: "America/Toronto",
  CD: "Africa/Kinshasa",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  DE: "Europe/Berlin",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FM: "Pacific/Ponape",
  GL: "America/Godthab",
  HM: "Indian/Kerguelen",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  KZ: "Asia/Almaty",
  MH: "Pacific/Majuro",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PS: "Asia/Gaza",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kiev",
  UM: "Pacific/Wake",
  US: "America/New_York",
  UZ: "Asia/Tashkent",
};

/** Languages of browsers, where the one that most people speak at home has no browser of its own. */
const BROWSER_LANGUAGES: Readonly<Record<string, string>> = {
  AS: "en",
  BI: "fr",
  BQ: "nl",
  BT: "en",
  BV: "nb",
  CC: "en",
  CF: "fr",
  CW: "nl",
  ER: "en",
  FO: "da",
  GH: "en",
  GL: "da",
  HT: "fr",
  IN: "en",
  KE: "en",
  KM: "fr",
  LK: "en",
  LS: "en",
  MG: "fr",
  ML: "fr",
  MT: "en",
  MV: "en",
  NA: "en",
  NE: "fr",
  PG: "en",
  PH: "en",
  PK: "en",
  PW: "en",
  PY: "es",
  RW: "en",
  SC: "en",
  SN: "fr",
  SS: "en",
  TD: "fr",
  TK: "en",
  TO: "en",
  TV: "en",
  UG: "en",
  VU: "en",
  WS: "en",
  ZW: "en",
};

/**
 * What a browser in a country tells of itself, by the CLDR data of Node's ICU.
 * @param country two letters of ISO 3166-1, in any case
 * @returns undefined when there is no such country
 */
export function countryIdentity(country: string): CountryIdentity | undefined {
  if (!/^[a-z]{2}$/i.test(country)) return undefined;
  const { region = "" } = new Intl.Locale(`und-${country}`);
  const timeZone = MAIN_ZONES[region] ?? zonesOf(region)[0];
  if (timeZone === undefined) return undefined;
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const spoken = BROWSER_LANGUAGES[region] ?? language;
  const locale = `${spoken}-${region}`;
  // Chromium asks for English after the language of its own words.
  const languages = new Set([locale, ...(spoken === "en" ? [] : [spoken]), "en-US", "en"]);
  return { timeZone, locale, acceptLanguage: [...languages].join(",") };
}

/** A method; in earlier versions of Node 22 a property. */
interface WithZones extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
}

function zonesOf(region: string): readonly string[] {
  const locale = new Intl.Locale(`und-${region}`) as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
