import { concludeLaw, sendTraffic } from './check-laws.ts'
import { checkRequestRule } from './check-request-rule.ts'
import { checkScenario } from './check-scenario.ts'
import { requestChecks } from './checks/request-checks.ts'
import { checkCommands } from './commands/check-commands.ts'
import { readCommandPath } from './commands/command-path.ts'
import { commandRules } from './commands/command-rules.ts'
import { concludeRule } from './conclude-rule.ts'
import type { ContractReport, RuleResult } from './contract-report.ts'
import { watchLaws } from './law-watch.ts'
import { allLaws } from './laws/all-laws.ts'
import { allRules } from './rules/all-rules.ts'
import type { PropertySettings } from './rules/run-property.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import { unseenRules } from './unseen-rules.ts'
import type { Exchange } from './world/exchange.ts'
import { openWorld } from './world/open-world.ts'
import type { Rule } from './world/rule.ts'
import { emptySeen, type Findings } from './world/rule-findings.ts'
import type { Subject } from './world/subject.ts'
import type { World } from './world/world.ts'

/** How to check a contract. */
export interface ContractSettings {
  /** Only these rules, by id. Default: all. */
  rules?: readonly string[]
  /** What requests are drawn from; the same seed draws the same ones. */
  seed: number
  /** How many requests are drawn for a rule. Default: 100. */
  runs?: number
  /** Begins at one case, as a counterexample names it; for one rule alone. */
  path?: string
  /** Is told of each rule as it is done. */
  onProgress?: (result: RuleResult, done: number, total: number) => void
  signal?: AbortSignal
}

/** A rule about several exchanges is tried once for so many requests of the others. */
const requestsPerScenario = 5

/**
 * Checks the rules of the interface against a service, one property a rule.
 * @throws TransportError when the service cannot be reached
 */
export async function checkContract(subject: Subject, settings: ContractSettings): Promise<ContractReport> {
  const { seed, runs = 100, path = null, onProgress, signal } = settings
  const began = performance.now()
  const rules = allRules.filter(({ id }) => settings.rules?.includes(id) ?? true)
  const laws = watchLaws(
    Object.fromEntries(Object.entries(allLaws).filter(([id]) => rules.some((rule) => rule.id === id))),
  )
  let [sent, blocked] = [0, 0]
  const watch = (exchange: Exchange): void => {
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
    // the first violation is enough, and behind a tripwire nothing more may be sent
    if (found.some(({ failure }) => failure !== null)) return mergeFindings(found)
    if (scenario !== undefined) {
      found.push(await checkScenario(rule, scenario, { subject, sessions: [], watch }, fewer))
    }
    if (path === null && commandRules.includes(rule.id) && found.every(({ failure }) => failure === null))
      found.push(await checkCommands(rule, { subject, sessions: [], watch }, fewer))
    if (law !== undefined) found.push(await concludeLaw(rule, law, laws, open, property))
    return mergeFindings(found)
  }

  // the laws come last: every answer until then counts for them
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
  return { subject: subject.name, seed, runs, results, sent, blocked, timeMs: performance.now() - began }
}

function isLawAlone(id: string): boolean {
  return Object.hasOwn(allLaws, id) && !Object.hasOwn(requestChecks, id) && !Object.hasOwn(allScenarios, id)
}

/** A rule that is checked in more than one way: the first failure counts. */
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
