/** TeX by character; names are commands. Characters that are not here stand for themselves. */
const lists = [
  "αalpha βbeta γgamma δdelta ϵepsilon εvarepsilon ζzeta ηeta θtheta ϑvartheta ιiota κkappa ϰvarkappa",
  "λlambda μmu µmu νnu ξxi πpi ϖvarpi ρrho ϱvarrho σsigma ςvarsigma τtau υupsilon ϕphi φvarphi χchi",
  "ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega",
  "∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ⋃bigcup ⋂bigcap ⋁bigvee ⋀bigwedge ⨁bigoplus ⨂bigotimes",
  "±pm ∓mp ×times ÷div ⋅cdot ·cdot ∗ast ⋆star ∘circ •bullet ⊕oplus ⊖ominus ⊗otimes ⊘oslash ⊙odot",
  "∧wedge ∨vee ∩cap ∪cup ⊎uplus ⊓sqcap ⊔sqcup ∖setminus ≀wr †dagger ‡ddagger ¬neg",
  "≤leq ≥geq ⩽leqslant ⩾geqslant ≪ll ≫gg ≠neq ≡equiv ≈approx ≃simeq ≅cong ∼sim ∝propto ≐doteq ≺prec",
  "≻succ ⪯preceq ⪰succeq ∈in ∉notin ∋ni ⊂subset ⊃supset ⊆subseteq ⊇supseteq ⊊subsetneq ⊥perp ∥parallel",
  "∣mid ⊢vdash ⊣dashv ⊨models ≲lesssim ≳gtrsim ≔coloneqq",
  "←leftarrow →to ↔leftrightarrow ⇐Leftarrow ⇒Rightarrow ⇔Leftrightarrow ↦mapsto ⟶longrightarrow",
  "⟵longleftarrow ⟹Longrightarrow ⟸Longleftarrow ⟺iff ⟼longmapsto ↪hookrightarrow ↩hookleftarrow",
  "↑uparrow ↓downarrow ↕updownarrow ⇑Uparrow ⇓Downarrow ↗nearrow ↘searrow ↙swarrow ↖nwarrow",
  "⇀rightharpoonup ⇌rightleftharpoons ↠twoheadrightarrow",
  "∀forall ∃exists ∄nexists ∅emptyset ∂partial ∇nabla ∞infty ℏhbar ℓell ℘wp ℜRe ℑIm ℵaleph ∠angle",
  "△triangle □square ⊤top √surd ∴therefore ∵because …ldots ⋯cdots ⋮vdots ⋱ddots",
  "⟨langle ⟩rangle 〈langle 〉rangle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor",
];

const commands = new Map<string, string>(
  lists
    .flatMap((list) => list.split(" "))
    .map((entry) => [entry.slice(0, 1), `\\${entry.slice(1)}`]),
);
for (const [character, tex] of [
  ["−", "-"],
  ["‖", "\\|"],
  ["′", "'"],
  ["″", "''"],
  ["‴", "'''"],
  ["\\", "\\backslash"],
  ["{", "\\{"],
  ["}", "\\}"],
  ["%", "\\%"],
  ["#", "\\#"],
  ["&", "\\&"],
  ["$", "\\$"],
  ["_", "\\_"],
  ["^", "\\hat{\\ }"],
  ["~", "\\sim"],
  ["ı", "\\imath"],
  ["ȷ", "\\jmath"],
  ["ℝ", "\\mathbb{R}"],
  ["ℕ", "\\mathbb{N}"],
  ["ℤ", "\\mathbb{Z}"],
  ["ℚ", "\\mathbb{Q}"],
  ["ℂ", "\\mathbb{C}"],
  ["ℙ", "\\mathbb{P}"],
  ["ℍ", "\\mathbb{H}"],
  ["ℒ", "\\mathcal{L}"],
  ["ℋ", "\\mathcal{H}"],
  ["ℱ", "\\mathcal{F}"],
  ["ℰ", "\\mathcal{E}"],
  ["ℬ", "\\mathcal{B}"],
  ["ℳ", "\\mathcal{M}"],
  ["ℛ", "\\mathcal{R}"],
  ["ⅆ", "d"],
  ["ⅇ", "e"],
  ["ⅈ", "i"],
  ["\u00a0", "\\ "],
  ["\u2009", "\\,"],
  // Invisible: application of a function, times, separator, plus; zero width.
  ["\u2061", ""],
  ["\u2062", ""],
  ["\u2063", ""],
  ["\u2064", ""],
  ["\u200b", ""],
] as const) {
  commands.set(character, tex);
}

