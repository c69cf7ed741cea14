import { checkSupport, TextProof } from "dragline/ai";
const s = "El precio del billete subió de 18 a 20 euros.", b = "El billete cuesta 18 euros.", a = "El billete cuesta 20 euros.";
console.log(checkSupport({ sentence: s, passage: `${b}\n${a}` }), new TextProof({ text: `${b}\n${a}` }).prove(s));
