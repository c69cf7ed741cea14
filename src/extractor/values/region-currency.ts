/** Currencies that signs of several mean, by sign and region (ISO 3166); `*` is the usual one. */
const MEANT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    US: "USD",
    CA: "CAD",
    AU: "AUD",
    NZ: "NZD",
    SG: "SGD",
    HK: "HKD",
    TW: "TWD",
    MX: "MXN",
    AR: "ARS",
    CL: "CLP",
    CO: "COP",
    UY: "UYU",
    EC: "USD",
    SV: "USD",
    PR: "USD",
    JM: "JMD",
  },
  kr: { SE: "SEK", NO: "NOK", DK: "DKK", IS: "ISK" },
  "£": { "*": "GBP", EG: "EGP", LB: "LBP", GI: "GIP" },
  "¥": { JP: "JPY", CN: "CNY" },
  "₨": { IN: "INR", PK: "PKR", LK: "LKR", NP: "NPR", MU: "MUR" },
  fr: { CH: "CHF", LI: "CHF", FR: "FRF" },
  br: { BY: "BYN", ET: "ETB" },
  c$: { CA: "CAD", NI: "NIO" },
  r: { ZA: "ZAR" },
  l: { HN: "HNL", RO: "RON", MD: "MDL" },
};

/** Other ways to write the same signs. */
const SAME = new Map(
  Object.entries({
    $: "dollar dollars peso pesos",
    "£": "pound pounds",
    "₨": "rs rs. rupee rupees",
    kr: "kr. krone kroner krona kronor",
    fr: "fr. franc francs",
  }).flatMap(([sign, names]) => names.split(" ").map((name) => [name, sign] as const)),
);

/** Currencies by region that a sign may mean. */
function meanings(sign: string): Readonly<Record<string, string>> {
  const key = sign.toLowerCase();
  return MEANT[SAME.get(key) ?? key] ?? {};
}

/** The code (ISO 4217) that a sign of several currencies means in a region; undefined when open. */
export function regionCurrency(sign: string, region: string | undefined): string | undefined {
  const meant = meanings(sign);
  return meant[region?.toUpperCase() ?? "*"] ?? meant["*"];
}

/** Whether a code is one of those that a sign of several currencies may mean anywhere. */
export function mayMean(sign: string, code: string): boolean {
  return Object.values(meanings(sign)).includes(code);
}
