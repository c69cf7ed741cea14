/** Elements of MathML that hold text, and of what sort it is. */
export const tokens: Readonly<
  Record<string, "identifier" | "operator" | "number" | "text" | "space">
> = {
  mi: "identifier",
  ci: "identifier",
  mo: "operator",
  mn: "number",
  cn: "number",
  mtext: "text",
  ms: "text",
  mspace: "space",
};

/** Nothing of it is seen, or it is another form of the same formula. */
export const SILENT = new Set([
  "annotation",
  "annotation-xml",
  "mphantom",
  "none",
  "mprescripts",
  "malignmark",
  "maligngroup",
]);

/** By element the arguments behind the base; `m` where they are limits or marks. */
export const scripts: Readonly<Record<string, string>> = {
  msub: "_",
  msup: "^",
  msubsup: "_^",
  munder: "m_",
  mover: "m^",
  munderover: "m_^",
};
