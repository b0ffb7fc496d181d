import { concludeLaw, sendTraffic, watchLaws } from './check-laws.ts'
import { checkRequestRule, checkScenario } from './check-rule.ts'
import { requestChecks } from './checks/request-checks.ts'
import { checkCommands, readCommandPath } from './commands/check-commands.ts'
import { commandRules } from './commands/command-rules.ts'
import type { ContractReport, RuleResult } from './contract-report.ts'
import { allLaws } from './laws/all-laws.ts'
import { allRules } from './rules/all-rules.ts'
import type { PropertySettings } from './rules/run-property.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import { openWorld } from './world/open-world.ts'
import type { ContractExchange } from './world/outcome.ts'
import { emptySeen, type Findings, type Rule } from './world/rule.ts'
import type { Subject, World } from './world/world.ts'

/** How to check a contract. */
export interface ContractSettings {
  /** Only these rules, by id. Default: all. */
  rules?: readonly string[]
  /** The seed for drawing requests; the same seed draws the same ones. */
  seed: number
  /** How many requests are drawn for a rule. Default: 100. */
  runs?: number
  /** Starts at one case, as named by a counterexample; only for a single rule. */
  path?: string
  /** Called after each rule. */
  onProgress?: (result: RuleResult, done: number, total: number) => void
  signal?: AbortSignal
}

/** A rule about several exchanges gets one try for every so many requests of a rule about a single request. */
const requestsPerScenario = 5

/**
 * Checks the rules of the interface against a service, one property per rule.
 * @throws TransportError when the service cannot be reached
 */
export async function checkContract(subject: Subject, settings: ContractSettings): Promise<ContractReport> {
  const { seed, runs = 100, path = null, onProgress, signal } = settings
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const rules = allRules.filter(({ id }) => settings.rules?.includes(id) ?? true)
  const laws = watchLaws(
    Object.fromEntries(Object.entries(allLaws).filter(([id]) => rules.some((rule) => rule.id === id))),
  )
  let [sent, blocked] = [0, 0]
  const watch = (exchange: ContractExchange): void => {
    sent += 1
    laws.watch(exchange)
  }
  const property: PropertySettings = { seed, runs, path, cautious: subject.reach !== 'everything' }
  const results: RuleResult[] = []
  const open = (): Promise<World> => openWorld(subject, watch)

  const check = async (rule: Rule): Promise<Findings> => {
    const unseen = unseenRules[rule.id]
    if (unseen !== undefined) return emptySeen(unseen)
    const law = allLaws[rule.id]
    const scenario = allScenarios[rule.id]
    const found: Findings[] = []
    const fewer = { ...property, runs: Math.max(1, Math.ceil(runs / requestsPerScenario)) }
    const commanded = path !== null && readCommandPath(path) !== null
    if (commanded) return checkCommands(rule, { subject, sessions: [], watch }, fewer)
    if (Object.hasOwn(requestChecks, rule.id)) {
      found.push(await checkRequestRule(rule, await open(), property))
    }
    // the first violation is enough, and after a tripwire nothing more may be sent
    if (found.some(({ failure }) => failure !== null)) return mergeFindings(found)
    if (scenario !== undefined) {
      found.push(await checkScenario(rule, scenario, { subject, sessions: [], watch }, fewer))
    }
    if (path === null && commandRules.includes(rule.id) && found.every(({ failure }) => failure === null))
      found.push(await checkCommands(rule, { subject, sessions: [], watch }, fewer))
    if (law !== undefined) found.push(await concludeLaw(rule, law, laws, open, property))
    return mergeFindings(found)
  }

  // the laws come last, so that they see every answer before
  const ordered = [...rules.filter(({ id }) => !isLawAlone(id)), ...rules.filter(({ id }) => isLawAlone(id))]
  let trafficSent = false
  for (const rule of ordered) {
    if (signal?.aborted === true) break
    const start = performance.now()
    if (Object.hasOwn(allLaws, rule.id) && !trafficSent) {
      trafficSent = true
      await sendTraffic(await open(), { ...property, path: null })
    }
    const findings = await check(rule)
    blocked += findings.blocked
    const result = concludeRule(rule, findings, seed, performance.now() - start)
    results.push(result)
    onProgress?.(result, results.length, ordered.length)
  }
  const order = new Map(allRules.map(({ id }, index) => [id, index]))
  results.sort((a, b) => (order.get(a.rule.id) ?? 0) - (order.get(b.rule.id) ?? 0))
  const timeMs = performance.now() - began
  const { name, hosts } = subject
  return { subject: name, seed, runs, results, sent, blocked, timeMs, startedAt, total: ordered.length, hosts }
}

