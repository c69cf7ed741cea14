/** Pairs of our own: `+` where the passage says the sentence, `-` where it does not; language, sentence, passage. */
export const ownPairs = `
+ en | The bridge was opened by the mayor. | The mayor opened the bridge.
+ en | The harbour was enlarged in 1962. | In 1962 the harbour was enlarged at public cost.
+ en | The museum owns 3,200 paintings. | The museum owns 3200 paintings and 41 sculptures.
+ en | The ticket costs 12 euros. | The ticket costs €12.
+ en | The train leaves at 5:40 pm. | The train leaves at 17:40 from platform 3.
+ en | She scored 8 of 9 points. | She scored 8 points out of 9.
+ en | The engine makes 95 dB of noise. | The engine makes 95 decibels of noise.
+ en | Dogs are forbidden on the beach. | Dogs are not allowed on the beach.
+ en | The lake is at most 12 m deep. | The lake is no more than 12 m deep.
+ en | The law may change in 2027. | The law might change in 2027.
+ en | If it snows, the pass is closed. | The pass is closed if it snows.
+ en | Only members may vote at the meeting. | At the meeting only members may vote.
+ en | The temperature fell to −21 °C. | The temperature fell to -21 °C in January.
+ en | The river is 1.5 km wide. | The river is 1,500 metres wide.
+ en | Prices rose from 10 to 12 euros. | Prices climbed from 10 to 12 euros.
+ en | The firm bought the land in 1998. | The firm purchased the land in 1998.
+ en | The report was denied by the mayor. | The mayor denied the report.
+ en | Anna Berg founded the firm. | Olaf Lund joined the firm in 2004; Anna Berg founded the firm in 1999.
+ en | Version 3.10 was released in October. | Version 3.10 was released on 4 October 2021.
+ en | The speed limit on the road is 50 km/h. | The road has a speed limit of 50 km/h.
+ en | The second largest city is Torvik. | Torvik is the second largest city of the island.
+ en | The parcel travelled from Oslo to Bergen. | The parcel travelled to Bergen from Oslo.
+ en | About 5,000 people attended the concert. | 4,987 people attended the concert.
+ en | The tablet contains 15 milligrams of iron. | The tablet contains 15 mg of iron.
+ en | The vaccine is ineffective against the new strain. | The vaccine is not effective against the new strain.
+ en | Children start school at the age of 6. | Children start school at the age of six.
+ en | The nurse, who lives in Arden, saved the driver. | The nurse saved the driver. She lives in Arden.
+ en | Half of the houses were damaged. | 50 percent of the houses were damaged.
+ en | The lorry carries 12 people and 40 crates. | The lorry carries 40 crates and 12 people.
+ en | The mine closed because of a flood. | Because of a flood the mine closed.
+ de | Der Turm wurde 1902 vom Architekten Weber gebaut. | Der Architekt Weber baute den Turm 1902.
+ de | Die Fähre kostet 4,50 Euro. | Die Fähre kostet 4,50 €.
+ de | Hunde sind im Park nicht erlaubt. | Im Park sind Hunde nicht erlaubt.
+ de | Das Museum öffnet um 9 Uhr. | Das Museum öffnet um 09:00 Uhr und schließt um 17 Uhr.
+ fr | Le pont a été construit en 1931. | Le pont a été construit en 1931 par une firme belge.
+ fr | Le billet coûte 12 euros. | Le billet coûte 12 €.
+ fr | La chasse n'est pas autorisée. | La chasse n'y est pas autorisée.
+ fr | La réserve couvre 3420 hectares. | La réserve couvre 3 420 hectares de marais.
+ es | La fábrica cerró en 1994. | La fábrica cerró el 3 de mayo de 1994.
+ es | El libro fue escrito por Ana Ruiz. | Ana Ruiz escribió el libro.
+ es | Nadie murió en el incendio. | En el incendio no murió nadie.
+ it | Il ponte è lungo 214 metri. | Il ponte è lungo 214 m.
+ it | Il libro è stato scritto da Marco Bassi. | Marco Bassi ha scritto il libro.
+ it | Il museo non è aperto il lunedì. | Il lunedì il museo non è aperto.
+ pt | A ponte foi inaugurada em 1931. | A ponte foi inaugurada em 14 de maio de 1931.
+ nl | De brug is 214 meter lang. | De brug is 214 m lang en heeft twee rijstroken.
+ nl | Honden zijn niet toegestaan. | Honden zijn hier niet toegestaan.
+ sv | Bron öppnades 1931. | Bron öppnades den 14 maj 1931.
+ sv | Tornet är inte öppet på måndagar. | På måndagar är tornet inte öppet.
+ da | Museet har 3.200 malerier. | Museet har 3200 malerier.
+ nb | Broen ble ikke reparert i 2020. | I 2020 ble broen ikke reparert.
+ fi | Silta avattiin 1931. | Silta avattiin 14. toukokuuta 1931.
+ fi | Torni ei ole auki maanantaisin. | Maanantaisin torni ei ole auki.
+ pl | Most został otwarty w 1931 roku. | W 1931 roku most został otwarty.
+ cs | Most byl otevřen v roce 1931. | V roce 1931 byl otevřen most.
+ ru | Мост был открыт в 1931 году. | В 1931 году был открыт мост длиной 214 метров.
+ ru | Музей не работает по понедельникам. | По понедельникам музей не работает.
+ uk | Міст відкрили у 1931 році. | У 1931 році відкрили міст.
+ tr | Köprü 1931'de açıldı. | Köprü 14 Mayıs 1931'de açıldı.
+ hu | A hidat 1931-ben nyitották meg. | 1931-ben nyitották meg a hidat.
+ ro | Podul a fost deschis în 1931. | Podul a fost deschis pe 14 mai 1931.
+ el | Η γέφυρα άνοιξε το 1931. | Το 1931 άνοιξε η γέφυρα.
+ ar | افتتح الجسر عام 1931. | افتتح الجسر في 14 مايو عام 1931.
+ hi | पुल 1931 में खोला गया। | पुल 14 मई 1931 को खोला गया।
+ th | สะพานเปิดในปี 1931 | สะพานเปิดในปี 1931 และยาว 214 เมตร
+ ja | 橋は1931年に開通した。 | 橋は1931年5月14日に開通した。
+ ja | 博物館は月曜日に開いていない。 | 月曜日に博物館は開いていない。
+ zh | 大桥于1931年通车。 | 大桥于1931年5月14日通车。
+ zh | 博物馆星期一不开放。 | 星期一博物馆不开放。
+ ko | 다리는 1931년에 개통되었다. | 다리는 1931년 5월 14일에 개통되었다.
- en | Exports grew by 4 percent. | Exports shrank by 4 percent.
- en | The glacier is advancing. | The glacier is retreating.
- en | The ferry is slower than the train. | The ferry is faster than the train.
- en | Smoking is permitted in the hall. | Smoking is prohibited in the hall.
- en | The church stands above the village. | The church stands below the village.
- en | The gate opens before sunrise. | The gate opens after sunrise.
- en | The club won the final. | The club lost the final.
- en | The board approved the merger. | The board rejected the merger.
- en | The manuscript is present in the archive. | The manuscript is absent from the archive.
- en | The water is safe to drink. | The water is unsafe to drink.
- en | The company will close the plant. | The company may close the plant.
- en | The tunnel links the two islands. | The tunnel is planned to link the two islands.
- en | Entry is free. | Entry is free if you have a pass.
- en | The ferry does not run in winter. | The ferry does not run in winter unless the harbour is free of ice.
- en | Only residents may park here. | Residents may park here.
- en | Everyone survived. | Everyone except the captain survived.
- en | The battery lasts 10 hours. | The battery lasts up to 10 hours.
- en | There are 400 species in the park. | There are about 400 species in the park.
- en | The mine polluted the river. | Residents claim that the mine polluted the river.
- en | The driver was drunk. | The driver was allegedly drunk.
- en | Goldfish have a memory of three seconds. | It is a myth that goldfish have a memory of three seconds.
- en | The herb cures colds. | There is no evidence that the herb cures colds.
- en | The team reached the summit. | The team failed to reach the summit.
- en | The tower collapsed. | The tower almost collapsed.
- en | The council bought the site. | The council refused to buy the site.
- en | Most of the schools have a library. | Few of the schools have a library.
- en | All of the lakes are frozen. | Half of the lakes are frozen.
- en | None of the guests complained. | Some of the guests complained.
- en | At most 20 workers were hurt. | At least 20 workers were hurt.
- en | Every student passed the exam. | Nearly every student passed the exam.
- en | The option came with version 3.1. | The option came with version 3.10.
- en | The bus leaves at 9 am. | The bus leaves at 9 pm.
- en | The shop closes at 6:30 pm. | The shop closes at 16:30.
- en | The lamp costs 30 dollars. | The lamp costs 30 Canadian dollars.
- en | The car reached 120 mph. | The car reached 120 km/h.
- en | The hall measures 300 m². | The hall measures 300 m³.
- en | The water held 3 mg of lead per litre. | The water held 3 mg of lead per cubic metre.
- en | The rent is 700 euros a month. | The rent is 700 euros a week.
- en | Torvik is the largest city of the island. | Torvik is the second largest city of the island.
- en | It is the tallest tower in Europe. | It is one of the tallest towers in Europe.
- en | The nurse saved the driver. | The driver saved the nurse.
- en | The sculptor was hired by the bishop. | The bishop was hired by the sculptor.
- en | The engineer wrote the book. | The mayor wrote the book; the engineer drew the maps.
- en | Otto Lind painted the ceiling. | Otto Lind's brother painted the ceiling.
- en | She moved to Lisbon. | She moved from Lisbon to Porto.
- en | The lorry carries 40 people. | The lorry carries 12 people and 40 crates.
- en | The temperature was 21 °C. | The temperature was -21 °C.
- en | The red tower was repaired. | The tower was repaired.
- de | Der Park ist geschlossen. | Der Park ist nicht geschlossen.
- de | Die Brücke wurde 2026 saniert. | Die Brücke soll 2026 saniert werden.
- de | Die Miete beträgt höchstens 700 Euro. | Die Miete beträgt mindestens 700 Euro.
- fr | La tour est ouverte. | La tour n'est plus ouverte.
- fr | Le prix a augmenté de 5 euros. | Le prix a baissé de 5 euros.
- es | El puente está abierto. | El puente no está abierto.
- es | Todos los alumnos aprobaron. | Algunos alumnos aprobaron.
- it | La torre è aperta. | La torre non è aperta.
- pt | A fábrica fechou. | A fábrica não fechou.
- nl | Er viel regen. | Er viel geen regen.
- sv | Tornet är öppet. | Tornet är inte öppet.
- fi | Silta oli auki. | Silta ei ollut auki.
- pl | Most jest otwarty. | Most nie jest otwarty.
- cs | Muzeum bylo otevřeno. | Muzeum nebylo otevřeno.
- ru | В реке есть рыба. | В реке нет рыбы.
- tr | Köprü açık. | Köprü açık değil.
- el | Η γέφυρα είναι ανοιχτή. | Η γέφυρα δεν είναι ανοιχτή.
- ar | الجسر مفتوح. | الجسر ليس مفتوحا.
- he | הגשר פתוח. | הגשר לא פתוח.
- ja | 店に客がいた。 | 店に客がいなかった。
- zh | 大桥关闭了。 | 大桥没有关闭。
- ko | 다리가 열렸다. | 다리가 열리지 않았다.
- en | Mira opened the line in 1931. | Mira designed the line, and Jon opened it in 1931.
+ en | Jon opened the line in 1931. | Mira designed the line, and Jon opened it in 1931.
+ en | Mira opened the line in 1931. | Mira designed the line and opened it in 1931.
+ en | Mira opened the line in 1931. | Mira designed the line, and she opened it in 1931.
+ en | Nordbahn was founded in 1931. | Mira Holm founded Nordbahn in 1931.
+ en | The line was opened in 1931. | Jon Berg opened the line in 1931.
+ de | Die Bahn wurde 1931 eröffnet. | Mira eröffnete die Bahn 1931.
- en | Nordbahn founded a school. | Mira founded a school that Nordbahn runs.
- en | Mira founded the firm. | Jon founded the firm that Mira led.
- en | The company sold the plant in 2004. | The company built the plant, which the city sold in 2004.
+ en | The company sold the plant in 2004. | The company built the plant, which it sold in 2004.
+ en | Mira Holm opened the line. | Mira Holm and her brother Jon Berg opened the line.
- en | Dogs are forbidden in the park. | Dogs are allowed in the park, bicycles not.
- de | Hunde sind im Park verboten. | Hunde sind im Park erlaubt, Fahrräder nicht.
+ de | Hunde sind im Park erlaubt. | Hunde sind im Park erlaubt, Fahrräder nicht.
+ de | Fahrräder sind im Park nicht erlaubt. | Hunde sind im Park erlaubt, Fahrräder nicht.
- en | The pump saves up to 60 % of energy. | The pump saves up to 57 % of energy.
- en | The trail is more than 60 miles long. | The trail is more than 59 miles long.
+ en | The trail is more than 3 million steps long. | The trail is more than 3,012,000 steps long.
`;
