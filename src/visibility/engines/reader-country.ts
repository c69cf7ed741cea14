/** What an engine is told of a reader's country that has no field for it. */
export function readerIn(country: string): string {
  return `The reader is in the country with the code ${country.toUpperCase()} (ISO 3166).`;
}
