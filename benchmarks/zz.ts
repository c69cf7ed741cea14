import { checkSupport } from "dragline/ai";
const s = "The tramway was designed by Mira Tolvanen.", p = "The engineer Mira Tolvanen designed the line, and the mayor Jon Brandt opened it in 1931.";
const before = "The price of a day ticket for the Kelm tramway rose from 18 to 20 euros on 1 May 2024.\nDogs are allowed on the upper deck, but bicycles are not.";
for (const [b, c] of [["", ""], [before, ""], ["", "Kelm tramway"], [before, "Kelm tramway"]])
console.log(checkSupport({ sentence: s, passage: p, language: "en", context: c, before: b }));
