import { stemsOf } from "./word-forms.ts";

/**
 * Words that say the same wherever they stand in place of each other, by lines; English first. Words that do
 * so in some contexts only are none: who takes them for the same needs to understand both texts.
 */
const SAME = `
buy purchase
begin start commence
end finish
rise climb increase
fall drop decrease decline
build construct erect
firm company
quick fast
large big
small little
enlarge expand extend
repair mend fix
remove eliminate
injure hurt wound
permit allow
forbid prohibit ban
collect gather
assist help aid
reply respond answer
happen occur
own possess
stay remain
choose select
almost nearly
yearly annual annually
daily everyday
film movie
lorry truck
car automobile
shop store
ship vessel
flat apartment
petrol gasoline
photo photograph
author writer
worker employee
inhabitant resident
illness disease sickness
salary wage
mistake error
aim goal
journey trip
whole entire
roughly about around approximately circa
earlier before previously ago
lie stand situate locate
nobody none
someone somebody
anyone anybody
everyone everybody
demolish raze
damage harm
destroy wreck
dig excavate
use utilise utilize
founded established
manufacture produce
headed led
vanish disappear
show display
kill slay
speak talk
try attempt
wed marry
doctor physician
lawyer attorney
teacher instructor
pupil student
holiday vacation
rubbish waste garbage trash
kaufen erwerben erwirbt erwarb erworben gekauft kauft kaufte
beginnen anfangen beginnt begann begonnen startet startete
bauen errichten gebaut errichtet baute errichtete erbaut
firma unternehmen
auto pkw wagen
gründen gegründet gründete
gesperrt geschlossen
circa etwa rund ungefähr
acheter achète acheté acquérir acquis
commencer commence débute débuté commencé
construire construit bâtir bâti
couvrir couvre étend
entreprise société firme
voiture automobile
créer créé créée fonder fondé fondée
environ quelque
comprar compró adquirir adquirió
empezar empezó comenzar comenzó
construir construyó construido construida edificar edificó
empresa compañía
coche automóvil
fundar fundó fundada creó creada
`;

const groups: ReadonlyMap<string, readonly number[]> = readTable();

function readTable(): Map<string, number[]> {
  const table = new Map<string, number[]>();
  for (const [group, line] of SAME.trim().split("\n").entries()) {
    for (const word of line.split(" ")) table.set(word, [...(table.get(word) ?? []), group]);
  }
  return table;
}

/** The groups of words of one meaning that a folded word is of, by its forms. */
export function meaningsOf(key: string): readonly number[] {
  return [...stemsOf(key)].flatMap((stem) => groups.get(stem) ?? []);
}
