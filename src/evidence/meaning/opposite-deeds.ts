/** Opposites in what is done and by whom, in the form of `oppositeWords`. */
export const oppositeDeeds = `
rather: advance/s/d advancing ; vorrücken rückt ; avance/nt ; avanza/n avanzó
x retreat/s/ed retreating withdrew ; zurückweichen weicht ; recule/nt reculé ; retrocede/n retrocedió

rather: widen/s/ed widening broadened ; verbreitert ; élargi/e ; ensanchado/a ensanchó
x narrow/s/ed narrowing ; verengt ; rétréci/e ; estrechado/a

rather: strengthen/s/ed ; stärkt/e gestärkt ; renforce/nt renforcé/e ; fortaleció refuerza
x weaken/s/ed ; schwächt/e geschwächt ; affaiblit affaibli/e ; debilitó debilita

rather: raise/s/d raising ; angehoben erhöhte ; relevé/e ; elevó
x lowered lowering reduce/s/d reducing ; gesenkt senkte reduziert ; réduit/e abaissé/e ; redujo rebajó

rather: expand/s/ed expanding ; ausgeweitet ; étendu/e ; amplió ampliado/a
x contracted contracting ; verkleinert ; contracté/e ; contrajo

rather: hire/s/d hiring recruited appointed ; eingestellt ernannt ; embauche/nt embauché/e/s nommé/e ; contrató nombrado/a
x fired sacked dismissed dismisses ; entlassen entließ ; licencie/nt licencié/e/s ; despidió despedido/a

rather: praise/s/d praising ; lobt/e gelobt ; loue loué/e ; elogió elogia
x criticise/s/d criticize/s/d condemned ; kritisiert/e verurteilte ; critique/nt critiqué/e ; criticó critica

rather: attack/s/ed ; angriff/en angegriffen ; attaque/nt attaqué/e ; atacó ataca
x defend/s/ed ; verteidigt/e ; défend défendu/e ; defendió defiende

rather: appear/s/ed ; erschien erschienen ; apparaît apparu/e/s ; apareció aparece
x disappear/s/ed vanish/es/ed ; verschwand verschwunden ; disparaît disparu/e/s ; desapareció desaparece

rather: remember/s/ed ; erinnert/e ; souvient ; recuerda recordó
x forget/s forgot forgotten ; vergaß vergessen ; oublie oublié/e ; olvidó olvida

rather: encourage/s/d promote/s/d ; fördert/e ermutigt/e ; encourage/nt encouragé/e ; fomenta fomentó
x discourage/s/d hinder/s/ed ; hemmt/e behindert/e ; décourage/nt découragé/e ; desalienta obstaculiza

rather: join/s/ed ; beigetreten ; rejoint ; unió
x quit/s ; ausgetreten verließ ; quitte quitté/e ; abandonó

rather: marry marries married ; heiratete geheiratet ; épouse épousé/e ; casó casado/a
x divorce/s/d ; geschieden ; divorcé/e ; divorció divorciado/a

rather: freeze/s froze frozen ; gefroren gefror ; gèle gelé/e ; congela congelado/a
x melt/s/ed thaw/s/ed ; geschmolzen schmilzt taut ; fond fondu/e ; derrite derretido/a

rather: enact/s/ed passed ; verabschiedet ; promulgué/e ; promulgó
x repeal/s/ed revoked ; aufgehoben ; abrogé/e ; derogó derogado/a

rather: arrested jailed imprisoned detained ; verhaftet inhaftiert ; arrêté/e/s emprisonné/e ; detenido/a encarcelado/a
x released freed ; freigelassen entlassen ; libéré/e/s relâché/e ; liberado/a

rather: save/s/d saving ; spart/e gespart ; économise économisé ; ahorra ahorró
x spend/s spent waste/s/d ; verschwendet ausgegeben ; dépense dépensé ; gasta gastó

rather: deposit/s/ed ; eingezahlt ; dépose déposé ; depositó
x withdraw/s withdrawn ; abgehoben ; retire ; retiró

rather: ascend/s/ed climb/s ; aufgestiegen ; monte ; asciende ascendió
x descend/s/ed ; abgestiegen ; descend descendu/e ; desciende descendió

rather: upheld uphold/s ; aufrechterhalten ; maintenu/e ; mantuvo
x overturned overturn/s lifted ; gekippt ; annulé/e ; anuló

rather: agree/s/d ; einverstanden ; accepte/nt ; acuerda acordó
x disagree/s/d ; uneinig ; refuse/nt ; discrepa

rather: hide/s hid hidden conceal/s/ed ; verbarg verborgen versteckt ; cache/nt caché/e ; oculta ocultó
x reveal/s/ed disclosed ; enthüllt/e offenbart ; révèle révélé/e ; reveló revela

rather: exist/s/ed ; existiert existieren ; existe/nt ; existe/n
x missing nonexistent ; fehlt fehlen ; manque/nt absent/e ; falta/n

either: present ; anwesend ; présent/e/s/es ; presente/s
x absent ; abwesend ; absent/e/s/es ; ausente/s

either: real genuine authentic ; echt/e/er/es ; authentique/s ; auténtico/a
x fake forged counterfeit ; gefälscht/e unecht ; contrefait/e ; falsificado/a

either: healthy ; gesund/e ; sain/e ; sano/a
x ill sick ; krank/e ; malade/s ; enfermo/a

between: victory ; sieg ; victoire ; victoria
x defeat ; niederlage ; défaite ; derrota

rather: favour favor ; ; ;
x against ; ; ;

between: father ; vater ; père ; padre
x mother ; mutter ; mère ; madre

between: brother/s ; bruder brüder ; frère/s ; hermano/s
x sister/s ; schwester/n ; sœur/s ; hermana/s

between: husband/s ; ehemann ; mari ; esposo marido
x wife ; ehefrau ; épouse ; esposa

between: son/s ; sohn söhne ; fils ; hijo/s
x daughter/s ; tochter töchter ; fille/s ; hija/s

between: upper ; obere/r/n ; supérieur/e ; superior
x lower ; untere/r/n ; inférieur/e ; inferior

between: inner ; innere/r/n ; ; 
x outer ; äußere/r/n ; ; 

between: wide/r/st broad/er ; breit/e/er ; large/s ; ancho/a
x narrow/er/est ; schmal/e/er eng/e/er ; étroit/e ; estrecho/a

between: thick/er/est ; dick/e/er ; épais/se ; grueso/a
x thin/ner/nest ; dünn/e/er ; mince ; delgado/a

between: tall/er/est ; ; ; 
x short/er/est ; ; ;

between: wet/ter humid ; nass/e feucht/e ; humide/s ; húmedo/a mojado/a
x dry drier arid ; trocken/e/er ; sec sèche/s ; seco/a

between: hard/er ; hart/e ; dur/e ; duro/a
x soft/er ; weich/e ; mou molle ; blando/a

between: loud/er noisy ; laut/e ; bruyant/e ; ruidoso/a
x quiet/er silent ; leise/r ; silencieux silencieuse ; silencioso/a

between: near ; nahe ; près proche/s ; cerca cercano/a
x far remote ; fern weit ; loin lointain/e ; lejos lejano/a

between: front ; vorn vordere/r/n ; avant ; delantero/a
x rear ; hinten hintere/r/n ; arrière ; trasero/a

between: upstream ; stromaufwärts ; amont ; arriba
x downstream ; stromabwärts ; aval ; abajo

rather: upstairs ; ; ; 
x downstairs ; ; ;

rather: dawn sunrise ; morgengrauen sonnenaufgang ; aube ; amanecer
x dusk sunset ; abenddämmerung sonnenuntergang ; crépuscule ; anochecer

rather: adult/s ; erwachsene/r/n ; adulte/s ; adulto/s
x child children ; kind kinder/n ; enfant/s ; niño/s

rather: eldest ; älteste/r/n ; aîné/e ; mayor
x youngest ; jüngste/r/n ; benjamin/e ; menor

rather: domestic ; inländisch/e ; intérieur/e ; nacional
x foreign ; ausländisch/e ; étranger étrangère/s ; extranjero/a

rather: buyer/s ; käufer ; acheteur/s ; comprador/es
x seller/s ; verkäufer ; vendeur/s ; vendedor/es

rather: landlord/s ; vermieter ; propriétaire/s ; propietario/s
x tenant/s ; mieter ; locataire/s ; inquilino/s

rather: winner/s ; sieger gewinner ; vainqueur/s gagnant/s ; ganador/es
x loser/s ; verlierer ; perdant/s ; perdedor/es
`;
