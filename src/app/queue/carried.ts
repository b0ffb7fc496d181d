import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isBlank } from '../../base/characters.ts'
import type { CarriedOut } from '../../engine/verdict/perform-conversation.ts'
import { decodeLine, encodeLine } from '../../records/journal/record.ts'
import { givenOf, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import type { JudgeMark } from '../project/mark-judges.ts'
import { type Seal, sign } from './seal.ts'

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
  /** Variables of the environment that it uses, and the signature of each value: '' where there is no key. */
  environment: { name: string; signature: string }[]
  /** Who judges its criteria, and what that counts for by the files of the project. */
  marks: JudgeMark[]
}

/** Packs a plan. */
export function packPlan(plan: Plan, marks: JudgeMark[], own: NodeJS.ProcessEnv): string {
  const given = givenOf(plan)
  const environment = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith('env.') ? [{ name: name.slice(4), signature: signValue(own, name.slice(4), value) }] : [],
  )
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('env.')))
  const bare = environment.length === 0 ? plan : refillPlan(plan, rest)
  return pack({ plan: { ...bare, relaxed: [...bare.relaxed] }, environment, marks } satisfies CarriedPlan)
}

/** Seals a packed plan for its conversation. */
export function sealPlan(packed: string, key: string, seal: Seal): string {
  return seal.close(`plan ${key}`, Buffer.from(packed, 'base64'))
}

/** The packed plan again; null for what is none of this conversation. */
export function openPlan(sealed: string, key: string, seal: Seal): string | null {
  return seal.open(`plan ${key}`, sealed)?.toString('base64') ?? null
}

function signValue(environment: NodeJS.ProcessEnv, name: string, value: unknown): string {
  return sign(environment, 'value', name, String(value))
}

/**
 * The plan again, with values of this environment; or the variables that it lacks, or whose values are others than those of the
 * run. Without a key in common the latter cannot be told.
 */
export function unpackPlan(
  text: string,
  values: NodeJS.ProcessEnv,
  { comparesValues }: { comparesValues: boolean },
): { plan: Plan; marks: JudgeMark[] } | { missing: string[] } | { differing: string[] } {
  const { plan: carried, environment, marks } = unpack<CarriedPlan>(text)
  const plan = { ...carried, relaxed: new Set(carried.relaxed) } as Plan
  if (environment.length === 0) return { plan, marks }
  const missing = environment.flatMap(({ name }) => (isBlank(values[name] ?? '') ? [name] : []))
  if (missing.length > 0) return { missing }
  const differing = environment.filter(({ name, signature }) => signature !== signValue(values, name, values[name]))
  if (comparesValues && differing.length > 0) return { differing: differing.map(({ name }) => name) }
  const own = Object.fromEntries(environment.map(({ name }) => [`env.${name}`, values[name] ?? '']))
  return { plan: refillPlan(plan, { ...givenOf(plan), ...own }), marks }
}

/** A result as a line of a journal, packed and sealed. */
export function packResult(carried: CarriedOut, key: string, seal: Seal): string {
  return seal.close(resultName(key), deflateRawSync(encodeLine(carried), { level: 1 }))
}

/** The result of a conversation again; null for a line that was damaged, or that is of another conversation. */
export function unpackResult(text: string, key: string, seal: Seal): CarriedOut | null {
  try {
    const packed = seal.open(resultName(key), text)
    if (packed === null) return null
    const line = inflateRawSync(packed, { maxOutputLength: 500_000_000 })
    return (decodeLine(line.subarray(0, -1)) as unknown as CarriedOut | undefined) ?? null
  } catch {
    return null
  }
}

function resultName(key: string): string {
  return `result ${key}`
}
