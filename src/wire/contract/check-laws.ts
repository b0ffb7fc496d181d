import fc from 'fast-check'
import type { ContractLaws, Law } from './laws/law.ts'
import type { BaseName } from './requests/valid-requests.ts'
import { drawTraffic } from './rules/draw-request.ts'
import { stopAtTripwire } from './rules/oracle.ts'
import { type PropertySettings, runProperty } from './rules/run-property.ts'
import type { ContractExchange } from './world/outcome.ts'
import { performExchange } from './world/perform-exchange.ts'
import { type Findings, type Rule, ViolationError } from './world/rule.ts'
import type { World } from './world/world.ts'

const bases: BaseName[] = [
  'session',
  'inline',
  'waSay',
  'waTemplate',
  'webPrompt',
  'emailSay',
  'call',
  'workflow',
  'delete',
  'blueprints',
  'node',
]

/**
 * Sends traffic of every operation and checks one law on the answers; the counterexample is the smallest
 * request whose answer breaks it.
 */
async function searchLaw(id: string, law: Law, world: World, settings: PropertySettings): Promise<Findings['failure']> {
  const traffic = bases.flatMap((base) => drawTraffic(base, world) ?? [])
  const one = watchLaws({ [id]: law })
  const { failure } = await runProperty(
    fc.oneof(...traffic),
    async (request) => {
      const exchange = await performExchange(world, request)
      if (settings.cautious) stopAtTripwire(exchange, world)
      const [broken] = one.look(exchange)
      if (broken !== undefined) throw new ViolationError(broken.finding, request)
    },
    settings,
  )
  if (failure === null) return null
  return { ...failure, finding: failure.error.message, request: failure.value, broken: [], drawn: null }
}

/** Sends traffic of every operation, so that the laws have answers to check. */
export async function sendTraffic(world: World, settings: PropertySettings): Promise<void> {
  for (const base of bases) {
    const traffic = drawTraffic(base, world)
    if (traffic === null) continue
    await runProperty(
      traffic,
      async (request) => {
        const exchange = await performExchange(world, request)
        if (settings.cautious) stopAtTripwire(exchange, world)
      },
      settings,
    )
  }
}

/** The result of one law in the whole run. For a broken one, searches the smallest counterexample. */
export async function concludeLaw(
  rule: Rule,
  law: Law,
  watch: LawWatch,
  open: () => Promise<World>,
  settings: PropertySettings,
): Promise<Findings> {
  const { held, broken, first } = watch.recordOf(rule.id)
  const seen = { ...held, ...(broken > 0 ? { broken } : {}) }
  const runs = Object.values(seen).reduce((sum, count) => sum + count, 0)
  const reason = runs === 0 ? 'no answer held the part that it speaks of' : null
  const found = { runs, blocked: 0, seen, outside: broken, odd: first?.exchange.request ?? null, reason, failure: null }
  if (first === null) return found
  if (rule.level !== 'must') return found
  const failure = (await searchLaw(rule.id, law, await open(), settings)) ?? {
    finding: first.finding,
    request: first.exchange.request,
    broken: [],
    drawn: null,
    path: '',
    shrinks: 0,
    repeats: false,
  }
  return { ...found, failure }
}

/** The record of one law. */
interface LawRecord {
  /** How often it held, by reading. */
  held: Record<string, number>
  broken: number
  /** The first answer that broke it. */
  first: { exchange: ContractExchange; finding: string } | null
}

/** Checks laws on every answer of a run and keeps count. */
interface LawWatch {
  watch(exchange: ContractExchange): void
  /** The laws that an answer breaks. */
  look(exchange: ContractExchange): { id: string; finding: string }[]
  recordOf(id: string): LawRecord
}

export function watchLaws(laws: ContractLaws): LawWatch {
  const records = new Map(
    Object.keys(laws).map((id): [string, LawRecord] => [id, { held: {}, broken: 0, first: null }]),
  )
  const recordOf = (id: string): LawRecord => records.get(id) ?? { held: {}, broken: 0, first: null }
  return {
    watch(exchange) {
      for (const [id, law] of Object.entries(laws)) note(recordOf(id), law, exchange)
    },
    look: (exchange) =>
      Object.entries(laws).flatMap(([id, law]) => {
        const look = law(exchange)
        return typeof look === 'object' && 'broken' in look ? [{ id, finding: look.broken }] : []
      }),
    recordOf,
  }
}

function note(record: LawRecord, law: Law, exchange: ContractExchange): void {
  const look = law(exchange)
  if (look === 'absent') return
  if (typeof look === 'object' && 'broken' in look) {
    record.broken += 1
    record.first ??= { exchange, finding: look.broken }
    return
  }
  const reading = look === 'held' ? look : look.reading
  record.held[reading] = (record.held[reading] ?? 0) + 1
}
