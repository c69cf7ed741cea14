/** Countries whose dollars are others than those of the United States, as letters before the sign and as words. */
const DOLLARS: Readonly<Record<string, string>> = {
  a: "australian",
  au: "australian",
  c: "canadian",
  ca: "canadian",
  can: "canadian",
  nz: "zealand",
  hk: "kong",
  s: "singapore",
  nt: "taiwan",
  r: "brazilian",
  mx: "mexican",
};

const LETTERS =
  /(?<![\p{L}\p{N}])(A|AU|C|CA|CAN|NZ|HK|S|NT|R|MX)\$\s?(\d(?:[\d.,]*\d)?)(\s(?:million|billion|bn|m))?/gu;
const WORDS =
  /(?<!\p{L})(australian|canadian|(?:new )?zealand|(?:hong )?kong|singapore|taiwan|mexican)\s(?:dollars?|pesos?)(?!\p{L})/giu;
const CODES =
  /(?<![\p{L}\p{N}])(USD|US\$|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|KRW|BRL|RUB)\s?(\d(?:[\d.,]*\d)?)(\s(?:million|billion|bn|m)(?!\p{L}))?/gu;

/** Money of which letters say whose it is, in one form: `A$5` as `5 australiandollars`, `EUR 5` as `5 eur`. */
export function spellMoney(text: string): string {
  return text
    .replace(LETTERS, (_, ...[letters = "", number = "", scale = ""]: string[]) => {
      return `${number}${scale} ${DOLLARS[letters.toLowerCase()] ?? ""}dollars`;
    })
    .replace(WORDS, (_, country: string) => `${country.toLowerCase().replace(/^.*\s/, "")}dollars`)
    .replace(CODES, (_, ...[code = "", number = "", scale = ""]: string[]) => {
      return `${number}${scale} ${code === "US$" ? "usd" : code.toLowerCase()}`;
    })
    .replace(/(?<!\p{L})(?:US|U\.S\.) dollars?(?!\p{L})/gu, "dollars");
}
