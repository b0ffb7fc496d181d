import { describe, expect, it } from 'vitest'
import { madeUpComparison } from '../comparison/comparison.fixture.ts'
import { plainText } from '../document/door.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { runDocument } from '../studies/run.ts'
import { annotate } from './annotations.ts'

const same = (file: string): string => file
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

describe('annotations', () => {
  it('stand on the lines of the suite at which conversations of a run went wrong', () => {
    const lines = linesOf(annotate(runDocument(madeUpRun()), (file) => `e2e/${file}`))
    expect(lines).toEqual([
      '::error file=e2e/suites/broken.yaml,line=2,col=1,endColumn=5,title=this file is broken::a suite has no key "agnt" [unknown-key]%0Ahint: did you mean "agent"?',
      expect.stringMatching(/^::error file=\S+,line=14,.*title=broken%3A .*\[unknown-variable\]$/),
      '::error file=e2e/suites/order-desk.yaml,line=14,col=9,endColumn=14,title=failed%3A a conversation that is failed [draft]::cancel_order was not called%0A  calls made  none',
      expect.stringMatching(/^::error file=\S+,line=30,.*title=flaky%3A a conversation that is flaky \[draft\]::/),
      expect.stringMatching(
        /^::error file=\S+,line=14,.*title=errored%3A .*::turn 1: the service refused the turn: 503/,
      ),
      expect.stringMatching(/^::warning file=\S+,title=unsafe|^::warning file=\S+,line=\d+,.*title=unsafe%3A/),
    ])
  })
  it('tell of a comparison what got worse, and that the gate is shut', () => {
    const lines = linesOf(annotate(comparisonDocument(madeUpComparison()), same))
    expect(lines[0]).toBe(
      '::error title=the gate of compare is shut::Do not publish draft: 2 of 7 conversations got worse ("cancels an order", "tracks an order"); 1 improved.',
    )
    expect(lines.map((line) => /title=([^:,]*)/.exec(line)?.[1]?.replaceAll('%3A', ':'))).toEqual([
      'the gate of compare is shut',
      'regressed (hard break): cancels an order',
      'regressed (statistical): tracks an order',
      'not comparable: asks for a refund',
    ])
    expect(lines[1]).toContain('%0Asuites/order-desk.yaml:26:5: lookup_order was not called')
    expect(lines[3]).toMatch(/^::warning /)
  })
  it('tell what is gone apart from what nothing knows', () => {
    const problem = {
      severity: 'warning' as const,
      file: 'a.yaml',
      at: { line: 1, column: 1, length: 1 },
      message: 'm',
    }
    const warnings = (['gone-conversation', 'idle-guardrail'] as const).map((code) => ({ ...problem, code }))
    const lines = linesOf(annotate({ ...comparisonDocument(madeUpComparison()), warnings }, same))
    expect(lines.flatMap((line) => /title=([^:,]*)::m /.exec(line)?.[1] ?? [])).toEqual([
      'gone',
      'held against nothing',
    ])
  })
  it('tell nothing of a shard that is empty, and of a run which are missing', () => {
    const third = { index: 3, of: 3, total: 2, whole: 'w' }
    const empty = comparisonDocument({
      ...madeUpComparison([]),
      problems: [],
      shard: { ...third, positions: {} },
    })
    expect(annotate(empty, same)).toBe('')
    expect(plainText(empty.headline)).toBe('shard 3/3 is empty: all 2 conversations are in other shards')
    const missingShards = { indexes: [2], of: 3, conversations: 4 }
    const run = runDocument({ ...madeUpRun([madeUpResult('passed', 1)]), problems: [], missingShards })
    expect(annotate(run, same)).toBe(
      '::error title=merge%3A every shard left a result::shard 2/3 left no result: 4 conversations were not judged\n',
    )
  })
  it('are no more than GitHub shows, one of each cause first, and the last names the lines of the others', () => {
    const run = madeUpRun([
      ...Array.from({ length: 60 }, (_, index) => madeUpResult('failed', 100 + index)),
      madeUpResult('errored', 300),
    ])
    const lines = linesOf(annotate(runDocument({ ...run, problems: [] }), same))
    expect(lines).toHaveLength(10)
    expect(lines[1]).toContain('title=errored')
    expect(lines[9]).toMatch(/^::error title=52 more lines with what did not pass::.*%0Asuites\/order-desk\.yaml:14/)
  })
  it('hold whatever is said, and none of it begins a command of its own', () => {
    const hostile = 'x\r\n::error::y,line=1:z%0A\u001b[31m'
    const run = madeUpRun([madeUpResult('failed', 10, { name: hostile, file: `a,b:${hostile}.yaml` })])
    const lines = linesOf(annotate(runDocument({ ...run, problems: [] }), same))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('\u001b')
    expect(lines[0]?.split('::')).toHaveLength(3)
    expect(lines[0]).toContain('file=a%2Cb%3Ax %3A%3Aerror%3A%3Ay%2Cline=1%3Az%250A[U+001B]')
  })
  it('are none where all passed', () => {
    expect(annotate(runDocument({ ...madeUpRun([madeUpResult('passed', 10)]), problems: [] }), same)).toBe('')
  })
})
