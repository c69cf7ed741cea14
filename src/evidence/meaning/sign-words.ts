/**
 * What changes how far or by whose word a sentence holds: by kinds, one line for each language;
 * `_` parts the words of a phrase.
 */
export const signWords = `
maybe
en may might perhaps possibly probably likely maybe potentially presumably apparently seemingly seems seem seemed appears_to appear_to appeared_to
de vielleicht möglicherweise wahrscheinlich vermutlich wohl dürfte dürften
fr peut-être probablement sans_doute
es quizás quizá probablemente tal_vez
it forse potrebbe potrebbero probabilmente
pt talvez poderia poderiam provavelmente
nl misschien waarschijnlijk mogelijk
sv kanske möjligen troligen
da måske muligvis sandsynligvis
nb kanskje muligens trolig
fi ehkä saattaa luultavasti
pl może możliwe prawdopodobnie
cs snad možná pravděpodobně
ru может возможно вероятно
uk може можливо мабуть ймовірно
tr belki muhtemelen olabilir
hu talán valószínűleg
ro poate probabil
el ίσως πιθανώς μπορεί
ar ربما قد لعل
he אולי ייתכן
hi शायद संभवतः
zh 也许 可能 或许
ja かもしれ たぶん おそらく
ko 아마 아마도
id mungkin barangkali
vi có_thể có_lẽ
th อาจ บางที

planned
en planned planning expected scheduled proposed proposes intends intend intended aims hopes hope hoped wants wanted due_to supposed_to about_to going_to set_to is_to are_to was_to were_to promised_to promises_to
de soll sollen sollte sollten geplant plant planen voraussichtlich vorgesehen beabsichtigt will wollen möchte
fr prévu prévue prévus prévoit prévoient envisage veut va_être devrait devraient
es previsto prevista previstas planea planean prevé quiere va_a
it previsto prevista vuole intende dovrebbe
pt previsto prevista pretende quer vai_ser
nl gepland zal zullen wil
sv planeras ska planerar
da planlagt skal vil
nb planlagt planlegges skal vil
fi suunnitellaan aikoo
pl planowany planowane planuje zamierza ma_zostać
cs plánuje plánován má_být
ru планируется планируют намерен будет
uk планується планують буде
tr planlanıyor planlanan
hu tervezik tervezett fog
ro plănuiește va urmează
el σχεδιάζει θα
ar سوف يعتزم يخطط
he יתכנן מתכנן עתיד
hi योजना
zh 计划 预计 将 将会 打算
ja 予定 計画 つもり
ko 계획 예정
id akan rencana
vi sẽ dự_định
th จะ แผน

future
en will shall would

ability
en could
de könnte könnten
fr pourrait pourraient
es podría podrían

until
en until till no_longer used_to
de bis nicht_mehr
fr jusqu'à jusqu'en ne_plus
es hasta ya_no
it fino
pt até
nl tot

duty
en must should ought has_to have_to had_to required_to needs_to need_to obliged_to
de muss müssen musste mussten
fr doit doivent
es debe deben tiene_que tienen_que
it deve devono
pt deve devem
nl moet moeten
sv måste bör
pl musi muszą powinien
ru должен должны должна
ja なければ べき
zh 必须 应该 应当
ko 해야

unreal
en would_have as_if pretend pretends pretended pretending myth hoax false_that untrue falsely no_evidence no_proof no_sign no_indication no_truth little_evidence scant_evidence lack_of_evidence yet_to doubt_that doubt_whether not_true not_the_case denied denies deny denying refuted refutes disputed disputes doubts doubted dreamed dreamt imagined fictional everything_but anything_but
de mythos bestreitet bestritt bestreiten bestritten dementiert dementierte kein_beleg keine_belege keine_beweise keinen_beweis wäre wären hätte hätten würde würden leugnet
fr mythe nie_que nient nié dément démenti aucune_preuve serait seraient aurait auraient
es mito niega negó niegan desmintió desmiente ninguna_prueba sería habría
it mito nega negò smentisce smentito nessuna_prova sarebbe avrebbe
pt mito nega negou desmentiu nenhuma_prova seria teria
nl mythe ontkent ontkende ontkend geen_bewijs zou zouden
sv myt förnekar förnekade skulle
da myte nægter nægtede ville
nb myte benekter benektet ville
fi myytti kiistää kiisti
pl mit zaprzecza zaprzeczył byłby
cs mýtus popírá popřel
ru миф отрицает отрицал опроверг бы
uk міф заперечує заперечив би
tr inkâr yalanladı efsane
hu mítosz tagadja tagadta volna
ro mit neagă negat ar_fi
el μύθος αρνήθηκε αρνείται
ar نفى ينفي خرافة
he מיתוס הכחיש הכחישה
zh 否认 神话 谣言
ja 否定 嘘 神話
ko 부인 부인했다
id membantah mitos
vi phủ_nhận
th ปฏิเสธ

condition
en if unless provided_that provided providing as_long_as so_long_as in_case on_condition assuming whether depending subject_to
de falls sofern wenn solange vorausgesetzt
fr si s'il s'ils à_condition pourvu à_moins
es si siempre_que a_menos a_condición
it se purché a_meno
pt se caso desde_que a_menos
nl als indien mits tenzij
sv om ifall
da hvis medmindre
nb hvis dersom
fi jos ellei
pl jeśli jeżeli chyba_że
cs pokud jestli jestliže
ru если
uk якщо
tr eğer ise
hu ha
ro dacă
el αν εάν
ar إذا لو
he אם
hi अगर यदि
zh 如果 若 除非 假如
ja もし なら れば
ko 만약 면
id jika kalau apabila
vi nếu
th ถ้า หาก

exception
en except excepting excluding apart_from aside_from other_than with_the_exception but_not save_for
de außer ausgenommen abgesehen
fr sauf hormis excepté
es excepto salvo exceptuando
it tranne eccetto
pt exceto salvo
nl behalve uitgezonderd
sv utom förutom
da undtagen bortset
nb unntatt bortsett
fi paitsi
pl oprócz poza
cs kromě
ru кроме
uk крім
tr hariç dışında
hu kivéve
ro excepția
el εκτός
ar باستثناء
he למעט
hi सिवाय
zh 除了 除
ja 除く 以外
ko 제외
id kecuali
vi trừ
th ยกเว้น

only
en only solely exclusively merely nothing_but
de nur ausschließlich lediglich bloß
fr seulement uniquement exclusivement
es solo sólo únicamente solamente
it solo soltanto solamente
pt só apenas somente
nl alleen slechts enkel
sv bara endast enbart
da kun
nb bare kun
fi vain ainoastaan
pl tylko wyłącznie jedynie
cs jen pouze
ru только лишь
uk лише тільки
tr sadece yalnızca
hu csak
ro doar numai
el μόνο
ar فقط
he רק
hi केवल सिर्फ
zh 只 仅 只有 仅仅
ja だけ のみ しか
ko 만 오직
id hanya
vi chỉ
th เท่านั้น เพียง

reported
en claim claims claimed claiming allege alleges alleged allegedly reportedly rumour rumours rumor rumors rumoured rumored supposedly purportedly purported so-called accuse accused accuses suspected rumour_has believe believes believed thinks thought argue argues argued suggest suggests suggested speculates insist insists insisted assert asserts asserted contend contends predicts predicted forecast forecasts
de behauptet behaupten behauptete angeblich mutmaßlich vermutet glaubt gerücht
fr prétend prétendent prétendument affirme affirment accusé rumeur
es supuestamente presuntamente afirma afirman acusa acusado rumor
it presunto presumibilmente afferma sostiene presumibilmente
pt supostamente alegadamente afirma alega
nl zogenaamd beweert vermeende
sv påstår påstås påstådd
da angiveligt påstår
nb angivelig påstår
fi väittää väitetään
pl rzekomo twierdzi
cs prý tvrdí údajně
ru якобы утверждает утверждают
uk нібито стверджує стверджують
tr iddia sözde
hu állítólag állítja
ro pretinde susține
el ισχυρίζεται δήθεν
ar يزعم زعم
he טוען לכאורה
hi दावा कथित
zh 据称 声称 据说
ja と主張 らしい そうだ 主張
ko 주장
id mengklaim diduga
vi cáo_buộc
th อ้าง

told
en say says said saying reports reported tell tells told announce announces announced stated according_to
de sagt sagte sagten berichtet meldet laut zufolge
fr dit disent déclare selon d'après
es dijo dice dicen declaró según
it disse dichiara secondo
pt disse diz segundo
nl zegt volgens
sv säger enligt
da siger ifølge
nb sier ifølge
pl powiedział według
ru сказал заявил заявили
uk сказав заявив
tr dedi göre
ja によると
zh 据
ko 따르면
`;
