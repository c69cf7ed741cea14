/** Names of zones that mean one offset wherever they are written. */
const NAMED: Readonly<Record<string, string>> = {
  z: "Z",
  utc: "Z",
  gmt: "Z",
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  akst: "-09:00",
  akdt: "-08:00",
  hst: "-10:00",
  wet: "+00:00",
  west: "+01:00",
  bst: "+01:00",
  cet: "+01:00",
  mez: "+01:00",
  cest: "+02:00",
  mesz: "+02:00",
  eet: "+02:00",
  eest: "+03:00",
  msk: "+03:00",
  wib: "+07:00",
  hkt: "+08:00",
  sgt: "+08:00",
  awst: "+08:00",
  jst: "+09:00",
  kst: "+09:00",
  aest: "+10:00",
  aedt: "+11:00",
  nzst: "+12:00",
  nzdt: "+13:00",
};

/** The pattern of a zone in a folded text: a name, an offset, or an offset from UTC or GMT. */
export const ZONE = `(?:(?:utc|gmt) ?[+-] ?\\d{1,2}(?::?\\d{2})?|[+-] ?\\d{2}:?(?:\\d{2})?|(?:${Object.keys(NAMED).join("|")})(?!\\p{L}))(?![\\d:])`;

/**
 * A zone as the offset of ISO 8601; empty for what is none.
 * @param isIso whether `-05:00` alone is an offset, and not the end of a span of time
 */
export function offsetOf(zone: string, isIso: boolean): string {
  const named = NAMED[zone];
  if (named !== undefined) return named;
  const match = /^(utc|gmt)? ?([+-]) ?(\d{1,2})(:?)(\d{2})?$/.exec(zone);
  if (match === null) return "";
  const [, base, sign, hours = "", colon, minutes = "00"] = match;
  const mayBeSpan = sign === "-" && base === undefined && !(colon === "" && match[5] !== undefined);
  if ((mayBeSpan && !isIso) || Number(hours) > 14 || Number(minutes) > 59) return "";
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
}
