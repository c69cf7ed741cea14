/** Characters of an answer that may say that it is none. */
const LONGEST = 900;
/** Characters in which a refusal begins. */
const OPENING = 260;

/** How engines say, in the first person, that they do not answer; texts in small letters. */
const REFUSALS: readonly RegExp[] = [
  /\b(?:i'm|i am|we're|we are) (?:sorry|afraid)\b[^.]{0,60}\b(?:can(?:'t|not)|unable|not able|won't|don't)\b/,
  /\bi (?:can(?:'t|not)|am unable to|am not able to|won't|will not|do not have the ability to|don't have the ability to)\s+(?:\w+ ){0,3}?(?:help(?! but)|assist|answer|browse|search|access|provide|look up|comply|discuss|fulfil|verify|retrieve|share)\b/,
  /\bi'm (?:unable|not able) to\b/,
  /\bi (?:do not|don't) have (?:\w+ ){0,3}?(?:access|real-time|browsing|internet|information|up-to-date)\b/,
  /\bas an ai(?: language)? model\b[^.]{0,80}\b(?:can(?:'t|not)|unable|do not|don't)\b/,
  /\bi (?:could not|couldn't|did not|didn't|was unable to|wasn't able to) (?:find|locate|get|access|retrieve)\b[^.]{0,80}\b(?:any|information|results?|answer|sources?|web|page)\b/,
  /\b(?:ich kann|kann ich) (?:\p{L}+ ){0,5}?(?:nicht|keine?n?)\b[^.]{0,60}\b(?:helfen|beantworten|durchsuchen|zugreifen|suchen|browsen|geben|abrufen)/u,
  /\b(?:leider|tut mir leid)\b[^.]{0,60}\b(?:nicht|keine?n?)\b[^.]{0,50}\b(?:helfen|beantworten|durchsuchen|zugreifen|zugriff)/u,
  /\bje (?:ne peux pas|ne suis pas en mesure|n'ai pas accès|ne dispose pas)\b/,
  /\bdésolée?\b[^.]{0,60}\bne (?:peux|puis|suis)\b/u,
  /\bno (?:puedo|tengo acceso|me es posible)\b[^.]{0,60}\b(?:navegar|ayudar|responder|acceder|buscar|internet|información)/u,
  /\blo siento\b[^.]{0,60}\bno\b/,
  /\bnão (?:posso|consigo|tenho acesso)\b[^.]{0,60}\b(?:navegar|ajudar|responder|acessar|buscar|internet)/u,
  /\bnon posso\b[^.]{0,60}\b(?:aiutar|navigare|rispondere|accedere)/u,
  /(?:申し訳|すみません)[^。]{0,40}(?:できません|お答え)/,
  /(?:抱歉|对不起)[^。]{0,30}(?:无法|不能)/,
  /(?:не могу|нет доступа)[^.]{0,60}(?:помочь|ответить|искать|интернет|найти)/,
];

/**
 * Whether an answer says that it is none ("I cannot browse the web"), in the words that engines use.
 * A long answer that says so besides is an answer.
 */
export function isRefusal(content: string): boolean {
  const text = content.trim().replaceAll("’", "'").toLowerCase();
  if (text === "" || text.length > LONGEST) return false;
  const opening = text.slice(0, OPENING);
  return REFUSALS.some((form) => form.test(opening));
}
