import { countryIdentity, type CountryIdentity } from "../chromium/country-identity.ts";

/** The country of warm browsers, and of those that name none that there is. */
export const USUAL_COUNTRY = "US";

/** What a browser in a country tells of itself. */
export interface Country {
  /** Two capital letters. */
  readonly code: string;
  readonly identity: CountryIdentity;
}

/** The country that a caller names; the usual one where there is none of that name. */
export function countryOf(name: string): Country {
  const identity = countryIdentity(name);
  if (identity !== undefined) return { code: name.toUpperCase(), identity };
  return { code: USUAL_COUNTRY, identity: knownIdentity(USUAL_COUNTRY) };
}

function knownIdentity(code: string): CountryIdentity {
  const identity = countryIdentity(code);
  if (identity === undefined) throw new Error(`The runtime's ICU does not know ${code}.`);
  return identity;
}
