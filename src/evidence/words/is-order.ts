/** Who a page speaks to that gives orders to those who read it for somebody. */
const READERS =
  "(?:ai|llms?|gpt|chatbots?|language models?|(?:ai|automated|web|llm)[ -](?:assistants?|agents?|bots?|scrapers?|crawlers?|systems?|models?|tools?|readers?))";

/** Forms of orders to models, in a text in lower case. */
const ORDERS = [
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,20}\b(?:all|any|previous|prior|above|earlier|these|those|your|system|the)\b[^.]{0,30}\b(?:instructions?|prompts?)\b/,
  new RegExp(
    `\\b(?:note|notice|message|instructions?|attention)\\b[^.]{0,20}\\b(?:to|for)\\b[^.]{0,20}\\b${READERS}\\b`,
  ),
  new RegExp(`\\b(?:if )?you are an? [^.]{0,20}\\b${READERS}\\b`),
  /^\W{0,4}(?:system|assistant)\s?:[^\n]{0,200}\b(?:return|answer|values?|output|respond|extract)/,
  /\b(?:assistants?|chatbots?|llms?|ai|models?|reports?|answers?|summar(?:y|ies)) (?:must|should|shall|ha(?:s|ve) to|needs? to) (?:\w+ ){0,2}(?:tell|inform|say|recommend|include|mention|advise|promote|praise|respond|answer|urge|claim|state)\b/,
  new RegExp(
    `\\b${READERS}\\b[^.]{0,10}\\b(?:read|process|summari[sz]|pars|index|crawl)(?:e|es|s|ing)?\\b[^.]{0,30}\\b(?:must|shall|should|are (?:to|asked|required|instructed)|ha(?:s|ve) to|needs? to)\\b`,
  ),
  /\b(?:anyone|whoever|any (?:system|program|software|tool|machine)) (?:reading|processing|summari[sz]ing|parsing|indexing)\b[^.]{0,30}\b(?:must|should|shall|ha(?:s|ve) to)\b/,
  /\b(?:tell|inform|advise|instruct|urge|remind|warn) (?:the|your|every|all|any) (?:users?|readers?|humans?|persons?)\b/,
  /#{2,} ?(?:assistant|user|system)\b|<\|(?:im_start|system|user|assistant)/,
  /\b(?:vergiss|vergesst|ignorier\p{L}{0,3}|missachte)\b[^.]{0,40}\banweisung/u,
  /(?:ignore[zr]?|oublie[zr]?|tiens pas compte|tenez pas compte)\b[^.]{0,40}\b(?:instruction|consigne)/,
  /\b(?:ignor[ae]|olvida|omite|dimentica|esqueça)\b[^.]{0,40}\b(?:instruccion|istruzion|instruç)/,
  /(?:игнорируй|забудь)[^.]{0,40}инструкци/,
  /(?:指示|命令)[^。]{0,12}無視|(?:忽略|无视)[^。]{0,16}(?:指令|指示|说明)/,
];

/**
 * Whether a line of a page gives orders to a model that reads it. What stands there is nothing that
 * the page says; that a page may say it in other words is why the fence and the proof are there.
 */
export function isOrder(line: string): boolean {
  const text = line.slice(0, LONGEST).toLowerCase();
  return ORDERS.some((order) => order.test(text));
}

/** Characters of a line that are looked at. */
const LONGEST = 4000;