/** Names that TeX sets upright by commands of their own. */
const functions = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " ",
  ),
);

/** What takes its limits above and below: `\sum_{i}^{n}`. */
const limits =
  /^\\(?:sum|prod|coprod|i{0,3}int|oint|big(?:cup|cap|vee|wedge|oplus|otimes)|lim(?:inf|sup)?|max|min|inf|sup|det|gcd|Pr|(?:under|over)brace\b.*|operatorname\*?\{.*\})$/s;

/** The alphabets of mathematics in Unicode, each of 26 capitals and 26 small letters. */
const alphabets: readonly (readonly [start: number, command: string])[] = [
  [0x1d400, "mathbf"],
  [0x1d434, ""],
  [0x1d468, "boldsymbol"],
  [0x1d49c, "mathcal"],
  [0x1d4d0, "mathcal"],
  [0x1d504, "mathfrak"],
  [0x1d538, "mathbb"],
  [0x1d56c, "mathfrak"],
  [0x1d5a0, "mathsf"],
  [0x1d5d4, "mathsf"],
  [0x1d608, "mathsf"],
  [0x1d63c, "mathsf"],
  [0x1d670, "mathtt"],
];
const ALPHABET = 52;

/** Variants of letters by the attribute `mathvariant`. */
const variants: Readonly<Record<string, string>> = {
  normal: "mathrm",
  bold: "mathbf",
  "bold-italic": "boldsymbol",
  "double-struck": "mathbb",
  script: "mathcal",
  "bold-script": "mathcal",
  fraktur: "mathfrak",
  "bold-fraktur": "mathfrak",
  "sans-serif": "mathsf",
  monospace: "mathtt",
};

/** A character as TeX; commands without the space that a letter behind them needs. */
function symbolOf(character: string): string {
  const command = commands.get(character);
  if (command !== undefined) return command;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x1d400 || code > 0x1d7ff) return character;
  const letter = character.normalize("NFKC");
  const alphabet = alphabets.findLast(([start]) => code >= start && code < start + ALPHABET);
  const name = alphabet?.[1] ?? "";
  return name === "" ? symbolOf(letter) : `\\${name}{${letter}}`;
}

/** The text of an identifier as TeX. */
export function identifierOf(text: string, variant: string | undefined): string {
  const isName = /^\p{L}[\p{L}\p{M} .-]+$/u.test(text);
  const style = Object.hasOwn(variants, variant ?? "") ? variants[variant ?? ""] : undefined;
  if (isName && functions.has(text)) return `\\${text}`;
  const body = isName ? text.replaceAll(" ", "\\ ") : symbolsOf(text);
  if (style !== undefined && /^[\p{L}\p{N}]/u.test(body)) return `\\${style}{${body}}`;
  return isName ? `\\mathrm{${body}}` : body;
}

/** The characters of a text as TeX, one behind the other. */
export function symbolsOf(text: string): string {
  let tex = "";
  for (const character of text) tex = joined(tex, symbolOf(character));
  return tex;
}

/** An operator as TeX; one that is a word is a function. */
export function operatorOf(text: string): string {
  if (functions.has(text)) return `\\${text}`;
  if (/^\p{L}[\p{L} ]+$/u.test(text)) return `\\operatorname{${text.replaceAll(" ", "\\ ")}}`;
  return symbolsOf(text);
}

/** Whether scripts of the base are limits. */
export function hasLimits(base: string): boolean {
  return limits.test(base);
}

/** Two pieces of TeX in a row: a letter behind a command needs a space. */
export function joined(left: string, right: string): string {
  return isLetter(right.charCodeAt(0)) && endsInCommand(left) ? `${left} ${right}` : left + right;
}

function endsInCommand(tex: string): boolean {
  let index = tex.length - 1;
  while (isLetter(tex.charCodeAt(index))) index -= 1;
  return index < tex.length - 1 && tex[index] === "\\";
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
