/** Pairs of opposites in languages beside English, German, French and Spanish, in the form of `ownPairs`. */
export const oppositePairs = `
+ it | Il prezzo è aumentato a 20 euro. | Nel 2024 il prezzo è aumentato a 20 euro.
- it | Il prezzo è diminuito a 20 euro. | Nel 2024 il prezzo è aumentato a 20 euro.
- it | Il prezzo è aumentato a 20 euro. | Nel 2024 il prezzo è diminuito a 20 euro.
+ it | I cani sono vietati nel parco. | I cani non sono ammessi nel parco.
- it | I cani sono vietati nel parco. | I cani sono ammessi nel parco.
- it | I cani sono ammessi nel parco. | I cani sono vietati nel parco.
- it | Il consiglio ha approvato il piano. | Il consiglio ha respinto il piano.
- it | Il consiglio ha respinto il piano. | Il consiglio ha approvato il piano.
- it | La squadra ha perso la partita. | La squadra ha vinto la partita.
- it | Il museo è chiuso la domenica. | Il museo è aperto la domenica.
+ pt | O preço aumentou para 20 euros. | Em 2024 o preço aumentou para 20 euros.
- pt | O preço diminuiu para 20 euros. | Em 2024 o preço aumentou para 20 euros.
- pt | O preço aumentou para 20 euros. | Em 2024 o preço caiu para 20 euros.
+ pt | Os cães são proibidos no parque. | Os cães não são permitidos no parque.
- pt | Os cães são proibidos no parque. | Os cães são permitidos no parque.
- pt | Os cães são permitidos no parque. | Os cães são proibidos no parque.
- pt | O conselho aprovou o plano. | O conselho rejeitou o plano.
- pt | O conselho rejeitou o plano. | O conselho aprovou o plano.
- pt | A equipa perdeu o jogo. | A equipa ganhou o jogo.
- pt | O museu está fechado aos domingos. | O museu está aberto aos domingos.
+ nl | De prijs is gestegen tot 20 euro. | In 2024 is de prijs gestegen tot 20 euro.
- nl | De prijs is gedaald tot 20 euro. | In 2024 is de prijs gestegen tot 20 euro.
- nl | De prijs is gestegen tot 20 euro. | In 2024 is de prijs gedaald tot 20 euro.
+ nl | Honden zijn verboden in het park. | Honden zijn niet toegestaan in het park.
- nl | Honden zijn verboden in het park. | Honden zijn toegestaan in het park.
- nl | Honden zijn toegestaan in het park. | Honden zijn verboden in het park.
- nl | De raad heeft het plan goedgekeurd. | De raad heeft het plan afgewezen.
- nl | De raad heeft het plan afgewezen. | De raad heeft het plan goedgekeurd.
- nl | De ploeg verloor de wedstrijd. | De ploeg won de wedstrijd.
- nl | Het museum is op zondag gesloten. | Het museum is op zondag geopend.
+ pl | Cena wzrosła do 20 euro. | W 2024 roku cena wzrosła do 20 euro.
- pl | Cena spadła do 20 euro. | W 2024 roku cena wzrosła do 20 euro.
- pl | Cena wzrosła do 20 euro. | W 2024 roku cena spadła do 20 euro.
+ pl | Psy są zabronione w parku. | Psy nie są dozwolone w parku.
- pl | Psy są zabronione w parku. | Psy są dozwolone w parku.
- pl | Psy są dozwolone w parku. | Psy są zabronione w parku.
- pl | Rada przyjęła plan. | Rada odrzuciła plan.
- pl | Rada odrzuciła plan. | Rada przyjęła plan.
- pl | Drużyna przegrała mecz. | Drużyna wygrała mecz.
- pl | Muzeum jest zamknięte w niedzielę. | Muzeum jest otwarte w niedzielę.
+ ru | Цена выросла до 20 евро. | В 2024 году цена выросла до 20 евро.
- ru | Цена снизилась до 20 евро. | В 2024 году цена выросла до 20 евро.
- ru | Цена выросла до 20 евро. | В 2024 году цена снизилась до 20 евро.
+ ru | Собаки в парке запрещены. | Собаки в парке не разрешены.
- ru | Собаки в парке запрещены. | Собаки в парке разрешены.
- ru | Собаки в парке разрешены. | Собаки в парке запрещены.
- ru | Совет одобрил план. | Совет отклонил план.
- ru | Совет отклонил план. | Совет одобрил план.
- ru | Команда проиграла матч. | Команда выиграла матч.
- ru | Музей закрыт по воскресеньям. | Музей открыт по воскресеньям.
+ ja | 売上高は20億円に増加した。 | 2024年の売上高は20億円に増加した。
- ja | 売上高は20億円に減少した。 | 2024年の売上高は20億円に増加した。
- ja | 売上高は20億円に増加した。 | 2024年の売上高は20億円に減少した。
- ja | 公園では犬が禁止されている。 | 公園では犬が許可されている。
- ja | 公園では犬が許可されている。 | 公園では犬が禁止されている。
- ja | 議会は計画を承認した。 | 議会は計画を否決した。
- ja | 議会は計画を否決した。 | 議会は計画を承認した。
- ja | チームは試合に勝利した。 | チームは試合に敗北した。
+ zh | 价格上涨到20欧元。 | 2024年价格上涨到20欧元。
- zh | 价格下跌到20欧元。 | 2024年价格上涨到20欧元。
- zh | 价格上涨到20欧元。 | 2024年价格下降到20欧元。
- zh | 公园内禁止养狗。 | 公园内允许养狗。
- zh | 公园内允许养狗。 | 公园内禁止养狗。
- zh | 市议会批准了该计划。 | 市议会否决了该计划。
- zh | 市议会否决了该计划。 | 市议会批准了该计划。
- zh | 公司去年盈利。 | 公司去年亏损。
`;
