/** What a logistic regression is fitted to: rows of columns that are set. */
export interface LogisticProblem {
  /** The set columns of all rows, one row behind the other. */
  readonly columns: Int32Array;
  /** Where each row begins in `columns`, and the end of the last. */
  readonly rows: Int32Array;
  /** How many columns there are. */
  readonly width: number;
  /** By row, from 0 to 1. */
  readonly labels: Float64Array;
  /** By row; only their proportions count. */
  readonly weights: Float64Array;
  /** How much a squared weight costs. */
  readonly penalty: number;
  /** Pairs of columns, one behind the other, whose weights should be alike. */
  readonly pairs: Int32Array;
  /** How much the squared difference of such a pair costs. */
  readonly smoothness: number;
}

/** Steps over all rows, and how fast the first ones go. */
const STEPS = 200;
const RATE = 0.08;
const MEMORY = 0.9;
const SQUARE_MEMORY = 0.99;

/**
 * Fits the weights of a logistic regression with L2 penalties by Adam on the whole set; the base
 * is the last weight and free of the penalty. The same problem gives the same weights.
 */
export function fitLogistic(problem: LogisticProblem): Float64Array {
  const { width, penalty } = problem;
  const theta = new Float64Array(width + 1);
  const mean = new Float64Array(width + 1);
  const square = new Float64Array(width + 1);
  const total = problem.weights.reduce((a, b) => a + b, 0);
  const scale = problem.labels.length / total;
  for (let step = 1; step <= STEPS; step++) {
    const slope = gradient(problem, theta, scale);
    const rate = (RATE * Math.sqrt(1 - SQUARE_MEMORY ** step)) / (1 - MEMORY ** step);
    const slower = rate * (1 - step / (STEPS + 1));
    for (let at = 0; at <= width; at++) {
      const own = (slope[at] as number) + (at < width ? penalty * (theta[at] as number) : 0);
      mean[at] = MEMORY * (mean[at] as number) + (1 - MEMORY) * own;
      square[at] = SQUARE_MEMORY * (square[at] as number) + (1 - SQUARE_MEMORY) * own * own;
      const move = (slower * (mean[at] as number)) / (Math.sqrt(square[at] as number) + 1e-8);
      theta[at] = (theta[at] as number) - move;
    }
  }
  return theta;
}

function gradient(problem: LogisticProblem, theta: Float64Array, scale: number): Float64Array {
  const { columns, rows, labels, weights, width } = problem;
  const slope = new Float64Array(width + 1);
  for (let row = 0; row < labels.length; row++) {
    const from = rows[row] as number;
    const to = rows[row + 1] as number;
    let sum = theta[width] as number;
    for (let at = from; at < to; at++) sum += theta[columns[at] as number] as number;
    const chance = 1 / (1 + Math.exp(-sum));
    const error = (chance - (labels[row] as number)) * (weights[row] as number) * scale;
    for (let at = from; at < to; at++) {
      const column = columns[at] as number;
      slope[column] = (slope[column] as number) + error;
    }
    slope[width] = (slope[width] as number) + error;
  }
  pullTogether(problem, theta, slope);
  return slope;
}

function pullTogether(
  { pairs, smoothness }: LogisticProblem,
  theta: Float64Array,
  slope: Float64Array,
): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const [left, right] = [pairs[at] as number, pairs[at + 1] as number];
    const pull = smoothness * ((theta[left] as number) - (theta[right] as number));
    slope[left] = (slope[left] as number) + pull;
    slope[right] = (slope[right] as number) - pull;
  }
}
