/** Languages of `oppositesElsewhere`, in the order of its columns. */
export const languagesElsewhere = ["it", "pt", "nl", "pl", "ru", "ja", "zh"] as const;

/**
 * Opposites in the form of `oppositeWords`, for languages of which no other rule has tables: Italian,
 * Portuguese, Dutch, Polish, Russian, Japanese, Chinese. Words are as a reader of words parts them.
 */
export const oppositesElsewhere = `
rather: aumentato/a/i/e aumenta/no aumentò cresciuto/a/i/e cresce crebbe salito/a/i/e sale salì ; aumentou aumentaram aumenta/m aumentado/a subiu subiram sobe cresceu cresceram cresce ; gestegen steeg stegen stijgt stijgen toegenomen groeide gegroeid verhoogd ; wzrosła wzrósł wzrosło wzrosły wzrasta zwiększył/a/o/y rosną rośnie ; вырос/ла/ло/ли растет растёт увеличился увеличилась увеличилось увеличились повысился повысилась повысилось повысились поднялся поднялась ; 増加 上昇 増え 増える 上がっ 上がる 値上げ 拡大 ; 上涨 上升 增加 提高 增长 上调
x diminuito/a/i/e diminuisce diminuirono diminuì calato/a/i/e cala calò sceso/a/i/e scende scese ; diminuiu diminuíram diminui diminuído/a caiu caíram cai desceu baixou baixaram ; gedaald daalde/n daalt dalen gezakt afgenomen kromp verlaagd ; spadł/a/o/y spada zmalał/a/o/y zmniejszył/a/o/y maleje ; упал/а/о/и снизился снизилась снизилось снизились уменьшился уменьшилась уменьшилось уменьшились падает сократился сократилась ; 減少 下落 低下 減っ 減る 下がっ 下がる 値下げ 縮小 ; 下跌 下降 减少 降低 下调 缩小

either: ammesso/a/i/e permesso/a/i/e consentito/a/i/e autorizzato/a/i/e legale legali ; permitido/a/s/as permitidos autorizado/a/os/as admitido/a/os/as legal legais ; toegestaan toegelaten geoorloofd legaal ; dozwolony dozwolona dozwolone dozwoleni legalny legalna legalne ; разрешен/а/о/ы разрешён разрешена разрешено разрешены допускается допускаются законен законно ; 許可 許さ 合法 ; 允许 准许 可以 合法
x vietato/a/i/e proibito/a/i/e illegale illegali ; proibido/a/os/as vedado/a/os/as ilegal ilegais ; verboden illegaal ; zabroniony zabroniona zabronione zakazany zakazana zakazane nielegalny nielegalna nielegalne ; запрещен/а/о/ы запрещён запрещена запрещено запрещены незаконен незаконно ; 禁止 禁じ 違法 ; 禁止 严禁 不得 违法 非法

either: accettato/a/i/e accettò approvato/a/i/e approvò adottato/a/i/e ; aceitou aceitaram aceite aceito/a aprovou aprovaram aprovado/a/os/as ; goedgekeurd aanvaard aangenomen ; przyjął przyjęła przyjęło przyjęli przyjęto zatwierdził/a zatwierdzono ; одобрил/а/о/и одобрен/а/о/ы принял/а/о/и утвердил/а/о/и ; 承認 可決 採択 受け入れ ; 批准 通过 接受 采纳
x rifiutato/a/i/e rifiutò respinto/a/i/e respinse bocciato/a/i/e ; recusou recusaram recusado/a rejeitou rejeitaram rejeitado/a/os/as ; afgewezen geweigerd verworpen ; odrzucił/a/o/y odrzucono odmówił/a/o/y ; отклонил/а/о/и отклонен/а/о/ы отверг/ла/ло/ли отказал/а/о/и ; 否決 却下 拒否 拒絶 ; 否决 拒绝 驳回

between: vinto/a vince vinse ; ganhou ganharam ganho venceu venceram ; won/nen gewonnen wint ; wygrał/a/o/y wygrali wygrywa ; выиграл/а/о/и победил/а/о/и ; 勝利 勝っ 勝ち ; 赢得 获胜 战胜 赢
x perso/a perde perse ; perdeu perderam perdido ; verloor verloren verliest ; przegrał/a/o/y przegrali przegrywa ; проиграл/а/о/и ; 敗北 敗れ 負け ; 输掉 落败 战败 输

either: aperto/a/i/e apre aprono ; aberto/a/os/as abre/m ; open geopend opent ; otwarty otwarta otwarte otwarto otwiera ; открыт/а/о/ы открывается ; 開館 開い 営業 ; 开放 营业 打开
x chiuso/a/i/e chiude chiudono ; fechado/a/os/as encerrado/a/os/as fecha/m ; gesloten dicht sluit ; zamknięty zamknięta zamknięte zamknięto zamyka ; закрыт/а/о/ы закрывается ; 閉館 閉じ 休業 ; 关闭 停业 歇业

either: incluso/a/i/e include compreso/a/i/e ; incluído/a/os/as inclui incluem ; inbegrepen inclusief bevat ; wliczony wliczona wliczone zawiera ; включен/а/о/ы включён входит включает ; 含ま 含む 含み ; 包括 包含
x escluso/a/i/e esclude ; excluído/a/os/as exclui excluem ; uitgesloten exclusief ; wykluczony wykluczona wykluczone wyklucza ; исключен/а/о/ы исключён исключает ; 除外 除く 除き ; 不含 排除

either: presente presenti ; presente/s ; aanwezig ; obecny obecna obecne obecni ; присутствует присутствовал/а/и ; 出席 存在 ; 出席 在场
x assente assenti ; ausente/s ; afwezig ; nieobecny nieobecna nieobecne nieobecni ; отсутствует отсутствовал/а/и ; 欠席 不在 ; 缺席 不在场

rather: guadagno guadagni utile utili profitto profitti guadagnato ; lucro/s ganho/s ; winst/en ; zysk/i/u zyski zarobił/a ; прибыль прибыли заработал/а ; 黒字 利益 ; 盈利 利润 盈余
x perdita perdite ; prejuízo/s perda/s ; verlies verliezen ; strata straty stratę stracił/a ; убыток убытки убытка потерял/а ; 赤字 損失 ; 亏损 损失 赤字

rather: assunto/a/i/e nominato/a/i/e ; contratou contratado/a nomeado/a nomeou ; aangenomen benoemd ; zatrudnił/a zatrudniono mianowany ; нанял/а назначен/а назначил/а ; 採用 任命 ; 聘用 任命
x licenziato/a/i/e ; demitiu demitido/a despediu despedido/a ; ontslagen ontsloeg ; zwolnił/a zwolniono zwolniony ; уволил/а уволен/а ; 解雇 解任 ; 解雇 解聘

between: comprato/a compra comprò acquistato/a acquistò acquista ; comprou compraram comprado/a adquiriu ; kocht/en gekocht koopt ; kupił/a/o/y kupuje ; купил/а/о/и приобрел/а приобрёл ; 購入 買収 買っ ; 购买 收购 买
x venduto/a vende vendette ; vendeu venderam vendido/a ; verkocht/en verkoopt ; sprzedał/a/o/y sprzedaje ; продал/а/о/и ; 売却 販売 売っ ; 出售 卖出 卖

rather: aggiunto/a/i/e introdotto/a ; adicionou adicionado/a acrescentou ; toegevoegd ingevoerd ; dodał/a dodano wprowadził/a wprowadzono ; добавил/а добавлен/а/о/ы ввел/а введён ; 追加 導入 ; 添加 新增 引入
x rimosso/a/i/e eliminato/a/i/e abolito/a ; removeu removido/a eliminou eliminado/a aboliu ; verwijderd afgeschaft ; usunął usunęła usunięto zniósł zniesiono ; удалил/а удален/а/о/ы удалён отменил/а отменен/а отменён ; 削除 廃止 ; 删除 取消 废除

between: prima ; antes ; voor ; przed ; до перед ; 前 以前 ; 之前 以前
x dopo ; depois após ; na ; po ; после ; 後 以後 ; 之后 以后

between: più ; mais ; meer ; więcej ; больше более ; 以上 ; 超过 多于
x meno ; menos ; minder ; mniej ; меньше менее ; 以下 未満 ; 少于 不足 低于

between: nord ; norte ; noord noorden ; północ północny ; север северный ; 北 ; 北
x sud ; sul ; zuid zuiden ; południe południowy ; юг южный ; 南 ; 南

rather: primo/a/i/e ; primeiro/a/os/as ; eerste ; pierwszy pierwsza pierwsze ; первый первая первое ; 最初 ; 首次 第一
x ultimo/a/i/e ; último/a/os/as ; laatste ; ostatni ostatnia ostatnie ; последний последняя последнее ; 最後 ; 最后
`;
