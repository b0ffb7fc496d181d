import { playRow } from '../no-false-green/play-row.ts'
import { ownChecks } from './checks.ts'
import { type Evaluated, evaluate } from './evaluate.ts'
import { type Case, suiteOf } from './generate.ts'
import { createPanel } from './panel.ts'
import { type Doings, rowOf } from './stage.ts'

/** A case where the product gives a verdict that the docs do not allow. */
export interface Difference {
  suite: string
  doings: Doings
  product: string
  told: string
  evaluated: Evaluated
}

/** The result of one case on both sides. */
export interface Compared {
  evaluated: Evaluated
  difference: Difference | null
}

/** Plays a case in the product and in the evaluator. */
export async function compare(one: Case): Promise<Compared> {
  const { doings } = one
  const suite = suiteOf(one)
  const evaluated = evaluate(suite, doings)
  const { verdict, told } = await playRow({ ...rowOf(suite, doings), judges: createPanel(), checks: ownChecks }).catch(
    (error: Error) => ({
      verdict: 'threw',
      told: error.stack ?? String(error),
    }),
  )
  const allowed = (evaluated.verdicts as ReadonlySet<string>).has(verdict)
  return { evaluated, difference: allowed ? null : { suite, doings, product: verdict, told, evaluated } }
}

/** Shrinks a case by removing part after part while it still shows the same two verdicts. */
export async function minimise(
  one: Case,
  difference: Difference,
  rounds = 400,
): Promise<{ one: Case; difference: Difference }> {
  let best = { one, difference }
  let budget = rounds
  for (let again = true; again && budget > 0; ) {
    again = false
    for (const smaller of smallerOnes(best.one)) {
      budget -= 1
      if (budget <= 0) break
      const outcome = await tryCompare(smaller)
      if (outcome === null || outcome.product !== difference.product || !isSame(outcome, difference)) continue
      best = { one: smaller, difference: outcome }
      again = true
      break
    }
  }
  return best
}

const isSame = (one: Difference, other: Difference): boolean =>
  [...one.evaluated.verdicts].sort().join() === [...other.evaluated.verdicts].sort().join()

async function tryCompare(one: Case): Promise<Difference | null> {
  try {
    return (await compare(one)).difference
  } catch {
    return null
  }
}

/** Every case with one part removed, largest parts first. */
function* smallerOnes({ tree, doings }: Case): Generator<Case> {
  const paths = [...pathsOf(tree, ['tree']), ...pathsOf(doings, ['doings'])].sort(
    (one, other) => one.length - other.length,
  )
  for (const path of paths) {
    const copy = structuredCloneOf({ tree, doings })
    if (remove(copy, path)) yield copy as unknown as Case
  }
}

function* pathsOf(value: unknown, path: string[]): Generator<string[]> {
  if (typeof value !== 'object' || value === null || 'source' in value) return
  for (const [name, each] of Object.entries(value)) {
    yield [...path, name]
    yield* pathsOf(each, [...path, name])
  }
}

/** A copy that keeps each number as it was written. */
function structuredCloneOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null || 'source' in value) return value
  if (Array.isArray(value)) return value.map(structuredCloneOf) as T
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, structuredCloneOf(each)])) as T
}

function remove(root: Record<string, unknown>, path: readonly string[]): boolean {
  const members = [
    'type',
    'role',
    'name',
    'call_id',
    'arguments',
    'output',
    'content',
    'text',
    'agentDetails',
    'version',
  ]
  if (path[0] === 'doings' && members.includes(path.at(-1) ?? '')) return false
  const fixedPaths = [
    'tree.suite',
    'tree.agent',
    'tree.conversations',
    'tree.conversations.0.name',
    'tree.conversations.0.turns',
  ]
  const last = path.at(-1) ?? ''
  if (fixedPaths.includes(path.join('.')) || (path[0] === 'doings' && path.length === 2)) return false
  const holder = path.slice(0, -1).reduce<unknown>((here, name) => (here as Record<string, unknown>)[name], root)
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Record<string, unknown>)[last]
  const empty = path[0] === 'tree' && Object.keys(holder as object).length === 0
  return empty ? remove(root, path.slice(0, -1)) : true
}

/** Describes a difference, with everything needed to reproduce it. */
export function describeDifference(seed: number, { suite, doings, product, told, evaluated }: Difference): string {
  return [
    `seed ${seed}: the product says ${product}, the docs allow ${[...evaluated.verdicts].join(' or ')}`,
    suite,
    `acts: ${JSON.stringify(doings.acts)}`,
    `session: ${JSON.stringify(doings.session)} refusals: ${JSON.stringify(doings.refusals)} edits: ${JSON.stringify(doings.edits)}`,
    `hidden: ${JSON.stringify(doings.hidden)}`,
    `the product tells: ${told}`,
    `the evaluator: ${evaluated.why.join('; ')}`,
  ].join('\n')
}
