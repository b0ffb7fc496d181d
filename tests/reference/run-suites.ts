import { resolve } from 'node:path'
import { openChecks } from '../../src/app/suites/own-checks.ts'
import { openBeside } from '../../src/app/suites/read-suites.ts'
import type { Judges } from '../../src/engine/judge/judges.ts'
import { performRun } from '../../src/engine/perform-run.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { describeOutcome } from '../../src/report/text/describe-outcome.ts'
import { createService } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import { createFrozenClock } from '../../src/service/time/clock.ts'
import { loadWorkspace } from '../../src/service/workspace/load-workspace.ts'
import type { Workspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { type Plan, planScript } from '../../src/suite/plan/plan.ts'
import { formatProblem } from '../../src/suite/yaml/format-problem.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'

const root = resolve(import.meta.dirname, '../..')
const examples = resolve(import.meta.dirname, 'examples')
const namedChecks = {
  'names the order': { path: 'checks.mjs#namesTheOrder', from: examples },
  'is short': { path: 'checks.mjs#isShort', from: examples },
}
const standsAt = Date.parse('2026-03-27T10:00:00Z')

/**
 * Runs suites, named relative to a folder, in process against the demo workspace plus the agent of
 * tests/reference/workspace. @throws when one is broken
 */
export async function runSuites(
  suites: readonly { name: string; text: string }[],
  folder: string,
): Promise<ConversationResult[]> {
  const plans = suites.flatMap((suite) => plansOf(suite, folder))
  const moving = (plan: Plan): boolean => plan.conversation.turns.some(({ step }) => step?.kind === 'advance clock')
  const still = plans.filter((plan) => !moving(plan))
  const moved: ConversationResult[] = []
  for (const plan of plans.filter(moving)) moved.push(...(await perform([plan], standsAt)))
  return [...(await perform(still, null)), ...moved]
}

/** One text for each conversation that did not end as it should, including an `expected fail` that passes. */
export function complaints(results: readonly ConversationResult[]): string[] {
  const fine = ({ verdict, reason }: ConversationResult): boolean =>
    (verdict === 'passed' && reason?.includes('expected to fail') !== true) ||
    verdict === 'expected fail' ||
    verdict === 'skipped'
  return results
    .filter((result) => !fine(result))
    .map(({ id, name, verdict, reason, failure, turns, outcomes }) => {
      const broken = [...turns.flatMap((turn) => turn.outcomes), ...outcomes].filter(
        (each) => each.verdict !== 'passed',
      )
      return [
        `${verdict}: ${name} (${id})`,
        reason ?? '',
        JSON.stringify(failure),
        ...broken.map(describeOutcome),
      ].join('\n')
    })
}

/** A double of a judge with the true verdict on the demo agents: they blame nobody. */
const judges: Judges = {
  async answer({ criterion }) {
    const says = criterion.includes('blames') ? 'not met' : 'met'
    return { judgement: { says, votes: [], why: null }, licence: { kind: 'not asked for' }, usage: [] }
  },
}

async function perform(plans: Plan[], frozenAt: number | null): Promise<ConversationResult[]> {
  const workspace = demoWorkspace()
  const clock = frozenAt === null ? {} : { clock: createFrozenClock(frozenAt) }
  const created = createService({ workspaces: [workspace], ...clock })
  const service = await listen(created, { port: 0 })
  const network = openNetwork({ connections: 8 })
  const checks = openChecks({ folder: root, checks: namedChecks })
  const client = createClient({ baseUrl: service.url, apiKey: workspace.keys[0] ?? '', transport: network.send })
  try {
    const settings = { target: service.url, tableread: 'test', concurrency: 8, keepPassed: false, problems: [] }
    const run = { client, reconcile: true, listen: () => undefined, judges, checks }
    return (await performRun(plans, { ...run, ...settings })).conversations
  } finally {
    checks.close()
    await network.close()
    await service.close()
    created.close()
  }
}

function demoWorkspace(): Workspace {
  const [demo, more] = ['fixtures/workspace', 'tests/reference/workspace'].map((path) => {
    const loaded = loadWorkspace(resolve(root, path))
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    return loaded.workspace
  })
  if (demo === undefined || more === undefined) throw new Error('there is no workspace')
  return { ...demo, agents: [...demo.agents, ...more.agents], ...(more.state && { state: more.state }) }
}

function plansOf({ name, text }: { name: string; text: string }, folder: string): Plan[] {
  const parsed = parseScript(
    text,
    name,
    openBeside(name, folder, () => undefined),
  )
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => formatProblem(problem, text)).join('\n\n'))
  return planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: false,
    timeLimitMs: 10_000,
    stopAfterFailure: true,
  })
}
