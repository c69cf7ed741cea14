/**
 * Pairs of opposites: two lines each, the second one begins with `x`. `either`: what is not the one is the
 * other (open, closed); `rather`: something may be neither (large, small); `between`: neither as well, and
 * told of two things, so that each side says the opposite of the other (north, south; bought, sold).
 * The languages stand between semicolons: English, German, French, Spanish. `rise/s/n` stands for `rise`,
 * `rises` and `risen`; `close!to` is no such word before `to`.
 */
export const oppositeWords = `
either: open/s/ed/ing unlocked accessible ; offen/e/en/er/es geöffnet/e/en öffnet öffnen ; ouvert/e/s/es ouvre/nt accessible/s ; abierto/a/os/as abre/n
x close!to/s/d closing shut/s locked sealed inaccessible ; geschlossen/e/en schließt schließen gesperrt/e/en verschlossen abgeschlossen ; fermé/e/s/es ferme/nt barré/e/s/es inaccessible/s ; cerrado/a/os/as cierra/n cortado/a

either: allow/s/ed permit/s/ted permissible legal lawful legally authorised authorized welcome admitted can ; erlaubt/e/en gestattet zulässig zugelassen legal darf dürfen willkommen kann können ; autorisé/e/s/es permis/e/es légal/e/s légaux admis/e/es bienvenu/e/s/es peut peuvent ; permitido/a/os/as autorizado/a/os/as legal/es admitido/a/os/as bienvenido/a/os/as puede/n
x forbid/s/den prohibit/s/ed ban/s/ned barred disallowed illegal unlawful illegally outlawed ; verboten/e/en untersagt unzulässig illegal ; interdit/e/s/es illégal/e/s défendu/e/s/es ; prohibido/a/os/as vetado/a ilegal/es

either: required mandatory compulsory obligatory necessary needed ; erforderlich nötig verpflichtend obligatorisch notwendig ; obligatoire/s nécessaire/s requis/e/es ; obligatorio/a/os/as necesario/a/os/as requerido/a
x optional voluntary unnecessary ; freiwillig optional unnötig ; facultatif/s facultative/s optionnel/le/s ; opcional/es voluntario/a/os/as innecesario/a

either: include/s/d including ; enthalten enthält inbegriffen inklusive einschließlich ; inclus/e/es compris/e/es inclut ; incluido/a/os/as incluye/n
x exclude/s/d excluding ; ausgeschlossen exklusive ; exclu/s/e/es exclut ; excluido/a/os/as excluye/n

either: safe/ly harmless ; sicher/e/er/en ungefährlich harmlos unbedenklich ungiftig ; sûr/e/s/es inoffensif/s inoffensive/s ; seguro/a/os/as inofensivo/a/os/as
x dangerous unsafe hazardous harmful toxic poisonous ; gefährlich/e/er/en giftig/e/er/en schädlich/e/er/en unsicher ; dangereux dangereuse/s toxique/s nocif/s nocive/s ; peligroso/a/os/as tóxico/a/os/as venenoso/a/os/as nocivo/a/os/as

either: alive ; lebendig lebt leben ; vivant/e/s/es ; vivo/a/os/as
x dead deceased died ; tot tote/r/n verstorben gestorben starb ; mort/e/s/es décédé/e/s/es ; muerto/a/os/as fallecido/a murió

either: possible feasible ; möglich machbar ; possible/s ; posible/s
x impossible infeasible ; unmöglich ; impossible/s ; imposible/s

either: true correct right ; wahr richtig korrekt ; vrai/e/s/es exact/e/s/es ; cierto/a/os/as verdadero/a/os/as correcto/a
x false untrue incorrect wrong ; falsch unwahr ; faux fausse/s inexact/e/s/es ; falso/a/os/as incorrecto/a

either: guilty convicted ; schuldig verurteilt ; coupable/s condamné/e/s/es ; culpable/s condenado/a/os/as
x innocent acquitted ; unschuldig freigesprochen ; innocent/e/s/es acquitté/e/s/es ; inocente/s absuelto/a/os/as

either: public/ly ; öffentlich/e/er/en ; public/s publique/s ; público/a/os/as
x private/ly ; privat/e/er/en ; privé/e/s/es ; privado/a/os/as

either: accept/s/ed approve/s/d adopt/s/ed ratified ; angenommen akzeptiert genehmigt gebilligt ; accepté/e/s/es approuvé/e/s/es adopté/e/s/es ; aceptado/a aceptó aceptaron aprobado/a aprobó aprobaron
x reject/s/ed refuse/s/d declined ; abgelehnt verworfen zurückgewiesen ; rejeté/e/s/es refusé/e/s/es ; rechazado/a rechazó rechazaron

either: succeed/s/ed successful/ly ; erfolgreich gelungen gelang ; réussi/e/s/es ; exitoso/a
x fail/s/ed unsuccessful/ly ; gescheitert scheiterte misslungen ; échoué/e/s/es ; fracasó fracasado/a

either: enable/s/d activated ; aktiviert eingeschaltet ; activé/e/s/es ; activado/a/os/as
x disable/s/d deactivated ; deaktiviert ausgeschaltet ; désactivé/e/s/es ; desactivado/a/os/as

either: confirm/s/ed admit/s/ted ; bestätigt/e/en gestand zugegeben ; confirmé/e/s/es avoué/e ; confirmó confirmado/a admitió
x deny denies denied dispute/s/d ; bestritt/en dementiert/e leugnete ; nié/e démenti/e ; negó desmintió negado/a

either: free gratis ; kostenlos/e/er/en gratis umsonst kostenfrei ; gratuit/e/s/es gratuitement ; gratuito/a/os/as gratis
x paid chargeable ; kostenpflichtig/e/er/en ; payant/e/s/es ; pagado

either: temporary temporarily ; vorübergehend/e/er/en befristet zeitweilig ; temporaire/s ; temporal/es
x permanent/ly ; dauerhaft/e/er/en unbefristet ; permanent/e/s/es ; permanente/s

either: inside indoors indoor ; drinnen innen innerhalb ; intérieur/e dedans ; dentro interior
x outside outdoors outdoor ; draußen außen außerhalb ; extérieur/e dehors ; fuera exterior

either: odd ; ungerade ; impair/e/s/es ; impar/es
x even!though!if!when ; gerade ; pair/e/s/es ; par/es

between: win/s won beat/s defeat/s/ed ; gewann/en gewonnen gewinnt besiegte siegte ; gagné/e gagne remporté/e battu ; ganó ganaron ganado gana venció
x lose/s lost ; verlor/en verloren verliert unterlag ; perdu/e perd ; perdió perdieron perdido pierde

rather: rise/s/n rose rising increase/s/d increasing grow/s/n grew climbed ; steigt steigen stieg/en gestiegen zugenommen wuchs/en gewachsen erhöht ; augmenté/e/s/es augmente/nt monté/e hausse ; subió subieron sube/n subido aumentó aumentaron aumenta/n aumentado creció crecieron crecido
x fall/s/en fell falling decrease/s/d decreasing decline/s/d drop/s/ped shrink/s shrank stagnate/s/d ; sinkt sinken gesunken fallen gefallen sank/en gesunken fällt fiel/en gefallen abgenommen schrumpfte ; baissé/e/s/es baisse/nt diminué/e/s/es diminue/nt ; bajó bajaron baja/n bajado disminuyó disminuyeron disminuido cayó cayeron caído

between: more ; mehr ; plus ; más
x less fewer ; weniger ; moins ; menos

rather: most many majority numerous ; meisten viele vielen mehrheit ; plupart beaucoup majorité ; mayoría muchos muchas
x few fewest minority ; wenige wenigen wenigsten minderheit ; peu minorité ; pocos pocas minoría

rather: first ; erste/r/n/s ; premier/s première/s ; primer/o/a/os/as
x last!year!month!week!night!summer!winter/s ; letzte/r/n/s ; dernier/s dernière/s ; último/a/os/as

between: north northern ; nördlich norden nord ; nord ; norte
x south southern ; südlich süden süd ; sud ; sur

between: east eastern ; östlich osten ; orient ; oriental
x west western ; westlich westen ; ouest ; oeste occidental

between: left ; links linke/n/r ; gauche ; izquierda/o
x right ; rechts rechte/n/r ; droite droit ; derecha/o

between: before ; bevor vorher ; avant ; antes
x after ; nachdem nachher ; après ; después

between: above ; oberhalb ; dessus ; encima arriba
x below beneath ; unterhalb ; dessous ; debajo abajo

between: large/r/st big/ger/gest huge bigger ; groß/e/en/er/es größer/e/en größte/n/r ; grand/e/s/es ; grande/s mayor/es
x small/er/est tiny ; klein/e/en/er/es kleiner/e/en kleinste/n/r ; petit/e/s/es ; pequeño/a/os/as menor/es

between: high/er/est ; hoch hohe/n/r höher/e/n höchste/n/r ; haut/e/s/es élevé/e/s/es ; alto/a/os/as
x low/er/est ; niedrig/e/en/er niedriger niedrigste/n/r ; bas/se/ses ; bajo/os/as

between: long/er/est ; lang/e/en/er länger längste/n/r ; long/s longue/s ; largo/a/os/as
x short/er/est ; kurz/e/en/er kürzer kürzeste/n/r ; court/e/s/es ; corto/a/os/as

between: old/er/est ; alt/e/en/er älter älteste/n/r ; ancien/s ancienne/s vieux vieille/s ; antiguo/a/os/as viejo/a/os/as
x new/er/est young/er/est ; neu/e/en/er neuer neueste/n/r jung/e/en jünger jüngste/n/r ; nouveau nouvelle/s jeune/s récent/e ; nuevo/a/os/as joven jóvenes

between: hot/ter/test warm/er/est ; heiß/e/en/er heißer heißeste/n warm/e/en/er wärmer wärmste/n ; chaud/e/s/es ; caliente/s cálido/a/os/as
x cold/er/est cool/er/est ; kalt/e/en/er kälter kälteste/n ; froid/e/s/es ; frío/a/os/as

between: cheap/er/est inexpensive ; billig/e/en/er günstig/e/en/er preiswert ; économique/s ; barato/a/os/as
x expensive costly dear/er pricier ; teuer teure/n/r ; cher/s chère/s coûteux coûteuse/s ; caro/a/os/as

between: fast/er/est quick/er/est ; schnell/e/en/er schneller schnellste/n/r ; rapide/s ; rápido/a/os/as
x slow/er/est ; langsam/e/en/er langsamer langsamste/n/r ; lent/e/s/es ; lento/a/os/as

between: early earlier earliest ; früh/e/en früher frühestens ; tôt ; temprano pronto
x late/r/st ; spät/e/en später spätestens ; tard ; tarde

between: heavy heavier heaviest ; schwer/e/en/er schwerste/n/r ; lourd/e/s/es ; pesado/a/os/as
x lightweight lighter lightest ; leichter leichteste/n/r ; léger légère/s ; ligero/a/os/as

between: strong/er/est ; stark/e/en/er stärker stärkste/n/r ; fort/e/s/es ; fuerte/s
x weak/er/est ; schwach/e/en/er schwächer schwächste/n/r ; faible/s ; débil/es

between: rich/er/est wealthy wealthier ; reich/e/en/er reicher reichste/n/r ; riche/s ; rico/a/os/as
x poor/er/est ; arm/e/en/er ärmer ärmste/n/r ; pauvre/s ; pobre/s

between: easy easier easiest simple simpler ; einfach/e/en/er leicht/e/en ; facile/s ; fácil/es
x difficult hard/er/est ; schwierig/e/en/er ; difficile/s ; difícil/es

between: good better best ; gut/e/en/er besser beste/n/r ; bon/s bonne/s meilleur/e/s/es ; bueno/a/os/as mejor/es
x bad worse worst ; schlecht/e/en/er schlechter schlechteste/n/r ; mauvais/e/es pire/s ; malo/a/os/as peor/es

between: deep/er/est ; tief/e/en/er tiefer tiefste/n/r ; profond/e/s/es ; profundo/a/os/as
x shallow/er/est ; flach/e/en/er flacher ; ; poco_profundo

between: import/s/ed ; importiert/e/en ; importe/nt importé/e/s ; importa/n importó
x export/s/ed ; exportiert/e/en ; exporte/nt exporté/e/s ; exporta/n exportó

between: buy/s bought purchase/s/d acquire/s/d ; kauft/e/en gekauft erwarb erworben ; achète acheté/e/s acquis ; compra compró comprado/a adquirió
x sell/s sold ; verkauft/e/en ; vend vendu/e/s ; vende vendió vendido/a

between: lend/s lent ; verleiht verlieh verliehen ; prête prêté/e/s ; presta prestó
x borrow/s/ed ; leiht lieh entliehen ; emprunte emprunté/e/s ; pidió

rather: begin/s began begun start/s/ed launched ; beginnt begann begonnen startet/e ; commence/nt commencé débute/nt débuté ; empieza/n empezó comienza/n comenzó
x end/s/ed finish/es/ed stop/s/ped ; endet/e beendet ; finit fini terminé ; termina/n terminó acaba/n acabó

rather: arrive/s/d arrival/s ; ankommt angekommen ankunft ; arrive/nt arrivé/e/s arrivée/s ; llega/n llegó llegada
x depart/s/ed departure/s ; abgefahren abfahrt ; départ partent parti/e/s ; salida salió

rather: earn/s/ed profit/s profitable gained ; gewinn gewinne verdient/e ; bénéfice/s gagné ; ganancia/s ganó
x loss/es lose/s lost losing ; verlust verluste verlor/en ; perte/s perdu ; pérdida/s perdió

rather: add/s/ed introduced ; hinzugefügt eingeführt ; ajouté/e/s/es introduit/e ; añadido/a añadió introdujo
x remove/s/d deleted abolished ; entfernt abgeschafft gelöscht ; supprimé/e/s/es retiré/e ; eliminado/a eliminó suprimió

rather: support/s/ed favour/s/ed favor/s/ed ; unterstützt/e/en befürwortet/e ; soutient soutenu soutiennent ; apoya/n apoyó
x oppose/s/d ; bekämpft/e ; oppose/nt opposé/e ; opone/n opuso

rather: built erected constructed ; gebaut erbaut errichtet ; construit/e/s/es bâti/e ; construido/a construyó
x destroyed demolished ; zerstört abgerissen ; détruit/e/s/es démoli/e ; destruido/a demolido/a

rather: minimum minimal smallest ; mindest minimal minimum ; minimum minimal/e ; mínimo/a
x maximum maximal ; maximal maximum höchst ; maximum maximal/e ; máximo/a

rather: up upward/s ; aufwärts hinauf ; ; arriba
x down downward/s ; abwärts hinunter ; ; abajo

either: full/y ; voll/e/en/er ; plein/e/s/es ; lleno/a/os/as
x empty ; leer/e/en/er ; vide/s ; vacío/a/os/as

rather: positive/ly ; positiv/e/en/er ; positif/s positive/s ; positivo/a/os/as
x negative/ly ; negativ/e/en/er ; négatif/s négative/s ; negativo/a/os/as

rather: male/s men man ; männlich/e männer mann ; hommes homme masculin/s ; hombres hombre masculino/a
x female/s women woman ; weiblich/e frauen frau ; femmes femme féminin/s ; mujeres mujer femenino/a

rather: summer/s ; sommer/s ; ; verano/s
x winter/s ; winter/s ; hiver/s ; invierno/s

rather: spring ; frühling frühjahr ; printemps ; primavera
x autumn ; herbst ; automne ; otoño

rather: morning/s ; morgens vormittags vormittag ; matin/s ; mañana/s
x evening/s ; abends abend ; soir/s ; noche/s

rather: urban ; städtisch/e/en ; urbain/e/s/es ; urbano/a/os/as
x rural ; ländlich/e/en ; rural/e ruraux ; rural/es
`;
