/** Pairs that were held back until the rules stood, in the form of `ownPairs`. */
export const heldPairs = `
+ en | The statue was carved by Ines Moor. | Ines Moor carved the statue in 1874.
+ en | The plant employs 1.2 million people. | The plant employs 1,200,000 people in nine countries.
+ en | The office opens at half past eight. | The office opens at 8:30.
+ en | Entry is not permitted. | Entry is forbidden.
+ en | The library lends at least 40 laptops. | The library lends no fewer than 40 laptops.
+ en | Heavy rain destroyed the crops. | The crops were destroyed by heavy rain.
+ en | The bus goes from the airport to the centre. | The bus goes to the centre from the airport every hour.
+ en | The path is 3 miles long. | The path is 3 mi long.
+ en | The company began in 1987. | The company started in 1987.
+ en | Nobody was injured. | No one was injured.
+ en | The first edition appeared on March 3, 2019. | The first edition appeared on 3 March 2019.
+ en | Unless it rains, the race takes place on Sunday. | The race takes place on Sunday unless it rains.
+ en | The farm produces cheeses. | The farm produces cheese and butter.
+ en | The tax is 7 percent of the price. | The tax is 7% of the price.
+ de | Das Haus hat drei Stockwerke. | Das Haus hat 3 Stockwerke und einen Keller.
+ de | Die Stadt liegt nicht am Meer. | Am Meer liegt die Stadt nicht.
+ fr | L'usine a fermé le 3 mai 1994. | L'usine a fermé le 3 mai 1994 après une grève.
+ fr | Aucun passager n'a été blessé. | Aucun passager n'a été blessé dans l'accident.
+ es | La presa fue construida por una empresa belga. | Una empresa belga construyó la presa.
+ pt | O rio não é navegável. | O rio não é navegável no inverno nem no verão.
+ nb | Museet er åpent fra mai til september. | Fra mai til september er museet åpent.
+ pl | Wieża ma 42 metry wysokości. | Wieża ma 42 m wysokości.
+ ru | Завод закрыли в 1994 году. | В 1994 году завод закрыли.
+ hu | A torony 42 méter magas. | A torony 42 m magas.
+ id | Jembatan itu dibuka pada tahun 1931. | Pada tahun 1931 jembatan itu dibuka.
+ vi | Cây cầu không mở cửa vào thứ hai. | Vào thứ hai cây cầu không mở cửa.
+ he | הגשר נפתח בשנת 1931. | בשנת 1931 נפתח הגשר.
+ ja | この店の従業員は40人です。 | この店の従業員は40人で、2019年に開業しました。
+ zh | 该公司有1200名员工。 | 该公司有1,200名员工。
+ ko | 박물관은 월요일에 열지 않는다. | 월요일에 박물관은 열지 않는다.
- en | The clinic accepted the patient. | The clinic refused the patient.
- en | The market is held indoors. | The market is held outdoors.
- en | The patient gained 4 kg. | The patient lost 4 kg.
- en | The orchard lies east of the road. | The orchard lies west of the road.
- en | The reactor was shut down in May. | The reactor was to be shut down in May.
- en | The court found the firm guilty. | The court is expected to find the firm guilty.
- en | The tablets cure malaria. | The maker says the tablets cure malaria.
- en | The village has hardly any shops. | The village has many shops.
- en | Two thirds of the voters agreed. | One third of the voters agreed.
- en | The restaurant is open until 12 am. | The restaurant is open until 12 pm.
- en | The pump uses 300 kWh a year. | The pump uses 300 MWh a year.
- en | The snack has 5 g of sugar per 100 g. | The snack has 5 g of sugar per portion.
- en | The teacher thanked the pupil. | The pupil thanked the teacher.
- en | The estate was sold to the abbey. | The estate was sold by the abbey.
- en | The scroll dates from the 5th century. | The scroll dates from the 15th century.
- en | The museum is closed on Mondays. | The museum is closed on Mondays in winter.
- en | Chapter 2.1 covers tides. | Chapter 2.10 covers tides.
- en | The town has 60 cafés and 12 hotels. | The town has 12 cafés and 60 hotels.
- en | Karin Holm is the sister of Per Dahl. | Per Dahl is the brother of Karin Holm.
- en | The strike ended. | The strike would have ended.
- de | Die Preise sind gestiegen. | Die Preise sind gesunken.
- fr | Le musée accepte les chiens. | Le musée n'accepte que les petits chiens.
- nl | De fabriek is gesloten. | De fabriek is nooit gesloten.
- da | Broen er åben. | Broen er ikke åben.
- hu | A torony nyitva volt. | A torony nem volt nyitva.
- uk | Міст відкрили. | Міст не відкрили.
- hi | पुल खुला है। | पुल खुला नहीं है।
- th | สะพานเปิด | สะพานไม่เปิด
- tr | Köprü açıldı. | Köprü açılmadı.
- ja | 列車は東京に着きました。 | 列車は東京に着きませんでした。
`;
