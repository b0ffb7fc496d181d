import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../src/compare/compare-text.fixture.ts'
import { type Comparison, comparisonExitCode } from '../../src/compare/comparison.ts'
import { defaultPolicy, type GatePolicy } from '../../src/compare/gate/gate-policy.ts'
import { recallComparison } from '../../src/records/shards/merge-comparisons.ts'
import { suitesOfDocument } from '../../src/report/junit/document-suites.ts'
import { writeJunit } from '../../src/report/junit/write-junit.ts'
import { formatComparisonMarkdown } from '../../src/report/markdown/result-markdown.ts'
import { comparisonDocument } from '../../src/report/studies/comparison.ts'
import { formatDocument } from '../../src/report/terminal/document.ts'
import { createPaint } from '../../src/report/text/paint.ts'

type Plays = Record<string, [a: string, b: string]>

interface GateCase {
  name: string
  plays: Plays
  pairs?: number
  marks?: Record<string, string>
  settings?: Parameters<typeof compareRuns>[1]
  turns?: number
  policy?: Partial<GatePolicy>
  gate: Comparison['gate']['verdict']
  exit: number
  says?: string
}

const excused = '    expected fail: { reason: ticket 7 }\n'

/** The runs of each side, a letter per run, and the resulting gate: it opens only on evidence. */
const cases: GateCase[] = [
  { name: 'all judged', plays: { talks: ['p', 'p'] }, gate: 'open', exit: 0, says: '3 of 3 (wanted: at least 66.7 %)' },
  {
    name: '2 of 3 judged',
    plays: { talks: ['p', 'pep'] },
    gate: 'open',
    exit: 0,
    says: '2 of 3 (wanted: at least 66.7 %)',
  },
  {
    name: '1 of 3 judged, the draft timing out',
    plays: { talks: ['p', 'pe'] },
    gate: 'not judged',
    exit: 3,
    says: '"talks": judged 1 of 3 pairs, needs 2',
  },
  {
    name: '1 of 3 judged, default timing out',
    plays: { talks: ['pe', 'p'] },
    gate: 'not judged',
    exit: 3,
    says: '"talks": judged 1 of 3 pairs, needs 2',
  },
  {
    name: 'each side judged twice, and only one pair',
    plays: { talks: ['ppe', 'epp'] },
    gate: 'not judged',
    exit: 3,
    says: 'judged 1 of 3 pairs',
  },
  { name: '1 of 1', plays: { talks: ['p', 'p'] }, pairs: 1, gate: 'open', exit: 0 },
  { name: '1 of 2', plays: { talks: ['p', 'pe'] }, pairs: 2, gate: 'not judged', exit: 3, says: 'needs 2' },
  { name: '4 of 5', plays: { talks: ['p', 'ppepp'] }, pairs: 5, gate: 'open', exit: 0 },
  { name: '3 of 5', plays: { talks: ['p', 'peepp'] }, pairs: 5, gate: 'not judged', exit: 3, says: 'needs 4' },
  {
    name: '3 of 5 where half are enough',
    plays: { talks: ['p', 'peepp'] },
    pairs: 5,
    policy: { judgedPairs: 0.5 },
    gate: 'open',
    exit: 0,
  },
  {
    name: 'no share wanted, and still one pair needed',
    plays: { talks: ['p', 'e'], other: ['p', 'p'] },
    policy: { judgedPairs: 0 },
    gate: 'not judged',
    exit: 3,
  },
  {
    name: 'one conversation short beside sound ones',
    plays: { talks: ['p', 'pe'], one: ['p', 'p'], two: ['p', 'p'] },
    gate: 'not judged',
    exit: 3,
    says: '"talks": judged 1 of 3 pairs, needs 2',
  },
  {
    name: 'any may be not comparable, and most are',
    plays: { talks: ['p', 'e'], one: ['p', 'e'], two: ['p', 'p'] },
    policy: { notComparable: null },
    gate: 'not judged',
    exit: 3,
    says: 'all together: judged 3 of 9 pairs, needs 6',
  },
  {
    name: 'any may be not comparable, and one in four is',
    plays: { talks: ['p', 'e'], one: ['p', 'p'], two: ['p', 'p'], three: ['p', 'p'] },
    policy: { notComparable: null },
    gate: 'open',
    exit: 0,
    says: '1 not comparable',
  },
  {
    name: 'nothing judged',
    plays: { talks: ['p', 'e'] },
    gate: 'not judged',
    exit: 3,
    says: 'Nothing could be compared',
  },
  {
    name: 'a break that is sure, the rest timing out',
    plays: { talks: ['p', 'f'], lost: ['p', 'e'] },
    gate: 'shut',
    exit: 1,
  },
  {
    name: 'nothing passes on either side',
    plays: { talks: ['f', 'f'], other: ['f', 'f'] },
    gate: 'not judged',
    exit: 4,
    says: 'no baseline: default passed 0 of 6 runs',
  },
  {
    name: 'nothing passes on the trusted side, and runs are lost',
    plays: { talks: ['fef', 'f'], other: ['f', 'f'] },
    gate: 'not judged',
    exit: 4,
    says: 'no baseline: default passed 0 of 5 runs',
  },
  {
    name: 'the trusted side never passes where the draft does',
    plays: { talks: ['f', 'p'] },
    gate: 'not judged',
    exit: 4,
    says: 'no baseline: default passed 0 of',
  },
  {
    name: 'some fail on both sides',
    plays: { talks: ['f', 'f'], other: ['f', 'f'], sound: ['p', 'p'] },
    gate: 'open',
    exit: 0,
    says: '"talks", "other" fail on both sides, which says nothing of draft.',
  },
  {
    name: 'the only passes are excused from the gate',
    plays: { talks: ['f', 'f'], sound: ['p', 'p'] },
    marks: { sound: excused },
    gate: 'not judged',
    exit: 4,
    says: 'no baseline: default passed 0 of 3 runs',
  },
  {
    name: 'what is excused could not be judged',
    plays: { lost: ['p', 'e'], sound: ['p', 'p'] },
    marks: { lost: excused },
    gate: 'not judged',
    exit: 3,
  },
  { name: 'all are excused', plays: { talks: ['p', 'p'] }, marks: { talks: excused }, gate: 'not judged', exit: 4 },
  {
    name: 'what is excused got worse',
    plays: { talks: ['p', 'f'], sound: ['p', 'p'] },
    marks: { talks: excused },
    gate: 'open',
    exit: 0,
    says: 'only what is excused got worse ("talks")',
  },
  {
    name: 'the noise floor rests on one run in three',
    plays: { talks: ['ppeppepp', 'p'] },
    settings: { calibrate: 'floor' },
    gate: 'not judged',
    exit: 3,
    says: 'noise floor',
  },
  {
    name: 'the noise floor is judged',
    plays: { talks: ['p', 'p'] },
    settings: { calibrate: 'floor' },
    gate: 'open',
    exit: 0,
  },
  {
    name: 'one side against itself, mostly timing out',
    plays: { talks: ['p', 'pe'] },
    settings: { calibrate: 'only' },
    gate: 'not judged',
    exit: 3,
  },
  {
    name: 'one side against itself, never passing',
    plays: { talks: ['f', 'f'] },
    settings: { calibrate: 'only' },
    gate: 'not judged',
    exit: 4,
    says: 'differs from itself in 0 of 3 pairs of runs; no baseline: default passed 0 of 3 runs.',
  },
  {
    name: 'one side against itself, passing',
    plays: { talks: ['p', 'p'] },
    settings: { calibrate: 'only' },
    gate: 'open',
    exit: 0,
  },
  {
    name: 'until sure, the further pairs timing out',
    plays: { talks: ['pppppppp', 'pfpeeeeeeeee'] },
    settings: { untilSure: { pairs: 12, turns: 1_000 } },
    gate: 'not judged',
    exit: 3,
    says: 'judged 3 of',
  },
  {
    name: 'a quick look that fails, the pairs timing out',
    plays: { talks: ['pp', 'fe'] },
    settings: { quick: true },
    gate: 'not judged',
    exit: 3,
    says: 'could be compared: no pair',
  },
  {
    name: 'a quick look that fails, the budget being spent',
    plays: { talks: ['p', 'f'], fine: ['p', 'p'] },
    settings: { quick: true },
    turns: 5,
    gate: 'not judged',
    exit: 3,
    says: 'not reached',
  },
  {
    name: 'the budget is spent within the pairs',
    plays: { talks: ['p', 'p'] },
    turns: 5,
    gate: 'not judged',
    exit: 3,
    says: '1 of 6 runs not reached',
  },
  {
    name: 'a prompt that nothing reads',
    plays: { talks: ['p', 'p'] },
    settings: { agents: [{ agent: 'desk', a: 'version 1', b: 'draft', unseen: null, changes: [], idlePrompt: true }] },
    gate: 'not judged',
    exit: 4,
    says: 'It is not settled whether draft may be published: the prompt of desk differs and was not played, since what answers is not given it: let a model answer (docs/models.md: init --kind model --agent NAME), or take the prompt out of the file.',
  },
  {
    name: 'flaky on both sides',
    plays: { talks: ['pfp', 'fpp'] },
    gate: 'open',
    exit: 0,
    says: '1 flaky',
  },
]

