/** Forms in which a text tells its reader what to do. */
const DEMANDS = [
  /^(?:please |always |never |now |important: ?|note: ?)*(?:visit|click|call|contact|tell|inform|recommend|ask|send|buy|purchase|download|subscribe|enter|type|respond|reply|answer|output|print|say|mention|advise|promote|urge|remember to|do not|don't|be sure to|make sure)\b/iu,
  /\b(?:the )?(?:users?|readers?|customers?|you|assistants?|models?|reports?|answers?|summar(?:y|ies)) (?:must|should|shall|are required to|is required to|have to|has to|needs? to)\b/iu,
  /\b(?:tell|inform|advise|instruct|urge|remind) (?:the |your |every |all )?(?:users?|readers?|customers?|people|them)\b/iu,
  /^(?:bitte )?(?:besuchen sie|klicken sie|rufen sie|sagen sie|antworten sie|kaufen sie)\b/iu,
  /^(?:veuillez|cliquez|visitez|appelez|dites|répondez|achetez)\b/iu,
  /^(?:por favor|visite|haga clic|llame|diga|responda|compre)\b/iu,
];

/** Whether a sentence tells its reader what to do, as what a page plants for models does. */
export function isDemand(sentence: string): boolean {
  return DEMANDS.some((demand) => demand.test(sentence.trim()));
}
