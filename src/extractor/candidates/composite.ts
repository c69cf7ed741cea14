import { readName, type Name } from "../schema/names.ts";
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
  const parts: Part[] = [
    ["name", text],
    ["text", text],
    ["currency", text],
  ];
  parts.push(...rangeParts(text), ...periodParts(text), ...addressParts(text));
  return parts.map(([name, value]) => ({
    ...candidate,
    name: readName(name) as Name,
    value: value.trim(),
  }));
}

type Part = readonly [name: string, value: string];

function rangeParts(text: string): Part[] {
  const { from, to } = RANGE.exec(text)?.groups ?? {};
  return from === undefined || to === undefined
    ? [
        ["amount", text],
        ["value", text],
      ]
    : [
        ["min", from],
        ["max", to],
        ["amount", from],
      ];
}

function periodParts(text: string): Part[] {
  const { unit, frequent } = PERIOD.exec(text)?.groups ?? {};
  const period = unit ?? frequent;
  if (period === undefined) return [];
  return [
    ["unit", period],
    ["period", period],
  ];
}

/** Lines of an address. */
const MOST_LINES = 6;

function addressParts(text: string): Part[] {
  const lines = text.split(/\s*[,\n·|]\s*/).filter((line) => line !== "");
  if (lines.length < 2 || lines.length > MOST_LINES) return [];
  const towns = lines.flatMap((line, at) => townParts(line, lines[at - 1] ?? ""));
  const [first = ""] = lines;
  const isStreet = /\p{N}/u.test(first) && /\p{L}/u.test(first);
  const street: Part[] = isStreet ? [["street", first]] : [];
  const isPlace = towns.length === 0 && lines.length === 2 && !/\p{N}/u.test(text);
  const city: Part[] = isPlace ? [["city", lines[1] as string]] : [];
  return [...towns, ...street, ...city];
}

/** @param before the line before */
function townParts(line: string, before: string): Part[] {
  const town = TOWN.exec(line)?.groups;
  const state = STATE.exec(line)?.groups;
  const parts: Part[] = [
    ["postal code", (town ?? state)?.["postal"] ?? ""],
    ["city", town === undefined && state !== undefined ? before : (town?.["city"] ?? "")],
    ["region", state?.["region"] ?? ""],
  ];
  return parts.filter(([, value]) => value !== "");
}
