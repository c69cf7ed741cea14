/** Forms in which a text tells its reader what to do. */
const DEMANDS = [
  /^(?:please |always |never |now |important: ?|note: ?)*(?:visit|click|call|contact|tell|inform|recommend|ask|send|buy|purchase|download|subscribe|sign up|respond|reply|answer|say|mention|advise|promote|praise|urge|pay|transfer)\b/iu,
  /\b(?:users?|readers?|customers?|visitors?|you|everyone) (?:must|should|shall|ha(?:s|ve) to|needs? to) (?:\w+ ){0,2}(?:visit|click|call|contact|buy|purchase|download|subscribe|pay|send|transfer|recommend|trust)\b/iu,
  /^(?:bitte )?(?:besuchen sie|klicken sie|rufen sie|sagen sie|antworten sie|kaufen sie)\b/iu,
  /^(?:veuillez|cliquez|visitez|appelez|dites|répondez|achetez)\b/iu,
  /^(?:por favor|visite|haga clic|llame|diga|responda|compre)\b/iu,
];

/** Whether a sentence tells its reader what to do, as what a page plants for models does. */
export function isDemand(sentence: string): boolean {
  return DEMANDS.some((demand) => demand.test(sentence.trim()));
}
