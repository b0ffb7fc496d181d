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

/** Checks a service by one property per rule. @throws TransportError when it cannot be reached */
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
    const why = unseenRules[rule.id]
    if (why !== undefined) return emptySeen(why)
    const law = allLaws[rule.id]
    const scenario = allScenarios[rule.id]
    const findings: Findings[] = []
    const fewer = { ...property, runs: Math.max(1, Math.ceil(runs / requestsPerScenario)) }
    const bare: World = { subject, sessions: [], watch }
    if (path !== null && readCommandPath(path) !== null) return checkCommands(rule, bare, fewer)
    if (Object.hasOwn(requestChecks, rule.id)) findings.push(await checkRequestRule(rule, await open(), property))
    // the first violation is enough, and after a tripwire nothing more may be sent
    if (findings.some(({ failure }) => failure !== null)) return mergeFindings(findings)
    if (scenario !== undefined) findings.push(await checkScenario(rule, scenario, bare, fewer))
    if (path === null && commandRules.includes(rule.id) && findings.every(({ failure }) => failure === null))
      findings.push(await checkCommands(rule, bare, fewer))
    if (law !== undefined) findings.push(await concludeLaw(rule, law, laws, open, property))
    return mergeFindings(findings)
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
function concludeRule(rule: Rule, findings: Findings, seed: number, timeMs: number): RuleResult {
  const { blocked: _, failure, reason, ...rest } = findings
  const shared = { rule, outcome: outcomeOf(rule, findings), ...rest }
  if (failure === null) return { ...shared, counterexample: null, reason, seed, path: null, timeMs }
  const { path, ...counterexample } = failure
  return { ...shared, counterexample, reason: null, seed, path: path === '' ? null : path, timeMs }
}

function outcomeOf({ level }: Rule, { runs, failure, reason }: Findings): RuleResult['outcome'] {
  if (failure !== null) return 'violated'
  if (reason !== null || runs === 0) return 'not run'
  return level === 'must' ? 'held' : 'recorded'
}

/** Why rules cannot be checked from outside, by their ids. */
const unseen: readonly (readonly [why: string, ids: string])[] = [
  ['any answer is allowed; the law of the envelope reads it', 'ENV-05'],
  ['any member beside the envelope is allowed; readers keep it', 'ENV-06'],
  ['no wording is promised', 'ENV-07'],
  ['a service cannot be made to limit requests without harm', 'ENV-18'],
  ['it is a duty of the client, not of the service', 'ENV-21 HST-06 DEL-09'],
  ['a key in a query would be written into logs; it is never sent there', 'AUT-19'],
  ['no operation revokes a key', 'AUT-20'],
  ['the transport sends no body with a GET', 'SES-06'],
  ['no link between callId and sessionId is stated', 'SES-08'],
  ['transitions are not shown; statuses are read by SES-15', 'SES-17'],
  ['which of two statuses ends a call is recorded in sessions that the laws read', 'SES-18'],
  [
    'the interface says that this is not shown, and no request tells',
    'SES-19 SES-27 TRN-21 TRN-23 CNT-09 EMO-06 CAL-16 QUE-06 EXP-02 EXP-04 DEL-05 DEL-07 SUB-03 SUB-05 SUB-07 SUB-08',
  ],
  ['no order of the two is stated', 'SES-22'],
  ['its content depends on the agent', 'SES-29'],
  ['the lifetime of links is not shown', 'SES-31'],
  ['the two sets of names are never linked in writing', 'TRN-20'],
  ['no relation is stated', 'TRN-22'],
  ['it depends on the model of the agent', 'TRN-25'],
  ['any further member is allowed; readers keep it', 'TRN-26'],
  ['what tools do cannot be seen in the interface; safe mode asks for harmless agents', 'CHA-46'],
  ['no time is promised', 'CHA-47'],
  ['no operation makes a channel', 'DSP-33'],
  ['the operation is not shown', 'SCH-20'],
  ['no bound is stated', 'SCH-21'],
  ['the name of the member is not shown', 'QUE-07'],
  ['the answer holds no id', 'WFC-08'],
  ['no link between agentId and agentName is stated', 'BLU-13'],
  ['both spellings are shown; BLU-09 reads the type', 'BLU-14'],
  ['the values are not shown', 'BLU-15'],
  ['neither paging nor order is stated', 'BLU-16'],
  ['no grammar of names is stated', 'SUB-06'],
  ['no event is described', 'EVT-01'],
]

/** Rules that cannot be checked from outside, each with the reason. */
export const unseenRules: Readonly<Record<string, string>> = Object.fromEntries(
  unseen.flatMap(([why, ids]) => ids.split(' ').map((id) => [id, why])),
)
