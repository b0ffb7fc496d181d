import { expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { runDocument } from '../studies/run.ts'
import { createPaint } from '../text/paint.ts'
import { failuresAlone } from '../text/reporter.ts'
import { formatDocument } from './document.ts'
import { formatFailures } from './format-failures.ts'

const plain = createPaint(false)
/** A conversation of which the check at a line breaks, with the same message wherever that is. */
const broken = (line: number, checkLine: number): ConversationResult => {
  const at = { line: checkLine, column: 9, length: 5 }
  const turns = madeUpResult('failed', line).turns.map((turn, index) =>
    index > 0
      ? turn
      : {
          ...turn,
          verdict: 'failed' as const,
          outcomes: [
            {
              ...{ kind: 'reply' as const, verdict: 'failed' as const, at, subject: 'reply' as const },
              mismatches: [{ path: 'reply', expected: 'something that contains "a"', actual: 'b', at }],
            },
          ],
        },
  )
  return madeUpResult('failed', line, { id: `suites/a.yaml:${line} default`, file: 'suites/a.yaml', turns })
}
const format = (...results: ConversationResult[]): string => {
  const detail = { ...failuresAlone, all: false }
  return [
    ...formatFailures(results, { textOf: () => undefined, wholeOf: (result) => result, detail, columns: null }, plain),
  ].join('\n')
}

it.each([
  ['two checks, with the line of each', broken(20, 23), '2 conversations, 2 checks: ', 'suites/a.yaml:23'],
  ['one check, with the other conversation', broken(20, 13), '2 conversations: ', 'suites/a.yaml:20'],
])('one message is said to be of %s', (_, other, heading, place) => {
  const first = broken(10, 13)
  const text = format(first, other)
  expect(text).toContain(`${heading}the reply is not as expected: something that contains "a"`)
  expect(text).toContain('suites/a.yaml:13:9: the reply is not as expected')
  expect(text).toMatch(new RegExp(`the same in {2}${place}$`))
  const document = formatDocument(runDocument(madeUpRun([first, other])), plain, null)
  expect(document).toMatch(new RegExp(`and 1 more that broke alike\n +${place}\n`))
})
