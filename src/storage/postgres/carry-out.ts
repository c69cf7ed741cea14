import type { OperationPlan } from "../operation-plan.ts";
import type { AtomicOutcome } from "../records.ts";
import { conflictIn, sumNotFinite } from "../refusals.ts";
import { isStorageError } from "../storage-error.ts";
import { hasState, sqlStates } from "../../pg/index.ts";
import { insertedRows, readRows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Sql } from "./sql.ts";
import { insertStatement, takeStatement } from "./statements.ts";
import type { Work } from "./transaction.ts";
import { updateStatement } from "./update-statement.ts";

/** Where operations are carried out. */
interface Target {
  readonly session: Session;
  readonly schema: string;
}

/**
 * Carries out one operation and gives its rows.
 * @throws StorageError `CONFLICT`, `INVALID_VALUE`; what the driver throws
 */
export async function carryOut(target: Target, plan: OperationPlan): Promise<object[]> {
  const { shape } = plan;
  if (plan.kind === "insert" && plan.rows.length === 0) return [];
  try {
    const { rows } = await target.session.query(statementOf(target.schema, plan));
    return plan.kind === "insert" ? insertedRows(shape, plan.rows) : readRows(shape, rows);
  } catch (error) {
    if (hasState(error, sqlStates.uniqueViolation)) throw conflictIn(shape);
    // Only an addition can leave the range of numbers.
    throw hasState(error, sqlStates.numberOutOfRange) ? sumNotFinite(shape) : error;
  }
}

/** Carries out operations in order, up to the first that does not hold. */
export async function carryOutAll(
  target: Target,
  plans: readonly OperationPlan[],
): Promise<Work<AtomicOutcome>> {
  const rows: object[][] = [];
  for (const [operation, plan] of plans.entries()) {
    const done = await unlessConflict(carryOut(target, plan));
    if (done === undefined) return refused(operation, "conflict");
    if (plan.kind !== "insert" && plan.expect !== undefined && plan.expect !== done.length) {
      return refused(operation, "unexpected");
    }
    rows.push(done);
  }
  return { keep: true, result: { applied: true, rows } };
}

async function unlessConflict(work: Promise<object[]>): Promise<object[] | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isStorageError(error, "CONFLICT")) return undefined;
    throw error;
  }
}

function refused(operation: number, reason: "conflict" | "unexpected"): Work<AtomicOutcome> {
  return { keep: false, result: { applied: false, operation, reason } };
}

function statementOf(schema: string, plan: OperationPlan): Sql {
  const place = { schema, shape: plan.shape };
  if (plan.kind === "insert") return insertStatement(place, plan.rows);
  return plan.kind === "update"
    ? updateStatement(place, plan.plan)
    : takeStatement(place, plan.plan);
}
