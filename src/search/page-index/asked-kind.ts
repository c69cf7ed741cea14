/** What a question asks for, and how its answer looks. */
interface Kind {
  readonly asked: RegExp;
  readonly answer: RegExp;
}

const words = (list: string): string => list.trim().split(/\s+/).join("|").replaceAll("_", "\\s+");
/** Of words in Latin, Greek and Cyrillic letters, and others without ends. */
const asks = (list: string, unspaced = ""): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words(list)})(?![\\p{L}\\p{N}])${unspaced === "" ? "" : `|${words(unspaced)}`}`,
    "iu",
  );

const MONEY = String.raw`[$€£¥₹₽₩]|euros?|dollars?|pounds?|USD|EUR|GBP|CHF|INR|yen|cents?|rupees?|rubles?|руб|zł|Kč|kr|円|元|ウォン|원|€`;
const TIME = String.raw`(?:milli)?seconds?|secs?|ms|min(?:ute)?s?|hours?|hrs?|h|days?|weeks?|months?|years?|nights?|Sekunden?|Minuten?|Stunden?|Std|Tagen?|Tage?|Wochen?|Monaten?|Monate?|Jahren?|Jahre?|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?|segundos?|minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|años?|anos?|secondi|minuti|ore|giorni|settimane|mesi|anni|minut|hodin|dn[ůíy]|týdn[ůy]|rok[ůy]?|let|часов|часа|дней|дня|минут|лет|года?|秒|分|時間|小时|日|天|週間|年|か月|个月`;
const MEASURE = String.raw`["'″′]|x\s?\p{N}|mm|cm|km|m|in|inch(?:es)?|f(?:ee|oo)?t|miles?|yards?|g|kg|mg|lbs?|pounds?|ounces?|oz|l|ml|litres?|liters?|gallons?|W|kW|kWh|Wh|Whr|mAh|V|volts?|watts?|A|Hz|kHz|MHz|GHz|dB|lumens?|°|degrees?|TB|GB|MB|KB|GiB|MiB|gigabytes?|megabytes?|terabytes?|sq|square|mph|km/h|Mbps|Gbps|dpi|px|dots?|vCPUs?|cores?|公斤|キロ|メートル|米|克`;
const MONTH = String.raw`Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Januar|Februar|März|Mai|Juni|Juli|Okt|Dez|janvier|février|mars|avril|juin|juillet|août|octobre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|octubre|diciembre`;

const of = (units: string): RegExp =>
  new RegExp(
    `\\p{N}[\\s-]?(?:${units})(?!\\p{L})|\\p{N}\\s?-?(?:${units})(?![\\p{L}\\p{N}])`,
    "iu",
  );

/** The kinds of answer, those that tell most first. */
const kinds: readonly Kind[] = [
  {
    asked: asks(
      "percent per_cent percentage share proportion portion fraction prozent prozentsatz anteil pourcentage part_de porcentaje proporción percentuale percentuali procent procento",
      "% ％ 割合 百分比 百分之 何% 何パーセント",
    ),
    answer:
      /\p{N}\s?(?:[%％]|per\s?cents?|percent|Prozent|pour\s?cent|por\s?ciento|per\s?cento|процент)|\p{N}割|百分之/iu,
  },
  {
    asked: asks(
      "price prices pricing cost costs fee fees charge charges pay paid pays salary wage budget rent tuition cheap expensive worth dollars euros refund saving savings discount kosten kostet preis preise gebühr gebühren bezahlen teuer prix coûte coûtent coût tarif tarifs precio precios cuesta cuestan costo coste prezzo costa costano prijs kost kosten cena stojí цена стоит стоимость",
      "价格 價格 多少钱 价钱 費用 料金 価格 値段 いくら 가격 비용",
    ),
    answer: new RegExp(
      `[$€£¥₹₽₩]\\s?\\p{N}|\\p{N}[\\p{N}.,]*\\s?(?:${MONEY})(?!\\p{L})|\\p{N}\\s?%`,
      "iu",
    ),
  },
  {
    asked: asks(
      "how_long how_many_hours how_many_days how_many_minutes how_many_weeks how_many_months how_many_years duration hours days minutes lifetime lifespan battery_life playtime runtime deadline dauer wie_lange laufzeit akkulaufzeit durée autonomie combien_de_temps duración cuánto_tiempo durata quanto_tempo jak_dlouho сколько_времени",
      "多久 多长时间 何時間 何日 期間",
    ),
    answer: of(TIME),
  },
  {
    asked: asks(
      "when what_year which_year year date dates deadline since until wann seit datum jahr quand date_de année cuándo cuando fecha año quando data anno wanneer kdy datum rok когда дата",
      "什么时候 何时 哪年 日期 いつ 何年 何月 언제",
    ),
    answer: new RegExp(
      `(?<!\\p{N})(?:1[4-9]|20)\\p{N}{2}(?!\\p{N})|(?:${MONTH})\\p{L}*\\.?\\s\\p{N}|\\p{N}\\.?\\s(?:${MONTH})|\\p{N}(?:st|nd|rd|th)\\scentur|\\p{N}\\s?[年月日]|\\p{N}{1,2}:\\p{N}{2}`,
      "iu",
    ),
  },
  {
    asked: asks(
      "how_big how_large how_heavy how_tall how_high how_wide how_deep how_fast how_loud how_far how_bright size sizes dimension dimensions height width depth weight length volume capacity resolution speed range power wattage voltage brightness memory storage ram größe maße höhe breite gewicht länge leistung taille dimensions hauteur largeur poids longueur puissance capacité consommation tamaño altura ancho peso pesa largo potencia dimensioni altezza peso larghezza rozměry výška váha размер вес высота мощность",
      "尺寸 重量 高度 サイズ 重さ 高さ",
    ),
    answer: of(MEASURE),
  },
  {
    asked: asks(
      "phone telephone call fax telefon telefonnummer téléphone teléfono telefono телефон",
      "电话 電話",
    ),
    answer: /\(?\+?\p{N}[\p{N}() .-]{6,}\p{N}/u,
  },
  {
    asked: asks(
      "who whose whom author founder inventor wer wen wem autor gründer qui auteur fondateur quién quien quiénes autor chi autore wie kdo autor кто автор",
      "谁 誰 누가 누구",
    ),
    answer: /(?<=\p{L}\S*\s)\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+\s\p{Lu}\p{L}+/u,
  },
  {
    asked: asks(
      "how_many how_much how_often how_old number amount count minimum maximum least most average limit score rating port version release model step steps times code wie_viele wie_viel wieviel wie_oft anzahl welche_version combien nombre quelle_version cuántos cuántas cuánto cuánta número quanti quante quanto numero hoeveel aantal kolik počet сколько число",
      "多少 几个 几 数量 いくつ 何人 何個 何% 몇",
    ),
    answer: /\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand)\b/iu,
  },
];

/** Tells of a text whether it has what a query asks for, from 0 to 1. */
export type AnswerTest = (text: string) => number;

/** What is looked for beside the words of a query; undefined where it asks for nothing in particular. */
export function answerTestOf(query: string): AnswerTest | undefined {
  const asked = kinds.filter((kind) => kind.asked.test(query)).map(({ answer }) => answer);
  if (asked.length === 0) return undefined;
  return (text) => asked.filter((answer) => answer.test(text)).length / asked.length;
}
