/**
 * What pages write for the usual values of enums: a line for each meaning, its phrases in several
 * languages.
 */
const LINES = `
instock: in stock, available, in store, ready to ship, auf lager, lieferbar, sofort lieferbar, verfügbar, vorrätig, en stock, disponible, disponibile, in magazzino, em estoque, disponível, op voorraad, leverbaar, dostępny, w magazynie, skladem, i lager, på lager, varastossa, в наличии, есть в наличии, 在庫あり, 有货, 现货, 재고 있음, in store only, online only, limited availability
outofstock: out of stock, sold out, unavailable, not available, nicht auf lager, nicht lieferbar, ausverkauft, nicht verfügbar, vergriffen, rupture de stock, en rupture de stock, épuisé, indisponible, agotado, sin existencias, no disponible, esaurito, non disponibile, esgotado, indisponível, uitverkocht, niet op voorraad, niedostępny, wyprzedane, vyprodáno, slutsåld, udsolgt, utsolgt, loppu, нет в наличии, распродано, 在庫なし, 在庫切れ, 品切れ, 売り切れ, 缺货, 售罄, 품절, discontinued
preorder: preorder, pre order, pre sale, coming soon, vorbestellbar, vorbestellung, demnächst, précommande, en précommande, bientôt disponible, reserva, en preventa, próximamente, preordine, prenotabile, pré venda, voorverkoop, reserveer, przedsprzedaż, předobjednávka, предзаказ, 予約受付中, 予約注文, 予約, 预购, 预售, 예약판매
backorder: backorder, back order, on order, nachbestellt, bestellbar, sur commande, bajo pedido, su ordinazione, op bestelling, na zamówienie, на заказ, お取り寄せ, 取り寄せ
fulltime: full time, permanent full time, vollzeit, festanstellung vollzeit, temps plein, temps complet, à temps plein, jornada completa, tiempo completo, a tiempo completo, tempo pieno, a tempo pieno, tempo integral, voltijd, fulltime, pełny etat, plný úvazek, heltid, полная занятость, полный день, 正社員, フルタイム, 常勤, 全职, 전일제, 정규직
parttime: part time, teilzeit, temps partiel, à temps partiel, media jornada, jornada parcial, tiempo parcial, a tiempo parcial, part time, tempo parziale, meio período, deeltijd, niepełny etat, część etatu, částečný úvazek, deltid, частичная занятость, неполный день, パートタイム, パート, アルバイト, 非常勤, 兼职, 파트타임
contract: contract, contractor, fixed term, befristet, befristeter vertrag, auf zeit, projektarbeit, cdd, contrat à durée déterminée, durée déterminée, contrat, temporal, contrato temporal, por obra, tempo determinato, a tempo determinato, contrato, tijdelijk contract, umowa zlecenie, smlouva, tidsbegränsad, срочный договор, контракт, 契約社員, 契約, 合同工, 계약직
permanent: permanent, unbefristet, festanstellung, cdi, contrat à durée indéterminée, indefinido, contrato indefinido, tempo indeterminato, vast contract, umowa o pracę, постоянная работа, 無期雇用, 长期
temporary: temporary, temp, seasonal, aushilfe, zeitarbeit, saisonarbeit, intérim, intérimaire, saisonnier, temporada, eventual, interinale, stagionale, temporário, uitzendwerk, tymczasowa, dočasný, временная работа, 派遣社員, 派遣, 临时, 임시직
internship: internship, intern, trainee, praktikum, praktikant, stage, stagiaire, prácticas, becario, becaria, tirocinio, estágio, stage, staż, praxe, praktik, стажировка, インターンシップ, インターン, 实习, 인턴
freelance: freelance, freelancer, self employed, freiberuflich, freie mitarbeit, indépendant, autónomo, libero professionista, zzp, фриланс, フリーランス, 業務委託, 自由职业
volunteer: volunteer, ehrenamt, ehrenamtlich, bénévole, bénévolat, voluntario, volontario, vrijwilliger, wolontariat, волонтер, ボランティア, 志愿者
remote: remote, fully remote, home office, homeoffice, work from home, télétravail, à distance, teletrabajo, remoto, da remoto, thuiswerken, zdalnie, удаленно, リモート, 在宅, 远程, 원격
hybrid: hybrid, teilweise homeoffice, hybride, híbrido, ibrido, hybrydowo, гибрид, ハイブリッド, 混合办公
onsite: on site, onsite, in office, vor ort, präsenz, sur site, sur place, presencial, in sede, op locatie, stacjonarnie, в офисе, 出社, オフィス, 现场
new: new, brand new, neu, neuwertig, neuf, neuve, nuevo, nueva, nuovo, nuova, novo, nova, nieuw, nowy, nový, ny, uusi, новый, новое, 新品, 全新, 새 상품, new condition
used: used, second hand, pre owned, gebraucht, gut erhalten, occasion, d occasion, usado, de segunda mano, usato, seminovo, tweedehands, używany, použitý, begagnad, brugt, brukt, käytetty, б у, подержанный, 中古, 二手, 중고, used condition
refurbished: refurbished, renewed, reconditioned, generalüberholt, wiederaufbereitet, reconditionné, reacondicionado, ricondizionato, recondicionado, gereviseerd, odnowiony, repasovaný, восстановленный, 整備済み, 再生品, 翻新, 리퍼, refurbished condition
scheduled: scheduled, planned, geplant, findet statt, prévu, programado, programada, previsto, gepland, zaplanowane, plánováno, запланировано, 予定, 开催予定, 开催, event scheduled
cancelled: cancelled, canceled, abgesagt, storniert, annulliert, ausfall, fällt aus, annulé, annulée, supprimé, cancelado, cancelada, anulado, annullato, cancellato, geannuleerd, vervalt, anulowano, odwołane, zrušeno, inställd, aflyst, avlyst, peruttu, отменено, отменен, キャンセル, 中止, 運休, キャンセル済み, 已取消, 取消, 취소, event cancelled
postponed: postponed, rescheduled, verschoben, verlegt, reporté, reportée, aplazado, aplazada, pospuesto, rinviato, rimandato, adiado, uitgesteld, przełożone, odloženo, перенесено, 延期, 推迟, 연기, event postponed, event rescheduled
ontime: on time, punctual, pünktlich, planmäßig, à l heure, a tiempo, en hora, puntual, in orario, puntuale, op tijd, punktualnie, včas, i tid, вовремя, 定刻, 定時, 准点, 정시
delayed: delayed, late, verspätet, verspätung, retardé, en retard, retrasado, con retraso, in ritardo, atrasado, vertraagd, opóźniony, zpožděn, försenad, forsinket, задержан, опаздывает, 遅延, 晚点, 延误, 지연
delivered: delivered, zugestellt, geliefert, livré, livrée, entregado, entregada, consegnato, entregue, bezorgd, geleverd, dostarczono, doručeno, levererad, leveret, toimitettu, доставлен, доставлено, 配達完了, 配送済み, お届け済み, 已送达, 已签收, 배송 완료, completed, complete, abgeschlossen, terminé, terminée, completado, completato
shipped: shipped, dispatched, sent, on its way, in transit, versandt, versendet, verschickt, unterwegs, in zustellung, expédié, expédiée, envoyé, en cours de livraison, enviado, enviada, en camino, en reparto, spedito, in consegna, enviado, verzonden, onderweg, wysłano, odesláno, skickad, afsendt, sendt, lähetetty, отправлен, в пути, 発送済み, 出荷済み, 配送中, 已发货, 运输中, 배송중
pending: pending, awaiting payment, open, unpaid, ausstehend, offen, unbezahlt, wartet auf zahlung, en attente, impayé, pendiente, pendiente de pago, in attesa, in sospeso, pendente, in afwachting, openstaand, oczekuje, čeká, väntar, afventer, в ожидании, ожидает, 保留中, 未払い, 支払い待ち, 待处理, 待付款, 대기중
processing: processing, in progress, preparing, in bearbeitung, wird bearbeitet, en cours, en cours de traitement, en préparation, en proceso, en preparación, procesando, in lavorazione, in elaborazione, em processamento, in behandeling, w realizacji, zpracovává se, behandlas, behandles, käsitellään, в обработке, 処理中, 準備中, 处理中, 备货中, 처리중
returned: returned, refunded, return, zurückgesendet, retourniert, erstattet, retourné, remboursé, devuelto, reembolsado, reso, rimborsato, devolvido, geretourneerd, terugbetaald, zwrócono, vráceno, returnerad, returneret, возврат, возвращен, 返品済み, 返金済み, 已退货, 已退款, 반품, 환불
paid: paid, bezahlt, payé, payée, pagado, pagato, pago, betaald, opłacone, zaplaceno, betald, betalt, maksettu, оплачен, оплачено, 支払い済み, お支払い済み, 已付款, 결제 완료
easy: easy, simple, beginner, einfach, leicht, simpel, facile, fácil, gemakkelijk, makkelijk, łatwy, snadné, lätt, nem, enkel, helppo, легко, легкий, просто, 簡単, 初級, やさしい, 简单, 쉬움
medium: medium, moderate, intermediate, normal, mittel, mittelschwer, moyen, intermédiaire, media, medio, intermedio, médio, gemiddeld, średni, střední, medel, keskitaso, средне, средний, 普通, 中級, ふつう, 中等, 보통
hard: hard, difficult, advanced, challenging, expert, schwer, schwierig, anspruchsvoll, difficile, difícil, moeilijk, trudny, těžké, svår, svær, vanskelig, vaikea, сложно, сложный, трудно, 難しい, 上級, むずかしい, 困难, 어려움
year: year, yearly, annual, annually, per year, per annum, pa, yr, jahr, jährlich, pro jahr, an, annuel, par an, année, año, anual, al año, anno, annuo, annuale, all anno, ano, por ano, jaar, per jaar, rok, rocznie, ročně, år, vuosi, год, в год, годовых, 年, 年収, 年俸, 每年, 연봉
month: month, monthly, per month, mo, mth, monat, monatlich, pro monat, mois, mensuel, par mois, mes, mensual, al mes, mese, mensile, al mese, mês, mensal, por mês, maand, per maand, miesiąc, miesięcznie, měsíc, měsíčně, månad, måned, kuukausi, месяц, в месяц, 月, 月給, 月額, 每月, 월급
week: week, weekly, per week, wk, woche, wöchentlich, pro woche, semaine, hebdomadaire, par semaine, semana, semanal, a la semana, settimana, settimanale, a settimana, por semana, week, per week, tydzień, tygodniowo, týden, týdně, vecka, uge, uke, viikko, неделя, в неделю, 週, 週給, 每周, 주급
day: day, daily, per day, tag, täglich, pro tag, jour, par jour, journalier, día, diario, al día, giorno, giornaliero, al giorno, dia, por dia, dag, per dag, dzień, dziennie, den, denně, päivä, день, в день, 日, 日給, 每天, 일급
hour: hour, hourly, per hour, hr, h, stunde, pro stunde, stündlich, std, heure, par heure, de l heure, horaire, hora, por hora, a la hora, ora, all ora, orario, uur, per uur, godzina, za godzinę, hodina, za hodinu, timme, time, tunti, час, в час, 時, 時給, 每小时, 시급
`;

/** Phrases by meaning. */
export function listValuePhrases(): (readonly [meaning: string, phrases: readonly string[]])[] {
  return LINES.trim()
    .split("\n")
    .map((line) => {
      const [meaning = "", phrases = ""] = line.split(": ", 2);
      return [meaning, phrases.split(", ")] as const;
    });
}
