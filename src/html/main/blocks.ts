import { fold } from "../facts/page-facts.ts";
import { Place } from "./places.ts";
import type { Measures } from "../view/measures.ts";
import { isBox, type Surroundings } from "./surroundings.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** A run of text on lines of its own: a paragraph, a cell, a heading, the text between two lists. */
export interface Block {
  /** The element that the run is directly in. */
  readonly box: NodeId;
  /** The text nodes, in document order; none is empty. */
  readonly nodes: readonly NodeId[];
  /** The text, white space folded. */
  readonly text: string;
  /** Share of the text that is in links, from 0 to 1. */
  readonly linked: number;
  readonly words: number;
  /** Words that begin with a capital. */
  readonly capitals: number;
  /** Words that begin with a digit. */
  readonly numbers: number;
  readonly commas: number;
  /** Ends of sentences. */
  readonly sentences: number;
}

interface Run {
  readonly box: NodeId;
  readonly nodes: NodeId[];
  readonly line: number;
}

/** The blocks of what is measured, in document order. */
export function listBlocks(tree: Tree, measures: Measures, around: Surroundings): Block[] {
  return listRuns(tree, measures, around).map((run) => readBlock(tree, run, around));
}

function listRuns(tree: Tree, { order, text }: Measures, { boxes }: Surroundings): Run[] {
  const runs: Run[] = [];
  let run: Run = { box: -1, nodes: [], line: 0 };
  let line = 0;
  for (const node of order) {
    if (tree.kind(node) !== NodeKind.text) {
      if (isBox(tree, node) || isSecondBreak(tree, node)) line++;
      continue;
    }
    if (text[node] === 0) continue;
    const box = boxes[node] as number;
    if (run.box !== box || run.line !== line) {
      run = { box, nodes: [], line };
      runs.push(run);
    }
    run.nodes.push(node);
  }
  return runs;
}

/** Whether the node is the second of two line breaks: an empty line. */
function isSecondBreak(tree: Tree, node: NodeId): boolean {
  if (tree.tag(node) !== tagIds.br) return false;
  let before = tree.previousSibling(node);
  while (before !== 0 && tree.kind(before) === NodeKind.text) {
    if (tree.text(before).trim() !== "") return false;
    before = tree.previousSibling(before);
  }
  return tree.tag(before) === tagIds.br;
}

function readBlock(tree: Tree, { box, nodes }: Run, { places }: Surroundings): Block {
  let text = "";
  let all = 0;
  let linked = 0;
  for (const node of nodes) {
    const piece = tree.text(node);
    text += piece;
    all += piece.length;
    if (((places[node] as number) & Place.link) !== 0) linked += piece.length;
  }
  const folded = fold(text);
  return { box, nodes, text: folded, linked: linked / Math.max(1, all), ...count(folded) };
}

const COMMA = 44;
const IDEOGRAPHIC_COMMA = 0x3001;
const IDEOGRAPHIC_STOP = 0x3002;

type Counts = Pick<Block, "words" | "capitals" | "numbers" | "commas" | "sentences">;

function count(text: string): Counts {
  const counts = { words: 0, capitals: 0, numbers: 0, commas: 0, sentences: 0 };
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const letter = isLetter(code) || isDigit(code);
    if (letter && !inWord) {
      counts.words++;
      if (code >= 65 && code <= 90) counts.capitals++;
      else if (isDigit(code)) counts.numbers++;
    }
    inWord = letter;
    if (letter) continue;
    if (code === COMMA || code === IDEOGRAPHIC_COMMA) counts.commas++;
    else if (endsSentence(text, index, code)) counts.sentences++;
  }
  return counts;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code > 191 && !isWide(code));
}

/** Punctuation of wide scripts and typography. */
function isWide(code: number): boolean {
  return (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f);
}

/** "." "!" "?" before a space or the end; the ideographic full stop anywhere. */
function endsSentence(text: string, index: number, code: number): boolean {
  if (code === IDEOGRAPHIC_STOP) return true;
  if (code !== 46 && code !== 33 && code !== 63) return false;
  return index + 1 === text.length || text.charCodeAt(index + 1) === 32;
}
