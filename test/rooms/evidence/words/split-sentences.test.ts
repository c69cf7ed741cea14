import { splitSentences } from "dragline/ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Cases as sentences with `|` between them. */
const rules: Readonly<Record<string, readonly string[]>> = {
  "at a point, a question and an exclamation": [
    "The bridge is old.|It was built in 1850.",
    "Where is the bridge?|It is in Berg.",
    "There it stands!|We saw it.",
    "Stop!!|The road ends.",
    "Really??|Nobody knew.",
    "What!?|Is it open?",
  ],
  "behind initials and titles nowhere": [
    "The bridge was drawn by Jonas E. Miller.",
    "J. R. Miller and A. B. Smith built it.",
    "From there one sees Mt. Hood and St. Mary's Church.",
    "Dr. Miller met Prof. Smith and Mrs. Jones.",
    "So did I.|Then we left.",
  ],
  "behind abbreviations where a new sentence begins": [
    "It was built by Miller, Briggs & Co. in one year.",
    "It was built by Miller, Briggs & Co.|It still stands.",
    "Ask Miller and co.|They should know.",
    "That is Miller Jr.'s bridge.",
    "There are apples, pears, etc.|Others like nuts.",
    "We crossed the U.S.A. last year.",
    "It is the longest in the E.U.|How long is it?",
    "It is the oldest in the U.S.|The second is in Berg.",
    "The U.S. Government paid for it.",
    "It has stood in the U.S. for 20 years.",
    "The bridge opens at 5 a.m. on Mondays.|It closes at 6 p.m.|They say so.",
    "Bring tools, e.g. Hammers and saws, i.e. Steel ones.",
  ],
  "before numbers behind words that count": [
    "Please turn to p. 55.",
    "See Fig. 3 and No. 5 for details.",
    "He said no.|Then he left.",
    "It opened on Jan. 5 and closed on Dec. 24.",
    "1. The first bridge was made of wood.|It burned.",
  ],
  "in numbers and addresses nowhere": [
    "A ticket costs $100.00 in town.",
    "A ticket costs $100.00.|It is valid for a day.",
    "Write to Jonas.Miller@example.com for one.|He answers.",
    "The site is https://www.example.50.com/new-bridge/page_one.html.|Look at it.",
  ],
  "within quotations and brackets that go on nowhere": [
    "He turned to her, 'It is fine.' he said.",
    'He turned to her, "It is fine." he said.',
    'He turned to her, "It is fine."|She turned away.',
    '"Is it open?" she asked.',
    "The bridge (It had been a ferry before.) is open.",
    "Yahoo! has a map of it.",
  ],
  "at omissions that end a sentence": [
    "I never meant it....|She left the bridge.",
    "It was really ... well, what I mean...see . . . the thing is . . . I did not mean it.",
    "The part that was weak . . . was that of the middle. . . .|The others stood.",
  ],
  "in other languages by their own abbreviations": [
    "Die Brücke wurde am 3. Oktober eröffnet.|Sie ist z.B. Teil der Route.",
    "Das sind Äpfel, Birnen usw.|Andere mögen Nüsse.",
    "M. Dupont est arrivé avec Mme. Durand.|Il est parti.",
    "El Sr. García vive en EE.UU. desde 1990.|Es médico.",
    "Мост стоит на ул. Ленина.|Его построил А. С. Петров.",
  ],
  "at the ends of other scripts": [
    "橋は古い。|一八五〇年に建てられた。",
    "他说：“桥很老。”|然后他走了。",
    "هل الجسر قديم؟|نعم، إنه قديم.",
    "पुल पुराना है।|वह बंद है।",
  ],
};

describe("splitSentences", () => {
  const cases = Object.entries(rules).flatMap(([rule, texts]) =>
    texts.map((text) => ({ rule, text })),
  );

  it.each(cases)("ends sentences $rule: $text", ({ text }) => {
    const sentences = text.split("|");
    const isWide = /[\u3040-\u9fff]/.test(text);
    expect(splitSentences(sentences.join(isWide ? "" : " "))).toEqual(sentences);
  });

  it("ends more of them rightly than Unicode's rules alone", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
    const right = cases.filter(({ text }) => {
      const whole = text.replaceAll("|", /[\u3040-\u9fff]/.test(text) ? "" : " ");
      const found = [...segmenter.segment(whole)].map(({ segment }) => segment.trim());
      return found.join("|") === text;
    });
    expect(right.length).toBeLessThan(cases.length * 0.75);
  });

  it("puts Thai phrases together, which have no ends", () => {
    const phrase = "สะพานนี้สร้างขึ้นเมื่อปีที่แล้วและเปิดใช้งานแล้ว";
    const text = Array.from({ length: 6 }, () => phrase).join(" ");
    const sentences = splitSentences(text, "th");
    expect(sentences.join(" ")).toBe(text);
    expect(sentences).toHaveLength(3);
  });

  it("takes unknown languages for English", () => {
    expect(splitSentences("One is here. Two is there.", "not a tag!")).toHaveLength(2);
  });

  it("loses nothing but white space", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Mr.", "a", " ", ".", "B", "!", '"', "\n", "ก")),
        (parts) => {
          const text = parts.join("");
          const joined = splitSentences(text).join("");
          expect(joined.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
        },
      ),
    );
  });
});
