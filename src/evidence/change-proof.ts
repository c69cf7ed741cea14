import { checkArgument } from "../core/index.ts";
import { checkSupport } from "./check-support.ts";
import { spellFacts } from "./meaning/spell-facts.ts";
import { spellMoney } from "./meaning/spell-money.ts";
import type { SupportFault } from "./support/support-fault.ts";
import { readNumbers, type SaidNumber } from "./support/support-numbers.ts";
import { TextProof } from "./text-proof.ts";

/** What was there before a change, and after it. */
export interface ChangedText {
  readonly before: string;
  readonly after: string;
  /** BCP 47; told by the texts' own words when absent. */
  readonly language?: string | undefined;
}

/** Compares what is said of a change with what was there before and after it. */
export class ChangeProof {
  readonly #before: TextProof;
  readonly #after: TextProof;
  readonly #both: TextProof;
  readonly #language: string | undefined;
  readonly #gone: readonly number[];
  readonly #come: readonly number[];

  constructor(changed: ChangedText) {
    checkArgument("changed of new ChangeProof({ before, after })", changed, "object");
    const { before, after, language } = changed;
    this.#before = new TextProof({ text: before, language });
    this.#after = new TextProof({ text: after, language });
    this.#both = new TextProof({ text: `${before}\n${after}`, language });
    this.#language = language;
    const [was, is] = [valuesOf(before), valuesOf(after)];
    this.#gone = was.filter((value) => !is.includes(value));
    this.#come = is.filter((value) => !was.includes(value));
  }

