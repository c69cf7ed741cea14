/**
 * Words that say nothing of what is searched for, in the languages of most prompts: articles,
 * pronouns, prepositions, conjunctions, auxiliaries, words of questions, and the words with which
 * people ask for something. Languages share one list, since a prompt may mix them; what is a word of
 * substance in another of them ("die", "sin", "was" as names) stays when it is written as a name.
 */
const LISTS = [
  // English
  `a about above after again all also am among an and any are around as at based be because been before
  being below between both but by can cannot could did do does doing done down during each either else
  ever every few for from further get give given had has have having he her here hers him his how i if in
  into is it its itself just know let like made make many may me might more most much must my need no nor
  not now of off on once one only or other our out over own per please provide same she should show so some
  such tell than that the their them then there these they this those through to too under until up upon
  us use used using very want was we well were what when where whether which while who whom whose why will
  with within without would yes you your yours explain describe find search look looking list compare
  overview summary report information details detailed question questions answer know help thanks thank
  want include including following understand research focus expert analyst ideally already
  read say says name`,
  // German
  `aber alle als also am an auch auf aus bei beim bin bis bitte da dann das dass dein dem den denn der des
  dazu davon die dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer
  für gegen gibt hab habe haben hat hatte hier ich ihm ihn ihr ihre im in ins ist ja jede jeder kann kein
  keine können man mehr mein mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sehr sein seine
  sich sie sind so soll sollen über um und uns unser unter vom von vor war waren warum was welche welcher
  welches wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen finde nenne erkläre
  schreibe suche zeige bericht überblick`,
  // French
  `à au aux avec ce ces cet cette ceux comme comment dans de depuis des donc dont du elle elles en entre es
  est et être eu fait il ils je la le les leur leurs lui ma mais me même mes moi mon ne nos notre nous on
  ou où par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si son
  sont sous sur ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y été était
  donne donnez écris écrivez trouve cherche explique rapport résumé`,
  // Spanish
  `al algo ante antes como cómo con contra cual cuál cuáles cuando cuándo de del desde donde dónde dos e el
  él ella ellas ellos en entre era eran es esa ese eso esta está están este esto estos fue fueron ha han
  hasta hay la las le les lo los más me mi mis muy nada ni no nos o os otra otro para pero poco por porque
  qué que quién quien se sea ser si sí sin sobre son su sus también te tiene todo todos tu un una uno unos
  ya yo necesito quiero hayan haya busca encuentra escribe explica dame informe resumen`,
  // Portuguese
  `ao aos as até com da das do dos ela elas ele eles em essa esse esta este eu foi foram isso isto já mais
  mas mesmo meu minha muito na não nas nem no nos num numa o os ou para pela pelo por qual quais quando
  quem se sem ser seu sua são só também tem uma você onde escreva encontre explique relatório resumo`,
  // Italian
  `agli ai al alla alle anche che chi ci come con cosa cui da dal dalla degli dei del della delle di dove
  e è ed era erano essere fra gli ha hanno i il in io la le lei lo loro lui ma mi mio nei nel nella noi non
  o per perché più quale quali quando quanto quella quello questa questo se sei si sono su sua suo sul tra
  tu un una uno voi scrivi trova spiega rapporto riassunto`,
  // Dutch
  `aan als bij dan dat de deze die dit door een en er geen heb heeft het hij hoe ik in is je kan maar met
  mijn naar niet nog of om ook op over te tot uit van voor waar waarom was wat welke werd wie wij worden zal
  ze zich zijn zo schrijf zoek`,
  // Polish, Swedish, Turkish
  `aby ale bez być czy dla do gdzie i jak jaka jakie jaki jest już kiedy kto ku lub ma na nad nie o od oraz
  po pod przez przy są się ta tak te ten to tym w we z za ze att av de den det din du ett från för han hon
  hur här i inte jag kan man med men mig nu när och om på samt sin som till vad var vem vi vilka vilken är
  bir bu da de gibi hakkında için ile kim mi mu ne nasıl neden nedir nerede olan olarak şu ve veya ya`,
  // Russian, Ukrainian
  `а без был была были было быть в вам вас весь во вот все всех вы где да для до его ее её если есть еще ещё
  же за и из или им их к как какая какие каких какой когда кто ли мне можно мой мы на над не него нет но о об
  он она они от по под при про с со так такой там то тоже только у уже чем что чтобы эта эти это этого этой
  этот я напиши найди объясни отчет отчёт пожалуйста є і із й коли та та що це цей чи як яка які який`,
  // Arabic, Hindi
  `من في على إلى عن ما هو هي هل كيف متى أين لماذا و أو أن إن هذا هذه التي الذي كان كانت مع كل بين وما وهو وهي ذلك أريد تقرير تقريرا مفصلا المصادر का की के को
  में से है हैं और या यह वह कि पर ने क्या कैसे कब कहाँ कौन क्यों था थी थे एक भी तो ही लिए`,
  // Chinese, Japanese, Korean as the segmenter of words gives them
  `的 了 是 在 和 有 吗 呢 什么 怎么 如何 哪些 哪个 为什么 请 请问 我 你 他 她 它 我们 你们 他们 这 那 这个 那个
  一个 一份 多少 多少钱 与 及 或 对 把 被 让 给 从 到 也 都 就 很 会 能 可以 需要 关于 以及 并 并且 写 报告 介绍 嗎 什麼 怎麼
  為什麼 請 我們 這 這個 一個 關於 は が を に へ と で の も や か な だ です ます した して する された いる
  ある こと もの これ それ この その ください について とは から まで より ね よ 何 なに どう いつ どこ 誰 なぜ
  教え て 은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 무엇 어떻게 언제 어디 왜 누가 대해 대한 그리고 해주세요 주세요 알려 비교해 어떤`,
];

/** The languages (two letters) of the lists, in their order. */
const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "pl sv tr da nb",
  "ru uk",
  "ar hi",
  "zh ja ko",
];

const lists = LISTS.map((list, index) => ({
  languages: LANGUAGES[index]?.split(" ") ?? [],
  words: new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => word.normalize("NFC")),
  ),
}));
const stopWords: ReadonlySet<string> = new Set(lists.flatMap(({ words }) => [...words]));

/**
 * Whether a word, in small letters, says nothing of what is searched for.
 * @param language two letters: whether it is such a word in this language; in any when absent
 */
export function isStopWord(word: string, language?: string): boolean {
  if (language === undefined) return stopWords.has(word);
  return lists.some(({ languages, words }) => languages.includes(language) && words.has(word));
}
