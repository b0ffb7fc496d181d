import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isBlank } from '../../base/characters.ts'
import { hideKey } from '../../base/secret-keys.ts'
import type { CarriedOut } from '../../engine/verdict/perform-conversation.ts'
import { decodeLine, encodeLine } from '../../records/journal/record.ts'
import { givenOf, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import { isLoopback } from '../../wire/client/loopback.ts'
import type { JudgeMark } from '../project/mark-judges.ts'
import type { RunSettled } from '../project/settings.ts'

/** What of the settings of a run its workers need. Keys and paths stay at home. */
const carriedSettings = [
  'target',
  'workflowTarget',
  'frozenAt',
  'prices',
  'judges',
  'timeLimitMs',
  'redact',
  'reconcile',
  'safety',
] as const

/** What a run carries to its workers. */
export interface Bundle {
  settings: Pick<RunSettled, (typeof carriedSettings)[number]>
  /** Whether the functions of published agents are asked for. */
  functions: boolean
  /** The time budget of the run, and when it began, by `Date.now()`; null without one. */
  time: { ms: number; began: number } | null
}

/** Takes from settings what travels. */
export function bundleOf(settled: RunSettled, functions: boolean): Bundle {
  const settings = Object.fromEntries(carriedSettings.map((name) => [name, settled[name]])) as Bundle['settings']
  const { timeMs } = settled.budgets
  return {
    // What files say of judges travels with the plans, and answers are kept where all workers see them.
    settings: { ...settings, judges: { ...settings.judges, licences: '', cache: false } },
    functions,
    time: timeMs === null ? null : { ms: timeMs, began: Date.now() },
  }
}

/** Packs a value for Redis. */
export function pack(value: unknown): string {
  return deflateRawSync(JSON.stringify(value), { level: 1 }).toString('base64')
}

/** @throws Error for what nobody packed */
export function unpack<T>(text: string): T {
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: 500_000_000 }).toString('utf8')) as T
}

/** A plan as data, without values of the environment: a worker has its own. */
interface CarriedPlan {
  plan: Omit<Plan, 'relaxed'> & { relaxed: string[] }
  /** Variables of the environment that it uses. */
  environment: string[]
  /** Who judges its criteria, and what that counts for by the files of the project. */
  marks: JudgeMark[]
}

/** Packs a plan. */
export function packPlan(plan: Plan, marks: JudgeMark[] = []): string {
  const given = givenOf(plan)
  const environment = Object.keys(given).flatMap((name) => (name.startsWith('env.') ? [name.slice(4)] : []))
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('env.')))
  const bare = environment.length === 0 ? plan : refillPlan(plan, rest)
  return pack({ plan: { ...bare, relaxed: [...bare.relaxed] }, environment, marks } satisfies CarriedPlan)
}

/** The plan again, with values of this environment; or the variables that it lacks. */
export function unpackPlan(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): { plan: Plan; marks: JudgeMark[] } | { missing: string[] } {
  const { plan: carried, environment, marks } = unpack<CarriedPlan>(text)
  const plan = { ...carried, relaxed: new Set(carried.relaxed) } as Plan
  if (environment.length === 0) return { plan, marks }
  const missing = environment.filter((name) => isBlank(values[name] ?? ''))
  if (missing.length > 0) return { missing }
  const own = Object.fromEntries(environment.map((name) => [`env.${name}`, values[name] ?? '']))
  return { plan: refillPlan(plan, { ...givenOf(plan), ...own }), marks }
}

/** A result as a line of a journal, packed. */
export function packResult(carried: CarriedOut): string {
  return deflateRawSync(encodeLine(carried), { level: 1 }).toString('base64')
}

/** The result again; null for a line that was damaged. */
export function unpackResult(text: string): CarriedOut | null {
  try {
    const line = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: 500_000_000 })
    return (decodeLine(line.subarray(0, -1)) as unknown as CarriedOut | undefined) ?? null
  } catch {
    return null
  }
}

/** Signs what is carried, with what whoever can write to the Redis does not know; '' where there is no key. */
export function sign(environment: NodeJS.ProcessEnv, ...parts: readonly string[]): string {
  const key = environment.TABLEREAD_QUEUE_KEY ?? environment.TABLEREAD_API_KEY ?? ''
  if (key === '') return ''
  hideKey(key)
  return createHmac('sha256', key)
    .update(parts.map((part) => `${part.length}:${part}`).join(''))
    .digest('hex')
}

/** Whether the signature is that of somebody with the same key. */
export function isSigned(signature: string, environment: NodeJS.ProcessEnv, ...parts: readonly string[]): boolean {
  const own = Buffer.from(sign(environment, ...parts))
  const given = Buffer.from(signature)
  return own.length > 0 && own.length === given.length && timingSafeEqual(own, given)
}

/** Whether anybody may ask for this: nothing is sent but to the local service of the worker itself. */
export function isHarmless({ settings: { target, workflowTarget, judges } }: Bundle): boolean {
  return target === null && workflowTarget === null && Object.keys(judges.models).length === 0 && judges.by.length === 0
}

/** Whether a service is on this machine; without one each worker has a local service of its own. */
export function isLocal(target: string | null): boolean {
  return target === null || isLoopback(new URL(target).hostname)
}
