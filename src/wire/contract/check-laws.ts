import fc from 'fast-check'
import type { ContractLaws, Law, Look } from './laws/law.ts'
import type { BaseName } from './requests/valid-requests.ts'
import { drawTraffic } from './rules/draw-request.ts'
import { stopAtTripwire } from './rules/oracle.ts'
import { findingsOf, type PropertySettings, runProperty } from './rules/run-property.ts'
import type { ContractRequest } from './world/contract-request.ts'
import type { ContractExchange } from './world/outcome.ts'
import { performExchange } from './world/perform-exchange.ts'
import { countOutcome, type Findings, type Rule, ViolationError } from './world/rule.ts'
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

/** Sends a request of the traffic, and ends everything if a subject with people behind it takes what it must not. */
async function sendTo(world: World, request: ContractRequest, cautious: boolean): Promise<ContractExchange> {
  const exchange = await performExchange(world, request)
  if (cautious) stopAtTripwire(exchange, world)
  return exchange
}

/** Checks one law on answers of every operation, down to the smallest request whose answer breaks it. */
async function searchLaw(law: Law, world: World, settings: PropertySettings): Promise<Findings['failure']> {
  const traffic = bases.flatMap((base) => drawTraffic(base, world) ?? [])
  const result = await runProperty(
    fc.oneof(...traffic),
    async (request) => {
      const look = law(await sendTo(world, request, settings.cautious))
      if (isBroken(look)) throw new ViolationError(look.broken, request)
    },
    settings,
  )
  return findingsOf(result, { seen: {}, outside: 0, odd: null }, null, ({ value }) => ({ request: value })).failure
}

/** Sends traffic of every operation, so that the laws have answers to check. */
export async function sendTraffic(world: World, settings: PropertySettings): Promise<void> {
  for (const base of bases) {
    const traffic = drawTraffic(base, world)
    if (traffic === null) continue
    await runProperty(traffic, async (request) => void (await sendTo(world, request, settings.cautious)), settings)
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
  const counts = { ...held, ...(broken > 0 ? { broken } : {}) }
  const runs = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const reason = runs === 0 ? 'no answer held the part that it speaks of' : null
  const findings = {
    runs,
    blocked: 0,
    seen: counts,
    outside: broken,
    odd: first?.exchange.request ?? null,
    reason,
    failure: null,
  }
  if (first === null || rule.level !== 'must') return findings
  const failure = (await searchLaw(law, await open(), settings)) ?? {
    finding: first.finding,
    request: first.exchange.request,
    broken: [],
    drawn: null,
    path: '',
    shrinks: 0,
    repeats: false,
  }
  return { ...findings, failure }
}

interface LawRecord {
  /** How often it held, by reading. */
  held: Record<string, number>
  broken: number
  /** The first answer that broke it. */
  first: { exchange: ContractExchange; finding: string } | null
}

interface LawWatch {
  watch(exchange: ContractExchange): void
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
    recordOf,
  }
}

function note(record: LawRecord, law: Law, exchange: ContractExchange): void {
  const look = law(exchange)
  if (look === 'absent') return
  if (isBroken(look)) {
    record.broken += 1
    record.first ??= { exchange, finding: look.broken }
  } else countOutcome({ seen: record.held }, look === 'held' ? look : look.reading)
}

function isBroken(look: Look): look is { broken: string } {
  return typeof look === 'object' && 'broken' in look
}
