/**
 * Signs and names of money by currency, as pages write them, with `_` for a space; those behind `?`
 * are of several currencies. Case counts only where a sign has a single letter.
 */
const SIGNS = `
? $ £ ¥ kr kr. dollar dollars dólar dólares pound pounds peso pesos pesetas franc francs franco franken
? rupee rupees Rs Rs. Re dinar dinars dirham dirhams krone kroner krona kronor koruna korun koruny rial riyal lira liras
? ₨ ﷼ ریال ريال دينار درهم ليرة جنيه R L E D K N P q Q T دولار Br C$ Fr Fr. ₣ ¢
USD US$ US_$ U$S U.S.$ US-$ $US USD$ US-Dollar EEUU$ US_dollar US_dollars U.S._dollar U.S._dollars
AUD AU$ A$ AU_$ AUD$ Australian_dollar Australian_dollars
BBD Bds$ BB$
BMD BD$
BND B$
BSD BS$
BZD BZ$
CAD CA$ CAD$ CDN$ Can$ C_$ CND Canadian_dollar Canadian_dollars
COP COL$ COP$
DOP RD$
FJD FJ$
GYD GY$ G$
HKD HK$ Hong_Kong_dollars
JMD J$ JA$
KYD CI$
LRD LD$ L$
MOP MOP$
MXN MX$ Mex$ MXN$ Mexican_pesos
NAD N$
NIO NIO$
NZD NZ$ NZD$ NZ_dollar NZ_dollars
SBD SI$
SGD S$ SG$ Singapore_dollar Singapore_dollars
SRD Sr$
TTD TT$
TWD NT$ NTD NT
UYU $U U$U
XCD EC$
ZWD Z$
BOB $b Bs Bs. boliviano bolivianos
BRL R$ real reais
CLP CLP$
ARS AR$ Argentine_pesos
EUR € euro euros eur. евро ευρώ eura eurot
GBP GB£ UK£ stg GBX ₤
CHF SFr SFr. Stutz Swiss_franc Swiss_francs Schweizer_Franken
JPY 円 yen JP¥ ￥
CNY 元 圆 圓 人民币 RMB CN¥ yuan 块
KRW ₩ 원 won
INR ₹ र रु रू ரூ रुपये रुपया Indian_rupee Indian_rupees
PKR روپے Pakistani_rupees
IDR Rp Rp. rupiah
MYR RM ringgit
THB ฿ บาท baht
VND ₫ đ VNĐ đồng
PHP ₱
KHR ៛
LAK ₭
MMK Ks
MNT ₮
NPR रू.
LKR රු
BDT ৳ টাকা Tk Tk. taka
BTN Nu Nu.
AFN ؋
AMD ֏ դրամ
AZN ₼ man. manat
GEL ₾ ლარი лари
KZT ₸ тг тг. тенге
KGS сом
UZS so'm soʻm so‘m so’m Sʻ сўм сум
TJS смн сомони
TRY ₺ TL türk_lirası
RUB ₽ руб руб. р р. Р Р. рубль рубля рублей rub. RUR
UAH ₴ грн грн. гривень гривня гривні гривен
BYN Br. бел._руб. бел.руб. б.р.
BGN лв лв. лева lv lv.
MKD ден ден. ДЕН
RSD дин дин. din din. РСД
BAM КМ KM
HRK kn kuna
HUF Ft Ft. forint
CZK Kč korun_českých
PLN zł zl złotych złoty zloty złote
RON lei leu
ALL Lekë Lek
ISK ikr
DKK dkr Dkr.
NOK nkr
SEK skr
ILS ₪ ש״ח ש"ח ש'ח ש׳׳ח שח NIS
EGP E£ ج.م ج.م. جنيه_مصري
SAR ر.س ر.س. SR ريال_سعودي ﷼_سعودي
AED د.إ د.إ. Dhs Dhs. Dh Dh. درهم_إماراتي
QAR ر.ق QR ريال_قطري
OMR ر.ع ر.ع.
BHD د.ب BD ب.د
KWD KD د.ك دينار_كويتي
IQD ع.د د.ع
JOD د.أ JD دينار_أردني
LYD ل.د د.ل LD
TND د.ت DT
DZD دج د.ج DA
MAD د.م. د.م
SYP ل.س
LBP ل.ل LL
YER ر.ي
SDG ج.س ج.س.
IRR ریال_ایران IR﷼
IRT تومان تومن toman
SOS ش.ص Sh.So.
ERN Nfk ናቕፋ
ETB ብር
KES KSh KSh. Kshs Kshs.
TZS TSh TSh.
UGX USh USh.
NGN ₦ naira
GHS ₵ GH₵ GH¢ cedi
ZAR rand
ZMW ZK ZMK
AOA Kz kwz
CDF FC
DJF Fdj
GNF FG GFr
KMF CF
RWF RF FRw
BIF FBu
XAF FCFA
XOF CFA F_CFA
XPF CFP F_CFP
MGA Ar ariary
MRU UM
MVR Rf Rf.
MZN MT MTn
VUV VT Vt
WST WS$
TOP T$
PGK kina
SZL lilangeni
LSL loti
GMD dalasi
GIP GIP£
HNL lempira
GTQ quetzal quetzales
CRC ₡ colón colones
PAB B/. B/ balboa
PEN S/. S/ soles
PYG ₲ Gs Gs.
VES Bs.S
CUP CUP$
HTG gourde
BTC ₿ Ƀ bitcoin BTC XBT
GBP p_stg
TWD 新台币 新台幣
`;

