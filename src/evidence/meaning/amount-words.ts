/** Words that say of how many, how much or which in order a sentence holds, in the form of `signWords`. */
export const amountWords = `
almost
en almost nearly barely hardly scarcely partly partially
de fast beinahe kaum teilweise
fr presque à_peine partiellement
es casi apenas parcialmente
it quasi appena parzialmente
pt quase mal parcialmente
nl bijna nauwelijks gedeeltelijk
sv nästan knappt delvis
da næsten knap delvist
nb nesten knapt delvis
fi melkein lähes tuskin
pl prawie ledwo częściowo
cs téměř skoro
ru почти едва частично
uk майже ледве
tr neredeyse
hu majdnem alig
ro aproape
el σχεδόν
ar تقريبا
he כמעט
hi लगभग
zh 几乎 差点
ja ほぼ ほとんど
ko 거의
id hampir
vi gần_như suýt
th เกือบ

rank
en one_of second third fourth fifth sixth seventh eighth ninth tenth second-largest third-largest
de zweite zweiter zweites zweiten dritte dritter dritten vierte zweitgrößte drittgrößte eine_der einer_der eines_der
fr deuxième troisième quatrième second seconde l'un_des l'une_des
es segundo segunda tercera tercero tercer uno_de una_de
it secondo seconda terzo terza uno_dei una_delle
pt segunda terceiro terceira um_dos uma_das
nl tweede derde vierde een_van
sv andra tredje en_av
da anden tredje en_af
nb tredje en_av
pl drugi druga trzeci jeden_z
ru второй вторая третий один_из одна_из

former
en former formerly ex acting deputy vice assistant honorary would-be self-proclaimed unofficial mock replica imitation counterfeit fake
de ehemalige ehemaliger ehemals stellvertretende stellvertretender
fr adjoint adjointe ex
es ex antiguo subdirector
it ex vice

all
en all every each always everyone everybody everything
de alle allen jede jeder jedes jeden sämtliche immer
fr tous toutes chaque toujours
es todos todas cada siempre
it tutti tutte ogni sempre
pt todos todas cada sempre
nl alle allemaal elke ieder altijd
sv alla varje alltid
da alle hver altid
nb alle hver alltid
fi kaikki jokainen aina
pl wszyscy wszystkie każdy zawsze
cs všichni každý vždy
ru все всех каждый всегда
uk всі усі кожен завжди
tr bütün tüm her hepsi
hu minden mindig
ro toți toate fiecare
el όλοι όλες όλα κάθε
ar كل جميع
he כל
hi सभी हर
zh 所有 全部 每 都
ja すべて 全て 全員 全部
ko 모든 모두
id semua setiap
vi tất_cả mọi
th ทั้งหมด ทุก

most
en most mostly mainly majority usually generally typically
de meisten meist mehrheit überwiegend
fr plupart majorité généralement
es mayoría generalmente
it maggioranza maggior
pt maioria
nl meeste
sv flesta
da fleste
nb fleste
pl większość
ru большинство
uk більшість
tr çoğu
zh 大多数 多数
ja 大半
ko 대부분

many
en many often numerous frequently
de viele vielen oft häufig zahlreiche
fr beaucoup souvent nombreux nombreuses
es muchos muchas
it molti molte spesso
pt muitos muitas
nl veel vaak
sv många ofta
da mange ofte
nb mange ofte
pl wiele wielu często
ru много многие часто
uk багато часто
zh 许多 很多
ja 多く たくさん
ko 많은

some
en some sometimes several certain occasionally
de einige einigen einiger manche manchmal mehrere
fr quelques certains certaines parfois plusieurs
es algunos algunas varios varias
it alcuni alcune qualche
pt alguns algumas
nl sommige enkele soms
sv några vissa
da nogle visse
nb noen visse
fi jotkut muutama
pl niektórzy niektóre kilka
cs někteří některé několik
ru некоторые несколько
uk деякі кілька
tr bazı
hu néhány egyes
ro unii unele câteva
el μερικοί κάποιοι
ar بعض
he חלק כמה
hi कुछ
zh 一些 有些 部分 某些
ja 一部
ko 일부
id beberapa sebagian
vi một_số
th บาง

few
en few rarely seldom
de wenige wenigen selten
fr peu rarement
es pocos pocas
it pochi poche raramente
pt poucos poucas
nl weinig zelden
sv få sällan
da få sjældent
nb få sjelden
pl niewiele niewielu
ru немногие мало
uk мало
zh 少数
ko 소수

half
en half
de hälfte halb halbe
fr moitié
es mitad
it metà
pt metade
nl helft
sv hälften
da halvdelen
nb halvparten
pl połowa
ru половина
uk половина
zh 一半
ja 半分
ko 절반

both
en both either
de beide beiden
es ambos ambas
`;
