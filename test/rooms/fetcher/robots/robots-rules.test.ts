import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPattern } from "../../../../src/fetcher/robots/robots-pattern.ts";
import { parseRobots, type RobotsRule } from "../../../../src/fetcher/robots/robots-rules.ts";
import { corpusJson, corpusMissing } from "../../../corpus.ts";

interface RobotsCases {
  readonly file: string;
  readonly robotsBase64: string;
  readonly cases: {
    readonly userAgent: string;
    readonly url: string;
    readonly allowed: boolean;
    readonly kind: "standard" | "google";
  }[];
}

/**
 * What the suite says otherwise: the path of the address is `/null`, which no rule of the file matches
 * (RFC 9309, 2.2.2).
 */
const disputed: ReadonlySet<string> = new Set(["http://www.example.comTMP/null"]);

describe("the public robots.txt suite", () => {
  const files = corpusMissing ? [] : corpusJson<RobotsCases[]>("robots/cases.json");

  it.skipIf(corpusMissing)(`has all its cases here${corpusMissing}`, () => {
    expect(files.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(195);
  });

  it.each(files)("passes: $file", ({ robotsBase64, cases }) => {
    const robots = parseRobots(Buffer.from(robotsBase64, "base64"));
    const counted = cases.filter(({ url }) => !disputed.has(url));
    const judged = counted.map((it) => ({
      ...it,
      allowed: robots.check(it.url, it.userAgent).allowed,
    }));
    expect(judged).toEqual(counted);
  });
});

const SITE = "https://example.com";

/** Whether `example.com` + path is allowed, as a URL and as a string. */
function allows(file: string | Uint8Array, path: string, userAgent = "bot"): [boolean, boolean] {
  const robots = parseRobots(file);
  const url = SITE + path;
  return [robots.check(new URL(url), userAgent).allowed, robots.check(url, userAgent).allowed];
}

const both = (allowed: boolean): [boolean, boolean] => [allowed, allowed];

describe("parseRobots", () => {
  it.each([
    ["CR", "User-agent: *\rDisallow: /x\r"],
    ["LF", "User-agent: *\nDisallow: /x"],
    ["CRLF", "User-agent: *\r\nDisallow: /x\r\n"],
    ["a byte order mark", "\u{FEFF}User-agent: *\nDisallow: /x"],
    ["comments", "User-agent: * # all\n# none\nDisallow: /x#y\n"],
    ["space", " \tUser-agent \t: *\v\n\fDisallow :   /x  \n"],
    ["no colon", "User-agent *\nDisallow \t /x\n"],
    ["misspellings", "useragent: *\nDissalow: /x\n"],
    ["more misspellings", "user agent: *\nDISALLAW: /x\n"],
    ["junk", "<html>\nUser-agent: *\n<br />\n\0\0\n:::\nNoindex: /\nDisallow: /x\n"],
    ["a sitemap among agents", "User-agent: *\nSitemap: /s.xml\nUser-agent: a\nDisallow: /x"],
    ["two groups of one agent", "User-agent: *\nAllow: /\nUser-agent: *\nDisallow: /x"],
  ])("reads through %s", (_, file) => {
    expect(allows(file, "/x")).toEqual(both(false));
    expect(allows(file, "/y")).toEqual(both(true));
  });

  it.each([
    "Disallow: /x",
    "User-agent:\nDisallow: /x",
    "User-agent: other\nDisallow: /x",
    "User-agent: *bot\nDisallow: /x",
    "User-agent: *\nDisallow:",
    "User-agent: *\nDisallow: x",
    "User-agent: *\nDisallow /x y",
    "User-agent: *\n\u{FEFF}Disallow: /x",
    "",
    "\0",
  ])("finds no rule in %j", (file) => {
    expect(allows(file, "/x")).toEqual(both(true));
  });

  it("prefers the agent's own groups over those of all agents, even when they are empty", () => {
    const file = "User-agent: *\nDisallow: /\n\nUser-agent: Bot\nCrawl-delay: 1\n";
    expect(allows(file, "/x", "bot")).toEqual(both(true));
    expect(allows(file, "/x", "Bot/2.1 (+https://example.com/bot)")).toEqual(both(true));
    expect(allows(file, "/x", "robot")).toEqual(both(false));
    expect(allows(file, "/x", "bot-news")).toEqual(both(false));
    expect(allows(file, "/x", "")).toEqual(both(false));
    expect(allows(file, "/x", "*")).toEqual(both(false));
  });

  it("names the rule that decided", () => {
    const file =
      "# top\r\nUser-agent: *\r\n\r\nDisallow: /caf\u00e9*\r\nAllow: /caf\u00e9/menu\r\n";
    const robots = parseRobots(file);
    expect(robots.check(new URL(`${SITE}/caf\u00e9/x`), "bot")).toEqual({
      allowed: false,
      rule: { type: "disallow", pattern: "/caf%C3%A9*", line: 4 },
    });
    expect(robots.check(new URL(`${SITE}/caf\u00e9/menu`), "bot")).toEqual({
      allowed: true,
      rule: { type: "allow", pattern: "/caf%C3%A9/menu", line: 5 },
    });
    expect(robots.check(new URL(SITE), "bot")).toEqual({ allowed: true });
  });

  it("lets allow win between patterns of one length, and the first of equal ones", () => {
    const robots = parseRobots("User-agent: *\nDisallow: /a*\nDisallow: /*a\nAllow: /ab\n");
    expect(robots.check(`${SITE}/ab`, "bot").rule).toMatchObject({ type: "allow", line: 4 });
    expect(robots.check(`${SITE}/aa`, "bot").rule).toMatchObject({ type: "disallow", line: 2 });
  });

  it("compares a URL by RFC 9309's spelling and a string as it is written", () => {
    const file = (pattern: string): string => `User-agent: *\nDisallow: ${pattern}`;
    expect(allows(file("/%7Eann"), "/~ann")).toEqual([false, true]);
    expect(allows(file("/~ann"), "/%7eann")).toEqual([false, true]);
    expect(allows(file("/%62%61r"), "/bar")).toEqual([false, true]);
    expect(allows(file("/a%2fb"), "/a%2Fb")).toEqual(both(false));
    expect(allows(file("/a%2Fb"), "/a/b")).toEqual(both(true));
    expect(allows(file("/\u30c4"), "/%E3%83%84")).toEqual(both(false));
    expect(allows(file("/%E3%83%84"), "/\u30c4")).toEqual([false, true]);
    expect(allows(file("/a b"), "/a b")).toEqual(both(false));
    expect(allows(file("/a b"), "/a%20b")).toEqual([false, true]);
    expect(allows(file("/?q='a'"), "/?q='a'")).toEqual(both(false));
    expect(allows(file("/a-%2A-b"), "/a-*-b")).toEqual([false, true]);
    expect(allows(file("/a$b"), "/a$b")).toEqual(both(false));
    expect(allows(file("/a%24"), "/a$b")).toEqual([false, true]);
  });

  it("keeps octets that are not UTF-8", () => {
    const file = Buffer.from("User-agent: *\nDisallow: /caf\u00e0\n", "latin1");
    expect(allows(file, "/caf%E0")).toEqual(both(false));
    expect(allows(file, "/caf%C3%A0")).toEqual(both(true));
  });

  it("judges path and query, never the fragment or what is before the path", () => {
    const file = "User-agent: *\nDisallow: /x\nDisallow: /*secret\n";
    for (const path of ["#/x", "#secret", "/y#secret", "?a=//x"]) {
      expect(allows(file, path)).toEqual(both(true));
    }
    expect(parseRobots(file).check("https://secret.example/", "bot").allowed).toBe(true);
    expect(parseRobots(file).check("https://u:secret@h.example/", "bot").allowed).toBe(true);
    for (const path of ["?secret", "/x?y", "/a?b=secret"]) {
      expect(allows(file, path)).toEqual(both(false));
    }
    for (const url of ["/x", "x/x", "//h/x", "h/x?http://h", "h;x/x"]) {
      expect([url, parseRobots(file).check(url, "bot").allowed]).toEqual([url, url === "h;x/x"]);
    }
  });

  it("reads crawl delays, with fractions, up to a day, for the agents they follow", () => {
    const delay = (file: string, agent = "bot"): number | undefined =>
      parseRobots(file).check(SITE, agent).crawlDelayMs;
    expect(delay("User-agent: *\nCrawl-delay: 2.5")).toBe(2500);
    expect(delay("User-agent: *\nCrawl-delay: 1e9")).toBe(86_400_000);
    expect(delay("User-agent: *\nCrawl-delay: soon")).toBeUndefined();
    expect(delay("User-agent: *\nCrawl-delay: -1")).toBeUndefined();
    expect(delay("User-agent: *\nCrawl-delay: 0")).toBeUndefined();
    expect(delay("Crawl-delay: 1")).toBeUndefined();
    const twice = "User-agent: *\nCrawl-delay: 9\nDisallow: /x\nUser-agent: *\nCrawl-delay: 2";
    expect(delay(twice)).toBe(9000);
    const file = "User-agent: bot\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 9\nDisallow: /x";
    expect(delay(file)).toBe(1000);
    expect(delay(file, "other")).toBe(9000);
  });

  it("lists sitemaps in order, without repeats", () => {
    const file = "Sitemap: https://a.example/1.xml\nsitemap:/2.xml\nsite-map: /\u00e9.xml\n";
    expect(parseRobots(`${file}User-agent: *\n${file}Sitemap:\n`).sitemaps).toEqual([
      "https://a.example/1.xml",
      "/2.xml",
      "/\u00e9.xml",
    ]);
  });

  it("reads 500 KiB to the last whole line and leaves the rest", () => {
    const line = "Disallow: /x\n";
    const head = "User-agent: *\n";
    const filler = "#".repeat(512_000 - head.length - line.length - 1);
    expect(allows(`${head}${filler}\n${line}Disallow: /y`, "/x")).toEqual(both(false));
    expect(allows(`${head}${filler}\n${line}Disallow: /y`, "/y")).toEqual(both(true));
    expect(allows(`${head}${filler}#\n${line}`, "/x")).toEqual(both(true));
    expect(allows("Disallow: /".repeat(1_000_000), "/x")).toEqual(both(true));
  });

  it("judges a long path by its first 8,192 characters", () => {
    const file = "User-agent: *\nDisallow: /*b\n";
    expect(allows(file, `/${"a".repeat(8190)}b`)).toEqual(both(false));
    expect(allows(file, `/${"a".repeat(8191)}b`)).toEqual(both(true));
  });

  it("cuts a line at Google's limit", () => {
    const key = `Disallow:${" ".repeat(16_663 - "Disallow:/ab".length)}`;
    const file = `User-agent: *\n${key}/abc\n`;
    expect(allows(file, "/ab")).toEqual(both(false));
    expect(allows(file, "/a")).toEqual(both(true));
  });

  it("answers hostile files and URLs in bounded time", () => {
    const long = `/${"a".repeat(1_000_000)}`;
    const stars = `Disallow: /${"*a".repeat(8000)}*b\n`;
    const runs = `Disallow: /*b${"a".repeat(1000)}\nDisallow: /*${"a".repeat(1000)}b\n`;
    expect(allows(`User-agent: *\n${stars.repeat(31)}`, long)).toEqual(both(true));
    expect(allows(`User-agent: *\n${runs.repeat(250)}`, long)).toEqual(both(true));
    expect(allows(`User-agent: *\n${"Disallow: /*b\n".repeat(36_000)}`, long)).toEqual(both(true));
    const agents = Array.from({ length: 12_000 }, (_, index) => `User-agent: ${letters(index)}\n`);
    const many = parseRobots(`${agents.join("")}${"Disallow: /x\n".repeat(15_000)}`);
    for (let index = 0; index < 100; index += 1) {
      expect(many.check(`${SITE}/x`, letters(index)).allowed).toBe(false);
    }
  });

  it("never fails, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, url) => {
        expect(parseRobots(bytes).check(url, url).allowed).toBe(true);
      }),
    );
  });
});