  /**
   * What the texts say against a sentence: they have its numbers or names nowhere, the numbers went the other
   * way ("rose", where the price fell; "from 20 to 18", where it was 18), or what it says was so before, and
   * is no longer. Else nothing: that is not to say that the change is what it says.
   */
  refuses(given: string): boolean {
    if (this.isTurned(given)) return true;
    const sentence = this.#withoutDifference(given).replace(UP_TO, ", ");
    const both = this.#both.prove(sentence);
    if (GONE.test(sentence)) return isRefused(this.#before, sentence.replace(GONE, " "));
    if (PAST.test(sentence) || directionOf(sentence) !== 0) {
      // It speaks of both sides, which contradict each other.
      const faults = both.support === "refused" ? this.#faults(sentence, both.words) : [];
      return both.words === "" ? both.support === "refused" : faults.some(isOfNeither);
    }
    const wasSo = both.support === "refused" || !isRefused(this.#before, sentence);
    return wasSo && isRefused(this.#after, sentence);
  }

  #faults(sentence: string, passage: string): readonly SupportFault[] {
    return checkSupport({ sentence, passage, language: this.#language });
  }

  /** Whether its numbers, or its words for more and less, go the other way than those of the texts. */
  isTurned(sentence: string): boolean {
    const numbers = numbersOf(sentence);
    const from = numbers.find(({ start }) => FROM.test(sentence.slice(0, start)));
    const to = numbers.find(
      ({ start }) => start > (from?.start ?? start) && TO.test(sentence.slice(0, start)),
    );
    if (from !== undefined && to !== undefined) {
      if (from.values.some((value) => this.#come.includes(value))) return true;
      if (to.values.some((value) => this.#gone.includes(value))) return true;
    }
    const said = directionOf(sentence);
    const [was, is] = [this.#gone, this.#come];
    const [old = 0, young = 0] = [was[0], is[0]];
    return said !== 0 && was.length === 1 && is.length === 1 && Math.sign(young - old) !== said;
  }

  /** A sentence without the one number that says how large the change is: the texts have it nowhere. */
  #withoutDifference(sentence: string): string {
    const [old, ...others] = this.#gone;
    const [young, ...more] = this.#come;
    if (old === undefined || young === undefined || others.length + more.length > 0)
      return sentence;
    const difference = Math.abs(young - old);
    const share = (100 * difference) / Math.abs(old || 1);
    const is = (value: number): boolean =>
      Math.abs(value - difference) < 1e-9 || Math.abs(value - share) <= 0.5;
    const number = numbersOf(sentence).find(({ values }) => values.some((value) => is(value)));
    if (number === undefined) return sentence;
    const rest = sentence.slice(number.end).replace(/^\s?(?:%|percent|\p{Sc}|\p{L}+)/u, "");
    return sentence.slice(0, number.start).replace(/\p{L}+\s*$/u, "") + rest;
  }
}

function isRefused(proof: TextProof, sentence: string): boolean {
  return proof.prove(sentence).support === "refused";
}

/** Whether neither side has what a fault is about. */
function isOfNeither({ kind }: SupportFault): boolean {
  return kind === "number" || kind === "name";
}

function numbersOf(text: string): readonly SaidNumber[] {
  return readNumbers(text, true);
}

/** The values of a text's numbers, none twice, units and dates in one form; such as may mean two are none. */
function valuesOf(text: string): readonly number[] {
  const spelled = spellFacts(spellMoney(text), undefined).text;
  const values = numbersOf(spelled).flatMap((number) =>
    number.values.length === 1 ? number.values : [],
  );
  return [...new Set(values)];
}

/** Words that say that something is no longer so. */
const GONE =
  /(?<![\p{L}\p{M}])(?:no longer|no more|not anymore|nicht mehr|ya no|non più|não mais|niet meer|już nie|больше не)(?![\p{L}\p{M}])|不再/iu;

/** Words that speak of how it was. */
const PAST =
  /(?<![\p{L}\p{M}])(?:was|were|had|been|formerly|previously|before|instead|until|from|gone|removed|deleted|dropped|replaced|changed|war|waren|vorher|zuvor|statt|bisher|von|entfernt|ersetzt|était|étaient|avant|retiré|supprimé|remplacé|era|eran|antes|eliminado|reemplazado|prima|rimosso|removido|verwijderd|był|usunięto|удален)(?![\p{L}\p{M}])|以前|原来|かつて/iu;

/** What stands before the number that was, and the one that is. */
const FROM = /(?<!\p{L})(?:from|von|vom|de|desde|da|dal|van|od|ze|z|с|из)\s+\p{Sc}?\s?$/iu;
const TO = /(?<!\p{L})(?:to|auf|à|a|hasta|naar|do|na|до)\s+\p{Sc}?\s?$/iu;

/** What stands between the two, and is no unit of the first. */
const UP_TO = /(?<=\d)\s(?:to|auf|à|a|hasta|naar|do|na|до)\s(?=\p{Sc}?\d)/giu;

const MORE =
  /(?<!\p{L})(?:rise[sn]?|rose|rising|increase[sd]?|increasing|raise[sd]?|higher|more expensive|dearer|grew|grown|grows|climbed|went up|gone up|up|gestiegen|steigt|stieg|erhöht|teurer|höher|angehoben|augment\p{L}*|hausse|plus cher|relevé\p{L}*|subió|subido|sube|aument\p{L}*|más caro|aumentat\p{L}*|salit\p{L}*|più car\p{L}|subiu|mais caro|gestegen|verhoogd|duurder|wzros\p{L}*|droższ\p{L}*|вырос\p{L}*|повыс\p{L}*|увелич\p{L}*|дороже)(?!\p{L})|値上げ|上が|上涨|上升|提高|增加/iu;
const LESS =
  /(?<!\p{L})(?:fall[s]?|fell|fallen|falling|drop(?:s|ped)?|decrease[sd]?|decreasing|reduce[sd]?|lower(?:ed)?|cheaper|shrank|shrunk|sank|cut|went down|gone down|down|gesunken|sinkt|sank|gesenkt|reduziert|billiger|günstiger|niedriger|gefallen|fiel|baiss\p{L}*|diminu\p{L}*|réduit\p{L}*|moins cher|bajó|bajado|baja|disminu\p{L}*|cayó|redujo|más barato|diminuit\p{L}*|sces\p{L}|calat\p{L}|meno car\p{L}|caiu|reduzi\p{L}*|mais barato|gedaald|verlaagd|goedkoper|spad\p{L}*|obniż\p{L}*|tańsz\p{L}*|упал\p{L}*|сниз\p{L}*|уменьш\p{L}*|дешевле)(?!\p{L})|値下げ|下が|下降|下跌|降低|减少/iu;
const NOT =
  /(?<!\p{L})(?:not|no|never|n't|nicht|kein\p{L}*|pas|non?|não|niet|nie|не)(?!\p{L})|ない|没有|未/iu;

/** 1 for what says that something grew, -1 for what says that it shrank; 0 for both and neither. */
function directionOf(sentence: string): number {
  if (NOT.test(sentence)) return 0;
  return Number(MORE.test(sentence)) - Number(LESS.test(sentence));
}
