import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { createPaint } from '../../report/text/paint.ts'
import { checkContract } from '../../wire/contract/check-contract.ts'
import type { RuleResult } from '../../wire/contract/contract-report.ts'
import { allRules } from '../../wire/contract/rules/all-rules.ts'
import type { Rule } from '../../wire/contract/world/rule.ts'
import type { Subject } from '../../wire/contract/world/world.ts'
import { describeViolation } from '../project/describe-contract.ts'

/** A service whose contract the tests check, and how to close it; `openLocalSubject` returns the local one. */
export interface OpenedSubject {
  subject: Subject
  close(): Promise<void>
}

export interface DescribeSettings {
  /** The seed of the requests. Default: 1, so that test results are reproducible. */
  seed?: number
  /** How many requests to draw for a rule. Default: 100. */
  runs?: number
  /** Only these rules, by id. Default: all. */
  rules?: readonly string[]
}

/**
 * Makes one test of each rule of the interface, named by its id and its text, and grouped by operation. A
 * rule that holds passes, a violated one fails with its smallest request. One that is only recorded, or
 * cannot be run, is skipped with what was seen, or why: it never passes.
 */
export function describeRules(open: () => Promise<OpenedSubject>, settings: DescribeSettings = {}): void {
  const { seed = 1, runs = 100, rules } = settings
  const chosen = allRules.filter(({ id }) => rules?.includes(id) ?? true)
  let opened: OpenedSubject | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  for (const group of new Set(chosen.map(groupOf))) {
    describe(group, () => {
      for (const rule of chosen.filter((each) => groupOf(each) === group)) {
        it(`${rule.id} ${rule.text}`, { timeout: 120_000 }, async (context) => {
          if (opened === undefined) throw new Error('there is no subject')
          const { subject } = opened
          const { results } = await checkContract(subject, { seed, runs, rules: [rule.id] })
          for (const result of results) conclude(result, subject, context)
        })
      }
    })
  }
}

function groupOf({ operation }: Rule): string {
  return operation === '*' ? 'every operation' : operation
}

/** @throws Error for a rule that does not hold; a rule that is not judged skips its test */
function conclude(result: RuleResult, subject: Subject, { skip }: TestContext): void {
  const { outcome, reason, rule, seen, outside } = result
  if (outcome === 'violated') throw new Error(describeViolation(result, subject, createPaint(false)))
  if (outcome === 'not run') skip(`not run: ${reason ?? 'nothing checks it'}`)
  const odd = outside > 0 ? `, ${outside} of them as no reading says` : ''
  if (outcome === 'recorded') skip(`${rule.level}: recorded, not judged; seen: ${Object.keys(seen).join(', ')}${odd}`)
}
