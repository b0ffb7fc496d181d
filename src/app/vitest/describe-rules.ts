import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { plainText } from '../../report/document/door.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { contractDocument, groupOf } from '../../report/studies/contract.ts'
import { checkContract } from '../../wire/contract/check-contract.ts'
import { allRules } from '../../wire/contract/rules/all-rules.ts'
import type { Subject } from '../../wire/contract/world/world.ts'
import { tablereadVersion } from '../edge/package-version.ts'

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
  const chosenRules = allRules.filter(({ id }) => rules?.includes(id) ?? true)
  let subject: OpenedSubject | undefined
  beforeAll(async () => {
    subject = await open()
  })
  afterAll(() => subject?.close())
  for (const group of new Set(chosenRules.map(groupOf))) {
    describe(group, () => {
      for (const rule of chosenRules.filter((each) => groupOf(each) === group)) {
        it(`${rule.id} ${rule.text}`, { timeout: 120_000 }, async (context) => {
          if (subject === undefined) throw new Error('there is no subject')
          const report = await checkContract(subject.subject, { seed, runs, rules: [rule.id] })
          const head = { tableread: tablereadVersion(), kind: 'contract', schemaVersion: 1 } as const
          conclude(contractDocument({ ...report, ...head, again: [] }), context)
        })
      }
    })
  }
}

/** @throws Error for a rule that does not hold; a rule that is not judged skips its test */
function conclude({ cases, findings }: ReportDocument, { skip }: TestContext): void {
  for (const { evidence, lines, title, verdict, what } of findings)
    if (verdict === 'failed') throw new Error([title, what, ...lines, evidence].map(plainText).join('\n    '))
  for (const { reason, verdict } of cases) if (verdict === 'skipped') skip(plainText(reason ?? ''))
}
