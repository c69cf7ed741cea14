import { readName, type Name } from "../names.ts";
import type { Candidate } from "./candidate.ts";

/** Characters of a text that has parts. */
const LONGEST_TEXT = 200;

/** From here to there: `€50,000 – €65,000`, `von 3 bis 5`. */
const RANGE =
  /^(?<from>\D{0,24}\p{N}[\p{N}.,'’  ]*[kKM]?\s*[^\p{N}]{0,6}?)\s*(?:[-–—~〜～]|\bto\b|\bbis\b|\bà\b|\ba\b|\btot\b|\bdo\b)\s*(?<to>\D{0,8}\p{N}.*)$/u;

/** `per year`, `/ month`, `pro Jahr`, `par an`. */
const PERIOD =
  /(?:\bper\b|\bpro\b|\bpar\b|\bpor\b|\bal\b|\/|\bp\.?\s?(?=a\b|m\b))\s*(?<unit>\p{L}+)|(?<frequent>\b(?:annual|year|month|week|dai|hour)ly\b|\bjährlich\b|\bmonatlich\b|\bannuel\b|\bmensuel\b|年収|月給|時給|\banuales\b|\bmensuales\b)/iu;

/** A postal code with its town: `10115 Berlin`. */
const TOWN = /^(?<postal>\d{4,6})\s+(?<city>\p{L}[\p{L}\s.'’-]*)$/u;
/** A town with its postal code behind: `Springfield, IL 62704`. */
const STATE = /^(?<region>[A-Z]{2})\s+(?<postal>\d{5}(?:-\d{4})?)$/;

/**
 * The parts of a text that stands for an object: the ends and the unit of a range, amount and
 * currency of a price, the lines of an address.
 */
export function compositeCandidates(candidate: Candidate): Candidate[] {
  const text = String(candidate.value).slice(0, LONGEST_TEXT);
  const parts: (readonly [name: string, value: string])[] = [
    ["name", text],
    ["text", text],
    ["currency", text],
  ];
  const { from, to } = RANGE.exec(text)?.groups ?? {};
  if (from !== undefined && to !== undefined) parts.push(["min", from], ["max", to], ["amount", from]);
  else parts.push(["amount", text], ["value", text]);
  const { unit, frequent } = PERIOD.exec(text)?.groups ?? {};
  const period = unit ?? frequent;
  if (period !== undefined) parts.push(["unit", period], ["period", period]);
  parts.push(...addressParts(text));
  return parts.map(([name, value]) => ({ ...candidate, name: readName(name) as Name, value }));
}

function addressParts(text: string): (readonly [string, string])[] {
  const lines = text.split(/\s*[,\n·|]\s*/).filter((line) => line !== "");
  if (lines.length < 2 || lines.length > 6) return [];
  const parts: (readonly [string, string])[] = [];
  for (const [at, line] of lines.entries()) {
    const { postal: behind, region } = STATE.exec(line)?.groups ?? {};
    if (behind !== undefined && region !== undefined) {
      parts.push(["postal code", behind], ["region", region], ["city", lines[at - 1] ?? ""]);
    }
    const { postal, city } = TOWN.exec(line)?.groups ?? {};
    if (postal !== undefined && city !== undefined) parts.push(["postal code", postal], ["city", city]);
  }
  const [first = ""] = lines;
  if (/\d/.test(first) && /\p{L}/u.test(first)) parts.push(["street", first]);
  const last = lines.at(-1) ?? "";
  if (parts.length === 0 && lines.length === 2 && !/\p{N}/u.test(text)) parts.push(["city", last]);
  return parts.filter(([, value]) => value !== "");
}
