import { checkArgument } from "../../core/index.ts";
import { readableText } from "./written-number.ts";

/** A duration as it was read. */
export interface Duration {
  /** ISO 8601: `PT1H30M`. */
  readonly iso: string;
  /** With a day of 24 hours; undefined where months or years have no fixed length. */
  readonly seconds: number | undefined;
}

/** Characters of a text that are read. */
const LONGEST = 500;

/** Designators of ISO 8601 in its order, and seconds of one. */
const UNITS = [
  { mark: "Y", seconds: undefined },
  { mark: "M", seconds: undefined },
  { mark: "W", seconds: 604_800 },
  { mark: "D", seconds: 86_400 },
  { mark: "TH", seconds: 3_600 },
  { mark: "TM", seconds: 60 },
  { mark: "TS", seconds: 1 },
] as const;

type Mark = (typeof UNITS)[number]["mark"];
type Parts = ReadonlyMap<Mark, number>;

const ISO =
  /^P(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;

/** Beginnings of the names of units by language; `=` before one that is all of the name. */
const NAMES: Readonly<Record<Mark, string>> = {
  Y: "year =yr =yrs jahr année =an =ans año anni =anno anos =ano jaar =rok =lat lata =roky =let =år vuos vuot yıl год года =лет =рік років έτ χρόν =év =ani 年 년 سنة سنوات سال वर्ष साल tahun năm",
  M: "month =mo =mos monat =mois =mes =meses =mesi =mese maand miesi měsíc måned månad kuukau =ay месяц міся μήν hónap lun ヶ月 か月 个月 個月 개월 شهر أشهر ماه मही bulan tháng",
  W: "=week =weeks =wk =wks woche semaine semana settiman weke =week tydzień tygodni týden týdn =uke =uker =uge =uger =weken veck viikko hafta недел тижд тижн εβδομ =hét săptăm 週 周 주 أسبوع أسابيع هفته हफ़्त सप्ताह minggu tuần",
  D: "=day =days =d =tag =tage =tagen =jour =jours =día =días =dia =dias giorn =dag =dagen =dagar =dage =dager =dzień dni =den =dny =dní päiv =pv gün день дня дней =дн днів ημέρ =nap zi 日 天 일 يوم أيام روز दिन hari ngày",
  TH: "hour =h =hr =hrs stunde =std heure hora ore =ora uur uren godzin =godz hodin =hod tim =tim time =t tunti tunn saat час годин =год ώρ óra =óra 時間 小时 小時 시간 ساعة ساعات ساعت घंट jam giờ",
  TM: "=min =mins =m =mn minut мин хв λεπτ perc dakika =dk daki 分 分钟 分鐘 분 دقيقة دقائق دقیقه मिनट menit phút",
  TS: "=sec =secs second =s =sek sekun =seg segun saniye =sn сек δευτ másodp 秒 초 ثانية ثوان ثانیه सेकंड detik giây",
};

const names = (Object.entries(NAMES) as [Mark, string][]).flatMap(([mark, list]) =>
  list.split(" ").map((name) => ({ mark, name: name.replace("=", ""), isWhole: name[0] === "=" })),
);

/** A number and the name of its unit: `1 h`, `30min`, `2時間`; or `1h30`, the minutes of an hour. */
const PART = /(\d+(?:[.,]\d+)?)(?: ?([\p{L}\p{M}]+)\.?)?/gu;

/**
 * The duration that a text is: ISO 8601 (`PT1H30M`), a clock (`1:30:00`, `12:34` as minutes and
 * seconds), or numbers with units in about twenty-five languages (`1 h 30 min`, `90 Minuten`, `2時間`,
 * `1h30`). Undefined without one, and where a unit is unknown or out of order.
 * @example
 * ```ts
 * import { readDuration } from "dragline/extractor";
 *
 * console.log(readDuration("90 Minuten")?.iso);
 * ```
 */
export function readDuration(text: string): Duration | undefined {
  checkArgument("text of readDuration(text)", text, "string");
  if (!/\p{N}/u.test(text)) return undefined;
  const readable = readableText(text.slice(0, LONGEST)).replace(/\s+/g, " ").trim();
  const parts = isoParts(readable) ?? clockParts(readable) ?? namedParts(readable);
  if (parts === undefined || parts.size === 0) return undefined;
  return { iso: isoOf(parts), seconds: secondsOf(parts) };
}

/** A designator without its number, as some pages write for none: `PTH25MS`. */
const EMPTY_DESIGNATOR = /(?<=[A-Z])(?<!\d)[YMWDHS](?=[\dA-Z]|$)/gi;

function isoParts(written: string): Parts | undefined {
  const text = /^PT?[\dYMWDTHS.,]*\d/i.test(written)
    ? written.replace(EMPTY_DESIGNATOR, "")
    : written;
  const match = ISO.exec(text);
  if (match === null || /T$/i.test(text)) return undefined;
  return new Map(
    UNITS.flatMap(({ mark }, index) => {
      const written = match[index + 1];
      return written === undefined ? [] : [[mark, amountOf(written)] as const];
    }),
  );
}

function clockParts(text: string): Parts | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:\.\d+)?$/.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes = "0", seconds = "0"] = match;
  if (hours === undefined) return partsOf(0, Number(minutes), Number(seconds));
  return Number(minutes) > 59
    ? undefined
    : partsOf(Number(hours), Number(minutes), Number(seconds));
}

function partsOf(hours: number, minutes: number, seconds: number): Parts {
  const all = [
    ["TH", hours],
    ["TM", minutes],
    ["TS", seconds],
  ] as const;
  const told = all.filter(([, amount]) => amount > 0);
  return new Map(told.length === 0 ? [["TS", 0]] : told);
}

function namedParts(text: string): Parts | undefined {
  const parts = new Map<Mark, number>();
  let last = -1;
  for (const [, digits = "", name] of text.matchAll(PART)) {
    const follows = name === undefined && UNITS[last]?.mark === "TH" ? "TM" : undefined;
    const mark = name === undefined ? follows : unitNamed(name);
    const order = UNITS.findIndex((unit) => unit.mark === mark);
    if (mark === undefined || order <= last) return undefined;
    parts.set(mark, amountOf(digits));
    last = order;
  }
  return parts;
}

function unitNamed(name: string): Mark | undefined {
  const word = name.toLowerCase();
  const whole = names.find((each) => each.name === word);
  if (whole !== undefined) return whole.mark;
  return names.find((each) => !each.isWhole && word.startsWith(each.name))?.mark;
}

function amountOf(written: string): number {
  return Number(written.replace(",", "."));
}

function isoOf(parts: Parts): string {
  const told = UNITS.filter(({ mark }) => (parts.get(mark) ?? 0) > 0);
  const all = told.length > 0 ? told : UNITS.filter(({ mark }) => parts.has(mark));
  const written = all.map(({ mark }) => ({
    isTime: mark.length > 1,
    text: `${parts.get(mark)}${mark.at(-1)}`,
  }));
  const days = written.filter(({ isTime }) => !isTime).map((part) => part.text);
  const time = written.filter(({ isTime }) => isTime).map((part) => part.text);
  return `P${days.join("")}${time.length > 0 ? `T${time.join("")}` : ""}`;
}

function secondsOf(parts: Parts): number | undefined {
  let sum = 0;
  for (const { mark, seconds } of UNITS) {
    const amount = parts.get(mark) ?? 0;
    if (amount > 0 && seconds === undefined) return undefined;
    sum += amount * (seconds ?? 0);
  }
  return Math.round(sum * 1_000) / 1_000;
}