function isLawAlone(id: string): boolean {
  return Object.hasOwn(allLaws, id) && !Object.hasOwn(requestChecks, id) && !Object.hasOwn(allScenarios, id)
}

/** Combines the findings on a rule that is checked in several ways: the first failure counts. */
function mergeFindings(all: readonly Findings[]): Findings {
  if (all.length === 0) return emptySeen('nothing checks it yet')
  const ran = all.filter(({ runs }) => runs > 0)
  return {
    runs: ran.reduce((sum, { runs }) => sum + runs, 0),
    blocked: all.reduce((sum, each) => sum + each.blocked, 0),
    seen: Object.assign({}, ...all.map(({ seen }) => seen)),
    outside: all.reduce((sum, { outside }) => sum + outside, 0),
    odd: all.find(({ odd }) => odd !== null)?.odd ?? null,
    reason: ran.length > 0 ? null : (all[0]?.reason ?? null),
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
  }
}

/** Turns the findings on a rule into its line of the report. A rule that was not run never counts as held. */
function concludeRule(rule: Rule, found: Findings, seed: number, timeMs: number): RuleResult {
  const { runs, seen, outside, odd, failure, reason } = found
  return {
    rule,
    outcome: outcomeOf(rule, found),
    runs,
    seen,
    outside,
    odd,
    counterexample:
      failure === null
        ? null
        : {
            finding: failure.finding,
            request: failure.request,
            broken: failure.broken,
            drawn: failure.drawn,
            repeats: failure.repeats,
            shrinks: failure.shrinks,
          },
    reason: failure === null ? reason : null,
    seed,
    path: failure === null || failure.path === '' ? null : failure.path,
    timeMs,
  }
}

function outcomeOf({ level }: Rule, { runs, failure, reason }: Findings): RuleResult['outcome'] {
  if (failure !== null) return 'violated'
  if (reason !== null || runs === 0) return 'not run'
  return level === 'must' ? 'held' : 'recorded'
}

const client = 'it is a duty of the client, not of the service'
const silent = 'the interface says that this is not shown, and no request tells'

/** Rules that cannot be checked from outside, each with the reason. */
export const unseenRules: Readonly<Record<string, string>> = {
  'ENV-05': 'any answer is allowed; the law of the envelope reads it',
  'ENV-06': 'any member beside the envelope is allowed; readers keep it',
  'ENV-07': 'no wording is promised',
  'ENV-18': 'a service cannot be made to limit requests without harm',
  'ENV-21': client,
  'HST-06': client,
  'AUT-19': 'a key in a query would be written into logs; it is never sent there',
  'AUT-20': 'no operation revokes a key',
  'SES-06': 'the transport sends no body with a GET',
  'SES-08': 'no link between callId and sessionId is stated',
  'SES-17': 'transitions are not shown; statuses are read by SES-15',
  'SES-18': 'which of two statuses ends a call is recorded in sessions that the laws read',
  'SES-19': silent,
  'SES-22': 'no order of the two is stated',
  'SES-27': silent,
  'SES-29': 'its content depends on the agent',
  'SES-31': 'the lifetime of links is not shown',
  'TRN-20': 'the two sets of names are never linked in writing',
  'TRN-21': silent,
  'TRN-22': 'no relation is stated',
  'TRN-23': silent,
  'TRN-25': 'it depends on the model of the agent',
  'TRN-26': 'any further member is allowed; readers keep it',
  'CNT-09': silent,
  'CHA-46': 'what tools do cannot be seen in the interface; safe mode asks for harmless agents',
  'CHA-47': 'no time is promised',
  'DSP-33': 'no operation makes a channel',
  'EMO-06': silent,
  'SCH-20': 'the operation is not shown',
  'SCH-21': 'no bound is stated',
  'CAL-16': silent,
  'QUE-06': silent,
  'QUE-07': 'the name of the member is not shown',
  'EXP-02': silent,
  'EXP-04': silent,
  'WFC-08': 'the answer holds no id',
  'DEL-05': silent,
  'DEL-07': silent,
  'DEL-09': client,
  'BLU-13': 'no link between agentId and agentName is stated',
  'BLU-14': 'both spellings are shown; BLU-09 reads the type',
  'BLU-15': 'the values are not shown',
  'BLU-16': 'neither paging nor order is stated',
  'SUB-03': silent,
  'SUB-05': silent,
  'SUB-06': 'no grammar of names is stated',
  'SUB-07': silent,
  'SUB-08': silent,
  'EVT-01': 'no event is described',
}
