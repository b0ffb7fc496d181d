import { type PropertySettings, runProperty } from './rules/run-property.ts'
import { openBench } from './world/bench.ts'
import { beginning } from './world/open-world.ts'
import type { Rule } from './world/rule.ts'
import { emptySeen, type Findings } from './world/rule-findings.ts'
import type { Need, Scenario } from './world/scenario.ts'
import type { Subject } from './world/subject.ts'
import { ViolationError } from './world/violation-error.ts'
import type { World } from './world/world.ts'

/** Checks a rule about several exchanges. With a local service, every run begins in the same state. */
export async function checkScenario(
  rule: Rule,
  scenario: Scenario,
  world: World,
  settings: PropertySettings,
): Promise<Findings> {
  const lacking = scenario.needs.find((need) => !has(world.subject, need))
  if (lacking !== undefined) return emptySeen(reasons[lacking])
  const arbitrary = scenario.draw(world)
  if (arbitrary === null) return emptySeen('the workspace has nothing to try it with')
  const seen: Record<string, number> = {}
  const count = (shown: string): void => {
    seen[shown] = (seen[shown] ?? 0) + 1
  }
  const { subject } = world
  let outside = 0
  const result = await runProperty(
    arbitrary,
    async (drawn) => {
      if (subject.control !== null) await subject.control.restart(beginning)
      const finding = await scenario.hold(openBench(world), drawn)
      if (typeof finding !== 'string') return count(finding?.reading ?? 'held')
      count(rule.level === 'must' ? 'broken' : finding)
      outside += 1
      if (rule.level === 'must') throw new ViolationError(finding, null, settings.cautious)
    },
    settings,
  )
  const { failure, runs, blocked, exhausted } = result
  return {
    runs,
    blocked,
    seen,
    outside,
    odd: null,
    reason: exhausted ? 'nothing could be drawn for it' : runs === 0 ? reasons.everything : null,
    failure:
      failure === null
        ? null
        : {
            ...failure,
            finding: failure.error.message,
            request: failure.error.request,
            broken: [],
            drawn: failure.value,
          },
  }
}

const reasons: Record<Need, string> = {
  control: 'only a local service has a clock, an outbox and a queue to look into',
  everything: 'unsafe: it could reach a person',
  other: 'there is no key of a second workspace',
}

function has({ control, reach, other }: Subject, need: Need): boolean {
  if (need === 'control') return control !== null
  return need === 'everything' ? reach === 'everything' : other !== null
}
