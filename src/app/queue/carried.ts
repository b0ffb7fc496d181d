import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { isBlank } from '../../base/text/characters.ts'
import type { PerformedConversation } from '../../engine/perform/perform.ts'
import { givenOf, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import type { JudgeMark } from '../open/mark-judges.ts'
import type { Bundle } from './bundle.ts'
import type { ConversationAt } from './run-keys.ts'
import { markValue, type Seal, sealOf } from './seal.ts'

type Within = Pick<ConversationAt, 'epoch' | 'key'>

export function sealBundle(bundle: Bundle, seal: Seal): string {
  return seal.close(['bundle'], bundle)
}

/** A run's bundle and its seal, opened with this key or the empty key; null if neither opens it. */
export function openBundle(text: string, run: string, key: string): { bundle: Bundle; seal: Seal } | null {
  for (const seal of [sealOf(run, key), sealOf(run, '')]) {
    const bundle = seal.open(['bundle'], text)
    if (bundle !== undefined) return { bundle: bundle as Bundle, seal }
  }
  return null
}

/** A plan as data, without environment values: a worker has its own. */
interface CarriedPlan {
  plan: Omit<Plan, 'relaxed'> & { relaxed: string[] }
  repeatable: boolean
  /** The environment variables that the plan uses, with a mark of each value to check that the worker's is the same. */
  environment: { name: string; mark: string }[]
  /** Who judges its criteria, and what that counts for by the project's files. */
  marks: JudgeMark[]
}

export interface ToCarryOut {
  plan: Plan
  repeatable: boolean
  marks: JudgeMark[]
}

export function sealPlan(
  plan: Plan,
  { repeatable, marks = [] }: { repeatable: boolean; marks?: JudgeMark[] },
  { epoch, key }: Within,
  seal: Seal,
  queueKey: string,
): string {
  const values = givenOf(plan)
  const environment = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('env.') ? [{ name: name.slice(4), mark: markValue(queueKey, name.slice(4), String(value)) }] : [],
  )
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('env.')))
  const bare = environment.length === 0 ? plan : refillPlan(plan, rest)
  const carried: CarriedPlan = { plan: { ...bare, relaxed: [...bare.relaxed] }, repeatable, environment, marks }
  return seal.close(['plan', epoch, key], carried)
}

/** Null if the text is not this plan. Otherwise the variables that are missing, differ, or are withheld for no key. */
export function openPlan(
  text: unknown,
  { epoch, key }: Within,
  seal: Seal,
  queueKey: string,
  values: NodeJS.ProcessEnv,
): ToCarryOut | { missing: string[] } | { differing: string[] } | { withheld: string[] } | null {
  const content = typeof text === 'string' ? seal.open(['plan', epoch, key], text) : undefined
  if (content === undefined) return null
  const { plan: carried, repeatable, environment, marks } = content as CarriedPlan
  const plan = { ...carried, relaxed: new Set(carried.relaxed) } as Plan
  const names = environment.map(({ name }) => name)
  if (names.length === 0) return { plan, repeatable, marks }
  if (!seal.isSecret) return { withheld: names }
  const missing = names.filter((name) => isBlank(values[name] ?? ''))
  if (missing.length > 0) return { missing }
  const differing = environment.filter(({ name, mark }) => mark !== markValue(queueKey, name, values[name] ?? ''))
  if (differing.length > 0) return { differing: differing.map(({ name }) => name) }
  const own = Object.fromEntries(names.map((name) => [`env.${name}`, values[name] ?? '']))
  return { plan: refillPlan(plan, { ...givenOf(plan), ...own }), repeatable, marks }
}

/** Seals a result under the lease that produced it. */
export function sealResult(carried: PerformedConversation, { epoch, key }: Within, token: string, seal: Seal): string {
  return seal.close(['result', epoch, key, token], redactKeysIn(carried))
}

/** In any of these epochs; null if damaged, or of another conversation or lease. */
export function openResult(
  text: string,
  { epochs, key }: { epochs: Iterable<string>; key: string },
  token: string,
  seal: Seal,
): PerformedConversation | null {
  for (const epoch of epochs) {
    const carried = seal.open(['result', epoch, key, token], text)
    if (carried !== undefined) return carried as PerformedConversation
  }
  return null
}