describe('the gate of a comparison', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const policy = { ...defaultPolicy, ...each.policy }
    const budgets = { turns: each.turns ?? null, timeMs: null }
    const settings = { confirm: true, ...each.settings, policy }
    const { comparison } = await compareRuns(each.plays, settings, each.pairs ?? null, each.marks, budgets)
    // Rules that held are folded, and say in the page and in --json what they saw.
    const rules = comparison.gate.rules.map(({ seen, wanted }) => `${seen} (wanted: ${wanted})`)
    const output = formatDocument(comparisonDocument(comparison), createPaint(false))
    const message = [output, comparison.sentence, ...rules].join('\n')
    expect([comparison.gate.verdict, comparisonExitCode(comparison, null)], message).toEqual([each.gate, each.exit])
    if (each.says !== undefined) expect(message).toContain(each.says)
    if (!comparison.calibration)
      expect(comparison.sentence.startsWith('draft may be published')).toBe(each.gate === 'open')
    expect(comparison.sentence).not.toMatch(/[:;] *\.$/)
    const again = recallComparison(JSON.parse(JSON.stringify(comparison)), policy)
    expect([again.gate, again.sentence], 'merged').toEqual([comparison.gate, comparison.sentence])
  })
  it('never opens where nothing was compared', async () => {
    const { comparison } = await compareRuns({ talks: ['p', 'p'] })
    const empty = recallComparison({ ...comparison, conversations: [] }, defaultPolicy)
    expect([empty.gate.verdict, comparisonExitCode(empty, null)]).toEqual(['not judged', 2])
  })
  it('never opens where a guardrail names what the draft may have under another name', async () => {
    const { comparison } = await compareRuns({ talks: ['p', 'p'] })
    const at = { line: 3, column: 1, length: 1 }
    const warning = { code: 'stale-guardrail', severity: 'warning', file: 's.yaml', at, message: 'refund' } as const
    const told = recallComparison({ ...comparison, warnings: [warning] }, defaultPolicy)
    expect([told.gate.verdict, comparisonExitCode(told, null)]).toEqual(['not judged', 4])
    expect(told.sentence).toContain('guardrails: s.yaml:3: refund')
  })
  it('names what lacks evidence in every report', async () => {
    const { comparison } = await compareRuns({ talks: ['p', 'pe'] })
    const lack = 'judged 1 of 3 pairs, needs 2'
    expect(formatComparisonMarkdown(comparison)).toContain(lack)
    expect(JSON.stringify(comparison)).toContain(lack)
    expect(comparison.conversations[0]).toMatchObject({
      reason: `passed 3 of 3 on default, 1 of 1 on draft; ${lack}; 2 of 3 runs on draft could not be judged`,
      evidence: { asked: 3, judged: 1, needed: 2 },
    })
    const junit = writeJunit(suitesOfDocument(comparisonDocument(comparison)), comparison.ms)
    expect(junit).toMatch(/<testcase name="talks"[^>]*>\s*<error type="too little judged"/)
    expect(junit).toMatch(/<property name="gate: judged pairs" value="not judged: /)
  })
  it('is not opened by a merge of shards that were cut short, though all that ran was judged', async () => {
    const stop = new AbortController()
    let runs = 0
    const { comparison } = await compareRuns(
      { talks: ['p', 'p'] },
      {
        signal: stop.signal,
        listen: (event) => {
          runs += event.kind === 'run done' ? 1 : 0
          if (runs === 4) stop.abort(130)
        },
      },
    )
    expect(comparison.conversations[0]?.runs.a).toHaveLength(2)
    expect([comparison.gate.verdict, comparisonExitCode(comparison, null)]).toEqual(['not judged', 3])
    expect(comparison.sentence).toContain('made 2 of 3 pairs')
  })
})