function letters(index: number): string {
  return Array.from(String(index), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}

describe("matchesPattern", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "$") });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "$") });

  it("agrees with a matcher that tries every position", () => {
    fc.assert(
      fc.property(pattern, text, (pattern, path) => {
        expect(matchesPattern(pattern, path)).toBe(reaches(pattern, path));
      }),
      { numRuns: 5000 },
    );
  });

  it("agrees with it on parts of hundreds of characters", () => {
    const runs = fc.array(fc.tuple(fc.constantFrom("a", "b", "*"), fc.nat(150)), { maxLength: 8 });
    const long = runs.map((parts) => parts.map(([letter, count]) => letter.repeat(count)).join(""));
    fc.assert(
      fc.property(long, long, (around, part) => {
        const letters = part.replaceAll("*", "ab");
        const pattern = `*${letters}`;
        const path = around.replaceAll("*", letters).slice(0, 3000);
        expect(matchesPattern(pattern, path)).toBe(path.includes(letters));
        expect(matchesPattern(`${pattern}*b`, `${path}b`)).toBe(path.includes(letters));
      }),
      { numRuns: 300 },
    );
  });

  /** Follows all positions at once, octet by octet. */
  function reaches(pattern: string, path: string): boolean {
    let positions = new Set([0]);
    for (const [index, wanted] of pattern.split("").entries()) {
      if (wanted === "$" && index === pattern.length - 1) return positions.has(path.length);
      const next = [...positions].flatMap((at) => {
        if (wanted === "*") return Array.from({ length: path.length - at + 1 }, (_, n) => at + n);
        return path[at] === wanted ? [at + 1] : [];
      });
      positions = new Set(next);
    }
    return positions.size > 0;
  }
});

describe("RobotsFile.check", () => {
  it("decides by the longest matching pattern, allow first", () => {
    const rule = fc.record({
      type: fc.constantFrom("allow" as const, "disallow" as const),
      pattern: fc.string({ unit: fc.constantFrom("a", "b", "*", "$"), maxLength: 6 }),
    });
    const path = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), path, (rules, path) => {
        const lines = rules.map(({ type, pattern }) => `${type}: /${pattern}`);
        const checked = parseRobots(`user-agent: *\n${lines.join("\n")}`).check(`/${path}`, "bot");
        const matching = rules.filter((it) => matchesPattern(`/${it.pattern}`, `/${path}`));
        const longest = Math.max(...matching.map((it) => it.pattern.length));
        const deciding = matching.filter((it) => it.pattern.length === longest);
        const isAllow = (it: Pick<RobotsRule, "type">): boolean => it.type === "allow";
        expect(checked.allowed).toBe(deciding.length === 0 || deciding.some(isAllow));
      }),
      { numRuns: 2000 },
    );
  });
});