/** Codes that are words as well, when they are written small. */
const WORDS: ReadonlySet<string> = new Set(
  "all ang ats bam bef bob cad cop cup ern frf gel kid lak mad mop mur nad pen ron sos srg std svc top try wst ars mop bat sit tom".split(
    " ",
  ),
);

/** Codes that the platform does not list, most of them of money that the euro replaced. */
const OTHER_CODES =
  "DEM FRF ITL ESP PTE NLG BEF LUF ATS FIM IEP GRD SIT SKK EEK LVL LTL MTL CYP ROL RUR BYR BGL TRL ZWD CNH";

/** What a sign says. */
export interface CurrencySign {
  /** ISO 4217; undefined for a sign of several currencies. */
  readonly code: string | undefined;
  /** Whether it means money wherever it stands; a single letter does beside a number alone. */
  readonly isSure: boolean;
}

let table: ReadonlyMap<string, CurrencySign> | undefined;

/** Signs, names and codes (ISO 4217, past ones too), in lower case but for single letters. */
export function currencySigns(): ReadonlyMap<string, CurrencySign> {
  table ??= readTable();
  return table;
}

let beginnings: ReadonlySet<string> | undefined;

/** Whether a sign may begin with the first two characters of a text, or be its only one. */
export function mayBeSign(written: string): boolean {
  beginnings ??= new Set([...currencySigns().keys()].map(beginningOf));
  return beginnings.has(beginningOf(written));
}

function beginningOf(written: string): string {
  return written.slice(0, 2).toLowerCase().replace(/\s/, " ");
}

/** A sign as the table has it. */
export function signKey(written: string): string {
  const sign = written.replace(/\s+/g, " ");
  return /^\p{L}\.?$/u.test(sign) ? sign : sign.toLowerCase();
}

function readTable(): ReadonlyMap<string, CurrencySign> {
  const signs = new Map<string, CurrencySign>();
  for (const code of [...Intl.supportedValuesOf("currency"), ...OTHER_CODES.split(" ")]) {
    signs.set(code.toLowerCase(), { code, isSure: !WORDS.has(code.toLowerCase()) });
  }
  for (const line of SIGNS.trim().split("\n")) {
    const [code = "", ...rest] = line.split(" ");
    for (const sign of rest) {
      const key = signKey(sign.replaceAll("_", " "));
      if (signs.has(key)) continue;
      signs.set(key, { code: code === "?" ? undefined : code, isSure: isSure(key) });
    }
  }
  return signs;
}

/** A word of one or two letters may be anything; a sign, an abbreviation with a point is money. */
function isSure(key: string): boolean {
  return !/^\p{L}{1,2}\.?$/u.test(key) || /^(?:€|kč|zł|zl|ft|лв|rp|rs|kr|tl|rm|р)\.?$/u.test(key);
}
