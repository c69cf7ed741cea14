/**
 * What properties of things are called: a line for each meaning, its phrases in several languages.
 * A phrase may have several meanings. Names of schema.org, of Open Graph and of other vocabularies
 * stand beside what people write.
 */
const LINES = `
name: name, title, headline, titel, nom, titre, nombre, título, nome, titolo, naam, nazwa, nazev, namn, navn, nimi, название, имя, наименование, 名前, 名称, 氏名, 商品名, 件名, 타이틀, 이름, 제목, 标题, 名稱, product name, job title, position, stelle, poste, puesto, fullname, full name, display name, subject, betreff
description: description, beschreibung, descripción, descrizione, descrição, omschrijving, opis, popis, beskrivning, описание, 説明, 商品説明, 描述, 설명, summary, abstract, overview, about, details, zusammenfassung, résumé, resumen, teaser, snippet, excerpt, auszug, 概要, 摘要
price: price, preis, prix, precio, prezzo, preço, prijs, cena, pris, hinta, цена, стоимость, fiyat, 価格, 値段, 販売価格, 税込価格, 价格, 售价, 가격, cost, kosten, current price, sale price, our price, your price, now, jetzt, asking price, kaufpreis, sale, lowprice, low price, amount, kostenpunkt, tarif, fare, tickets from
oldprice: old price, original price, list price, regular price, was, rrp, msrp, uvp, statt, ancien prix, prix conseillé, precio anterior, prezzo di listino, strike price, compare at price, previous price, 定価, 通常価格, highprice
currency: currency, price currency, währung, devise, moneda, valuta, moeda, waluta, měna, валюта, 通貨, 货币, 통화, salary currency
sku: sku, property ref, ref no, reference number, référence annonce, objektnummer, objekt nr, immobilien id, número de referencia, ref anuncio, kennziffer, job reference, job id, requisition id, req id, referenznummer, stellen id, numéro de référence, référence de l offre, article number, item number, artikelnummer, artikel nr, art nr, référence, réf, ref, referencia, codice, kód, артикул, 品番, 商品番号, 型番, 货号, product code, product id, productid, item no, part number, model number, model, modell, modèle, modelo, modello, mpn, reference, bestellnummer
gtin: gtin, ean, upc, barcode, isbn, gtin13, gtin12, gtin14, gtin8
brand: brand, marke, marque, marca, merk, marka, značka, märke, бренд, производитель, ブランド, メーカー, 品牌, 브랜드, manufacturer, hersteller, fabricant, fabricante, produttore, maker, vendor
availablefrom: available from, availability date, availability starts, available, verfügbar ab, frei ab, bezugsfrei ab, verfügbarkeit, disponible à partir du, disponible dès le, disponible le, disponibilité, disponible desde, disponibilidad, disponibile dal, disponibile da, beschikbaar vanaf, dostępne od, k dispozici od, доступно с, 入居可能日, 入居時期, 可入住日期, move in date, move in, einzug, bezugstermin
availability: availability, in stock, stock, verfügbarkeit, lagerbestand, auf lager, lieferbar, disponibilité, en stock, disponibilidad, disponibilità, beschikbaarheid, dostępność, dostupnost, наличие, в наличии, 在庫, 库存, 재고, available, is available, instock
rating: rating, rating value, average rating, stars, score, bewertung, durchschnittliche bewertung, note, évaluation, valoración, puntuación, valutazione, avaliação, beoordeling, ocena, hodnocení, оценка, рейтинг, 評価, 评分, 평점
ratingcount: review count, reviews, rating count, ratings, number of reviews, number of ratings, bewertungen, anzahl bewertungen, avis, nombre d avis, reseñas, opiniones, recensioni, avaliações, отзывы, レビュー数, 件のレビュー, 评论数, reviewscount
category: category, forum, board, subforum, foro, categories, kategorie, catégorie, categoría, categoria, rubrik, rubrique, section, article section, department, abteilung, категория, カテゴリ, カテゴリー, 分类, 카테고리, genre, topic, thema, sujet, tema
tags: tags, keywords, schlagwörter, schlagworte, mots clés, etiquetas, palabras clave, parole chiave, stichworte, ключевые слова, タグ, キーワード, 标签, 关键词, labels, topics
image: image, image url, photo, picture, thumbnail, thumbnail url, cover, bild, foto, imagen, immagine, imagem, afbeelding, obrázek, изображение, фото, 画像, 写真, 图片, portrait, poster
images: images, photos, pictures, gallery, bilder, fotos, galerie, imágenes, immagini, 画像一覧
url: url, link, href, website link, permalink, canonical url, adresse web, enlace, адрес страницы, lien
website: website, homepage, site web, sitio web, sito web, webseite, web, сайт, ホームページ, 网站, 웹사이트, sameas
author: author, thread starter, started by, original poster, themenstarter, by, recipe by, rezept von, recette de, receta de, ricetta di, article by, story by, texto de, texte de, written by, von, verfasser, autor, auteur, autore, автор, 著者, 作者, 投稿者, 글쓴이, creator, byline, posted by, author name, contributor, username, user, poster, reporter, chef, verfasst von, par, por, geschrieben von
authors: authors, autoren, auteurs, autores, autori, авторы, creators, contributors
published: date published, published, publication date, published at, published on, published time, publish date, date posted, posted, posted on, date, datum, veröffentlicht, veröffentlicht am, erschienen, erschienen am, publié le, date de publication, publicado, fecha de publicación, pubblicato il, data di pubblicazione, publicado em, gepubliceerd, дата публикации, опубликовано, 公開日, 掲載日, 投稿日, 投稿日時, 発売日, 发布日期, 发布时间, 게시일, release date, released, erscheinungsdatum, online since, online seit, date created, created, created at, eingestellt am, issued, pubdate, time
modified: date modified, modified, updated, updated at, last updated, last update, last modified, modified time, zuletzt aktualisiert, aktualisiert, aktualisiert am, mis à jour le, dernière mise à jour, actualizado, última actualización, aggiornato il, обновлено, 更新日, 最終更新日, 更新时间, revised
start: start date, start, starts, begins, beginning, date, date and time, when, time, datum, beginn, start time, wann, début, date de début, date et heure, quand, fecha, fecha de inicio, comienza, inizio, quando, дата начала, начало, 開始日, 日時, 開催日時, 開催日, 开始时间, 시작일, termin, event date
end: end date, end, ends, until, ende, bis, enddatum, fin, date de fin, fecha de fin, termina, fine, конец, 終了日, 終了日時, 结束时间, 종료일, end time
doors: doors, doors open, einlass, door time, ouverture des portes, apertura puertas, 開場
time: time, uhrzeit, zeit, heure, hora, ora, tijd, время, 時間, 時刻, 时间
location: location, place, ort, standort, veranstaltungsort, arbeitsort, lieu, emplacement, ubicación, lugar, luogo, sede, local, locatie, miejsce, místo, место, местоположение, 場所, 会場, 勤務地, 所在地, 地点, 장소, venue, job location, where, wo, dove, où, based in, area, region, einsatzort
address: address, street address, anschrift, adresse, dirección, indirizzo, endereço, adres, adresa, адрес, 住所, 地址, 주소, streetaddress, standortadresse
street: street, street address, straße, strasse, rue, calle, via, rua, улица, 番地
city: city, town, locality, address locality, stadt, ort, ville, ciudad, città, cidade, stad, miasto, město, город, 市区町村, 城市, 도시
postalcode: postal code, zip, zip code, postcode, plz, postleitzahl, code postal, código postal, cap, psč, индекс, 郵便番号, 邮编
region: region, state, province, address region, bundesland, kanton, canton, département, provincia, regione, область, 都道府県, 省
country: country, address country, land, pays, país, paese, страна, 国, 国家, 국가, country name
latitude: latitude, lat, breitengrad
longitude: longitude, lng, lon, längengrad
phone: phone, telephone, tel, telefon, telefonnummer, téléphone, teléfono, telefono, telefone, телефон, 電話, 電話番号, 电话, 전화, phone number, mobile, handy, call
fax: fax, telefax, fax number
email: email, e mail, mail, courriel, correo, correo electrónico, e mail adresse, электронная почта, почта, メール, メールアドレス, 邮箱, 이메일, contact email
company: company, employer, organization, organisation, hiring organization, firma, unternehmen, arbeitgeber, entreprise, employeur, société, empresa, compañía, azienda, datore di lavoro, bedrijf, firma, компания, работодатель, 会社, 会社名, 企業名, 公司, 회사, company name
organizer: organizer, organiser, host, hosted by, veranstalter, organisateur, organizador, organizzatore, организатор, 主催, 主催者, 主办方, 주최, presented by
performer: performer, performers, artist, artists, speaker, speakers, line up, künstler, referent, artiste, artista, исполнитель, 出演, 出演者, 演者
publisher: publisher, verlag, éditeur, editorial, editore, editora, издательство, 出版社, 发行商, source, journal publisher
site: site name, site, publisher name
language: language, languages, sprache, sprachen, langue, langues, idioma, lingua, taal, язык, 言語, 语言, 언어, in language, inlanguage
salary: salary, base salary, pay, wage, compensation, gehalt, vergütung, lohn, salaire, rémunération, salario, sueldo, stipendio, retribuzione, salário, salaris, wynagrodzenie, mzda, зарплата, 給与, 給料, 年収, 月給, 薪资, 급여, remuneration, entgelt
employmenttype: employment type, type of contract, anstellung, beschäftigung, vertragsart, pensum, type d emploi, temps de travail, tipo de empleo, tipo de jornada, orario di lavoro, job category, arbeitsverhältnis, 雇用区分, contract type, job type, type of employment, beschäftigungsart, anstellungsart, arbeitszeit, vertragsart, type de contrat, contrat, tipo de contrato, jornada, tipo di contratto, dienstverband, тип занятости, 雇用形態, 工作类型, 고용형태, contract, working time, workload, pensum, schedule
experience: experience, experience level, seniority, berufserfahrung, erfahrung, expérience, experiencia, esperienza, опыт работы, 経験, 经验, 경력, career level, level
deadline: deadline, valid through, apply by, application deadline, closing date, bewerbungsfrist, bewerbungsschluss, date limite, fecha límite, scadenza, срок подачи, 応募締切, 締切, 截止日期, expires, closes, validthrough, apply before
department: department, team, abteilung, bereich, fachbereich, institut, institute, faculty, fakultät, service, departamento, dipartimento, отдел, 部署, 学部, 部门, 부서
jobtitle: job title, role, position, title, funktion, fonction, cargo, ruolo, posizione, должность, 役職, 職種, 肩書き, 职位, 직책, position title, academic title
affiliation: affiliation, institution, university, hochschule, universität, université, universidad, università, организация, 所属, 单位, 소속
skills: skills, requirements, qualifications, anforderungen, qualifikationen, profil, kenntnisse, compétences, requisitos, requisiti, навыки, требования, スキル, 応募資格, 技能要求, what you bring
responsibilities: responsibilities, duties, tasks, aufgaben, ihre aufgaben, missions, responsabilidades, mansioni, обязанности, 仕事内容, 业务内容, what you will do
benefits: benefits, perks, wir bieten, avantages, beneficios, vantaggi, 福利厚生, 福利, what we offer
remote: remote, home office, homeoffice, télétravail, teletrabajo, lavoro da remoto, удаленно, リモート, 在宅勤務, 远程, work from home, is remote
ingredients: ingredients, zutaten, ingrédients, ingredientes, ingredienti, składniki, ingredience, ингредиенты, 材料, 食材, 재료, recipe ingredient, recipeingredient
instructions: instructions, directions, method, steps, preparation, zubereitung, anleitung, préparation, étapes, preparación, elaboración, preparazione, procedimento, przygotowanie, postup, приготовление, 作り方, 手順, 做法, 만드는 법, recipe instructions
preptime: prep time, preparation time, vorbereitungszeit, vorbereitung, temps de préparation, tiempo de preparación, tempo di preparazione, время подготовки, 準備時間, 下準備, arbeitszeit, active time, prep
cooktime: cook time, cooking time, kochzeit, backzeit, koch backzeit, garzeit, temps de cuisson, cuisson, tiempo de cocción, cocción, tempo di cottura, cottura, время приготовления, 調理時間, 加熱時間, 烹饪时间, baking time, bake time, cook
totaltime: total time, gesamtzeit, ready in, temps total, tiempo total, tempo totale, общее время, 所要時間, 合計時間, 总时间, duration, total
duration: duration, length, runtime, dauer, laufzeit, durée, duración, durata, duração, duur, продолжительность, 上映時間, 時間, 时长, 소요시간, running time, fahrtdauer, travel time, trip time
servings: servings, serves, yield, recipe yield, portionen, portions, parts, personnes, raciones, porciones, porzioni, porcje, porce, порции, 人分, 人前, 分量, 份量, 인분, makes, for, ergibt, pour
calories: calories, kcal, kalorien, calorías, calorie, energie, brennwert, énergie, энергия, カロリー, 热量, 칼로리, energy
fat: fat, fat content, fett, matières grasses, lipides, grasa, grasas, grassi, жиры, 脂質, 脂肪
protein: protein, protein content, eiweiß, protéines, proteínas, proteine, белки, たんぱく質, 蛋白质
carbohydrates: carbohydrates, carbs, carbohydrate content, kohlenhydrate, glucides, carbohidratos, carboidrati, углеводы, 炭水化物, 碳水化合物
difficulty: difficulty, schwierigkeit, schwierigkeitsgrad, difficulté, dificultad, difficoltà, сложность, 難易度, 难度, 난이도, level
cuisine: cuisine, recipe cuisine, küche, cocina, cucina, кухня, 料理
course: course, recipe category, gang, plat, plato, portata, meal type
bedrooms: bedrooms, bedroom, beds, bed, schlafzimmer, chambres, chambre, dormitorios, habitaciones, camere, camere da letto, quartos, slaapkamers, sypialnie, спальни, ベッドルーム, 寝室, 卧室, 침실, number of bedrooms, br
bathrooms: bathrooms, salles d eau, salle d eau, cuartos de baño, aseos, bathroom total, bathroom, baths, bath, badezimmer, bäder, bad, salles de bain, salle de bain, baños, baño, bagni, bagno, banheiros, badkamers, łazienki, ванные, 浴室, 卫生间, 욕실, number of bathrooms, number of bathrooms total, ba
rooms: rooms, room, zimmer, pièces, pièce, habitaciones, locali, vani, cômodos, kamers, pokoje, комнаты, 間取り, 房间, 방, number of rooms
area: area, floor area, living area, floor size, wohnfläche, fläche, grundfläche, surface, surface habitable, superficie, metri quadri, área, oppervlakte, powierzchnia, plocha, площадь, 面積, 専有面積, 面积, 면적, size, square feet, square metres, sq ft, sqft, living space, size sqm, area sqm, m2, m²
landarea: lot size, plot size, plot, land area, grundstücksfläche, grundstück, terrain, surface du terrain, parcela, terreno, участок, 土地面積
floor: floor, floor level, etage, stockwerk, geschoss, étage, planta, piano, andar, verdieping, piętro, patro, этаж, 階, 楼层, 층
yearbuilt: year built, built, built in, construction year, baujahr, année de construction, año de construcción, anno di costruzione, ano de construção, bouwjaar, rok budowy, год постройки, 築年, 築年月, 建造年份, 준공년도
energyclass: energy class, energy efficiency class, energieklasse, energieeffizienz, clase energética, calificación energética, eficiencia energética, étiquette énergie, étiquette énergétique, performance énergétique, classe énergétique, klasa energetyczna, класс энергоэффективности, energy rating, epc rating, epc, energieeffizienzklasse, energieausweis, dpe, classe énergie, certificado energético, classe energetica, energielabel
propertytype: property type, objekttyp, objektart, immobilientyp, type de bien, tipo de inmueble, tipologia, тип объекта, 物件種別, 物业类型, house type, haustyp
rent: rent, monthly rent, miete, kaltmiete, warmmiete, loyer, alquiler, affitto, aluguel, huur, аренда, 家賃, 賃料, 租金, 월세
deposit: deposit, kaution, caution, fianza, cauzione, depósito, залог, 敷金, 押金, 보증금
parking: parking, parkplatz, stellplatz, garage, stationnement, aparcamiento, parcheggio, парковка, 駐車場, 停车位, 주차
condition: condition, item condition, zustand, état, estado, stato, condizione, staat, stan, stav, состояние, 状態, 商品の状態, 成色, 상태
color: color, colour, farbe, couleur, colore, cor, kleur, kolor, barva, färg, цвет, カラー, 色, 颜色, 색상
material: material, matériau, matière, materiale, materiaal, materiał, materiál, материал, 素材, 材质, 소재
weight: weight, gewicht, poids, peso, waga, hmotnost, vikt, вес, 重量, 重さ, 무게
dimensions: dimensions, size, maße, abmessungen, größe, taille, tamaño, dimensiones, dimensioni, misure, tamanho, afmetingen, wymiary, rozměry, mått, размеры, размер, サイズ, 寸法, 尺寸, 크기
width: width, breite, largeur, ancho, larghezza, breedte, szerokość, šířka, ширина, 幅
height: height, höhe, hauteur, alto, altura, altezza, hoogte, wysokość, výška, высота, 高さ
quantity: quantity, qty, menge, anzahl, quantité, cantidad, quantità, quantidade, aantal, ilość, množství, количество, 数量, 個数, 수량, count, units, stück, pcs
total: total, sum, summe, gesamt, gesamtbetrag, gesamtsumme, order total, grand total, montant total, importe, importe total, totale, totaal, suma, celkem, итого, сумма, 合計, 合計金額, 总计, 합계, total price, total amount, betrag, montant
subtotal: subtotal, sub total, zwischensumme, sous total, subtotale, подытог, 小計, 小计, 소계
tax: tax, vat, mwst, ust, mehrwertsteuer, tva, iva, btw, dph, ндс, 消費税, 税, 税费, 세금
shipping: shipping, shipping cost, delivery cost, versand, versandkosten, livraison, frais de port, envío, gastos de envío, spedizione, verzending, dostawa, doprava, доставка, 送料, 运费, 배송비, postage
delivery: delivery, delivery time, delivery date, shipping time, lieferzeit, lieferung, lieferdatum, délai de livraison, plazo de entrega, tempi di consegna, levertijd, 配送, お届け日, 预计送达
ordernumber: order number, order, order no, order id, bestellung, bestellnummer, auftragsnummer, commande, numéro de commande, n° de commande, pedido, número de pedido, ordine, numero ordine, bestelnummer, zamówienie, заказ, номер заказа, 注文番号, 订单号, 주문번호, invoice, rechnung, rechnungsnummer, facture
orderdate: order date, date ordered, ordered on, ordered, date, datum, bestelldatum, bestellt am, date de commande, commandé le, fecha de pedido, fecha, data ordine, data, дата заказа, дата, 注文日, 注文日時, 日付, 下单时间, 주문일, placed on, placed
status: status, state, zustand, statut, état, estado, stato, stav, статус, 状態, ステータス, 状态, 상태, order status, event status
seller: seller, sold by, merchant, shop, verkäufer, anbieter, vendeur, vendido por, vendedor, venditore, verkoper, sprzedawca, prodejce, продавец, 販売元, 出品者, 卖家, 판매자, dealer, agent, makler, ansprechpartner
warranty: warranty, guarantee, garantie, garantía, garanzia, záruka, гарантия, 保証, 保修
journal: journal, published in, zeitschrift, revue, revista, rivista, журнал, 掲載誌, 期刊, 저널, is part of, citation journal title, conference, venue, proceedings, booktitle
doi: doi, citation doi, digital object identifier
issn: issn
volume: volume, band, jahrgang, vol, tome, volumen, том, 巻, 卷
issue: issue, number, heft, ausgabe, numéro, número, numero, fascicolo, номер, 号, issue number
pages: pages, page range, seiten, seitenzahl, páginas, pagine, páginas, strony, страницы, ページ, 页码, 页数, number of pages, pagination
citations: citations, cited by, citation count, times cited, zitationen, zitiert von, cité par, citado por, citazioni, цитирования, 被引用数, 引用数, 被引次数
license: license, licence, lizenz, licencia, licenza, лицензия, ライセンス, 许可证, rights, copyright
views: views, zugriffe, klicks, besuche, consultations, lecturas, view count, aufrufe, gelesen, vues, lectures, vistas, visitas, visualizzazioni, visualizações, weergaven, wyświetlenia, zobrazení, просмотры, 閲覧数, 表示回数, 浏览, 조회수, reads, hits, viewed
replies: replies, answers, comments, antworten, kommentare, réponses, commentaires, respuestas, comentarios, risposte, commenti, respostas, reacties, odpowiedzi, ответы, комментарии, 返信数, 返信, コメント, 回复, 댓글, reply count, comment count, answer count, num replies, num comments
likes: likes, votes, upvotes, points, score, gefällt mir, stimmen, j aime, me gusta, voti, mi piace, лайки, голоса, いいね, 点赞, 좋아요, upvote count, vote count, karma, helpful
posts: posts, beiträge, messages, mensajes, messaggi, сообщения, 投稿, 帖子, post count, number of posts
joined: joined, member since, mitglied seit, registriert, registriert seit, membre depuis, inscrit le, miembro desde, iscritto dal, с нами с, регистрация, 登録日, 注册时间, registered
body: body, text, content, message, article body, inhalt, texte, contenu, contenido, contenuto, текст, сообщение, 本文, 内容, 正文, 내용, comment, kommentar, post, beitrag
rank: rank, position, place, rang, platz, classement, puesto, posizione, место, 順位, 排名, 순위, no
type: type, typ, art, tipo, soort, rodzaj, druh, тип, 種類, 类型, 종류, kind, additional type
pdf: pdf, pdf url, full text pdf, download pdf, pdf herunterladen, télécharger le pdf, descargar pdf, scarica pdf, view pdf, full text, volltext, texte intégral, texto completo, citation pdf url
id: id, identifier, kennung, identifiant, identificador, identificativo, идентификатор, 識別子, 编号, number, nr, nummer, numéro
line: line, linie, ligne, línea, linea, linha, lijn, linia, linka, маршрут, линия, рейс, 路線, 系統, 線, 线路, 노선, route, train, zug, bus, train number, zugnummer, service, flight, flight number, flug
destination: destination, to, ziel, richtung, nach, terminus, direction, destino, destinazione, bestemming, kierunek, směr, cíl, назначение, направление, куда, 行き先, 行先, 方面, 目的地, 도착지, headsign, towards
origin: origin, from, von, departure station, provenance, origen, desde, provenienza, da, откуда, 出発地, 出発, 始発, 起点, 출발지, startbahnhof, departs from
departure: departure, departs, departure time, dep, abfahrt, ab, départ, heure de départ, salida, partenza, vertrek, odjazd, odjezd, отправление, 発車時刻, 出発時刻, 発, 出发时间, 출발, scheduled, planned, leaves
arrival: arrival, arrives, arrival time, arr, ankunft, an, arrivée, llegada, arrivo, aankomst, przyjazd, příjezd, прибытие, 到着時刻, 到着, 着, 到达时间, 도착
platform: platform, track, gleis, bahnsteig, steig, voie, quai, vía, andén, binario, spoor, perron, peron, nástupiště, kolej, платформа, путь, のりば, 番線, ホーム, 站台, 승강장, gate, stand, stop
delay: delay, verspätung, retard, retraso, ritardo, atraso, vertraging, opóźnienie, zpoždění, опоздание, 遅延, 晚点, 지연, delayed by
operator: operator, betreiber, opérateur, operador, operatore, vervoerder, przewoźnik, dopravce, перевозчик, 運行会社, 运营商, carrier, provider
capacity: capacity, maximum attendees, kapazität, capacité, capacidad, capienza, вместимость, 定員, 容量, seats, plätze, places, maximum attendee capacity
agerestriction: age restriction, age, minimum age, alter, altersfreigabe, âge, âge minimum, edad, età, возраст, 対象年齢, 年龄, typical age range, ages
birthdate: birth date, date of birth, born, dob, geburtsdatum, geboren, né le, née le, date de naissance, fecha de nacimiento, nacido, data di nascita, nato, дата рождения, 生年月日, 出生日期, 생년월일, birthday
nationality: nationality, nationalität, nationalité, nacionalidad, nazionalità, гражданство, 国籍, 국적
education: education, alumni of, studium, ausbildung, bildung, formation, educación, formazione, istruzione, образование, 学歴, 教育, 학력, degree, degrees, abschluss
office: office, room, büro, raum, bureau, oficina, ufficio, кабинет, 研究室, 办公室, 연구실, office location, office address
officehours: office hours, sprechzeiten, sprechstunde, öffnungszeiten, opening hours, heures d ouverture, horaires, horario, orari, часы работы, 営業時間, 受付時間, 营业时间, 영업시간, hours
research: research interests, research areas, research, forschung, forschungsschwerpunkte, forschungsgebiete, domaines de recherche, intereses de investigación, interessi di ricerca, научные интересы, 研究分野, 専門分野, 研究方向, 연구분야, interests, expertise, knows about
orcid: orcid, orcid id
min: min, minimum, min value, from, ab, von, low, lower, least, mindestens, mínimo, minimo, мин, 最低, 最小
max: max, maximum, max value, to, up to, bis, high, upper, most, höchstens, máximo, massimo, макс, 最高, 最大
unit: unit, unit text, per, einheit, unité, unidad, unità, единица, 単位, period, interval, pay period, zeitraum, période, periodo
accepted: accepted, accepted answer, solved, is solved, gelöst, beste antwort, résolu, resuelto, risolto, решено, 解決済み, 已解决, 해결됨, is accepted
free: free, is free, kostenlos, gratis, gratuit, gratuito, бесплатно, 無料, 免费, 무료, is accessible for free
`;

/** Phrases by meaning. */
export function listPhrases(): (readonly [meaning: string, phrases: readonly string[]])[] {
  return LINES.trim()
    .split("\n")
    .map((line) => {
      const [meaning = "", phrases = ""] = line.split(": ", 2);
      return [meaning, phrases.split(", ")] as const;
    });
}
