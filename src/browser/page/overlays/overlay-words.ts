/** Sources of regular expressions, for lower-case text, by which overlays are recognized. */
export interface OverlayWords {
  /** What a consent banner speaks of. */
  readonly consent: string;
  /** What its buttons say. */
  readonly answer: string;
  /** What a newsletter pop-up speaks of. */
  readonly letter: string;
  /** Names (id, class) of consent banners. */
  readonly name: string;
}

const consent = [
  "cookie|gdpr|ccpa|rgpd|dsgvo|lgpd|consent|tracking|personali[sz]ed ads",
  "datenschutz|einwilligung|zustimmung|privatsphäre|confidentialité|consentement|traceurs",
  "privacidad|consentimiento|privacidade|consentimento|consenso|informativa|toestemming",
  "samtycke|samtykke|integritet|informasjonskapsler|evästee|tietosuoja|kapcsol|sütik|sütiket",
  "ciasteczk|prywatności|soukromí|súhlas|souhlas|piškot|kolačić|modul cookie|çerez|gizlilik",
  "куки|файлы cookie|конфиденциальност|クッキー|プライバシー|쿠키|개인정보|隐私|隱私",
  "privacy (?:policy|notice|settings|choices)|your privacy|ملفات تعريف|الخصوصية|עוגיות",
];

const answer = [
  "accept|agree|allow|got it|^ok(?:ay)?[!.]?$|understood|understand|reject|decline|den(?:y|ies)",
  "refuse|necessary|essential|manage|preferences|settings|customi[sz]e|dismiss|^close|^[×✕✖x]$",
  "continue|akzeptier|ablehnen|zustimm|einverstanden|einstellungen|verstanden|schlie(?:ß|ss)en",
  "auswahl|accepte|refuser|continuer|paramétrer|personnaliser|j'ai compris|fermer|d'accord",
  "aceptar|acepto|rechazar|configurar|entendido|cerrar|aceitar|rejeitar|recusar|concordo|fechar",
  "accett|rifiut|ho capito|chiudi|personalizza|accepteren|akkoord|weiger|sluiten|begrepen",
  "godkänn|acceptera|avvisa|stäng|godta|avvis|tillad|afvis|luk|hyväksy|hylkää|sulje",
  "akceptuj|zgadzam|odrzuć|rozumiem|zamknij|přijmout|souhlasím|odmítnout|rozumím|elfogad",
  "elutasít|prijať|sprejm|prihvat|kabul|reddet|anladım|принять|согласен|соглас|отклонить|понятно",
  "同意|承諾|許可|拒否|閉じる|동의|허용|거부|닫기|接受|拒绝|拒絕|好的|知道了|قبول|موافق|רפס|אישור|מאשר",
];

const letter = [
  "newsletter|news letter|subscribe|mailing list|sign up|join our|inbox|% off|discount code",
  "abonnier|anmelden|rabatt|infolettre|inscri(?:vez|re)|abonnez|suscr[ií]b|bolet[ií]n|iscriviti",
  "inschrijven|nieuwsbrief|assine|nyhetsbrev|nyhedsbrev|uutiskirje|zapisz się|odběr|hírlevél",
  "подпис|購読|メルマガ|구독|订阅|訂閱|bülten",
];

const name = [
  "(?:cookie|cookies|consent|gdpr|rgpd|dsgvo|ccpa|cmp|privacy)[-_]?(?:law|policy|settings|eu)?",
  "[-_]?(?:banner|bar|notice|notification|consent|popup|pop-up|modal|dialog|overlay|message|msg",
  "|alert|box|container|wrapper|prompt|disclaimer|layer|info|hint|wall|warning|panel|root|ui)",
];

/** The words of {@link OverlayWords} in the main languages of the web. */
export const overlayWords: OverlayWords = Object.freeze({
  consent: consent.join("|"),
  answer: answer.join("|"),
  letter: letter.join("|"),
  name: name.join(""),
});
