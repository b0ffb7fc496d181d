import { describe, expect, it } from 'vitest'
import { performRun } from '../engine/perform-run.ts'
import type { RunResult } from '../engine/run-result.ts'
import { said } from '../engine/transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../engine/verdict/fake-client.fixture.ts'
import { formatFailure } from './failures/format-failure.ts'
import { makeNotes } from './html/make-notes.ts'
import { formatRunMarkdown } from './markdown/result-markdown.ts'
import { junitOfRun } from './run.fixture.ts'
import { createPaint } from './text/paint.ts'

const suite = 'suite: S\nagent: desk\nconversations:\n  - name: a\n    turns: [{ user: hi, expect: { calls: none } }]\n'

/** A run in which the agent did something that nobody can read. */
function run(): Promise<RunResult> {
  const { client } = fakeClient(({ message = '' }) => [
    said('user', message),
    { type: 'unknown', original: { type: 'tool_use', name: 'issue_refund' } },
    said('assistant', 'done', 5),
  ])
  return performRun(plansOf(suite), {
    client,
    reconcile: true,
    target: 'desk',
    tableread: '0',
    concurrency: 1,
    keepPassed: true,
    problems: [],
    listen: () => undefined,
  })
}

describe('what nobody can read is told as errored', () => {
  const [what, mend] = ['an entry of the type "tool_use", named "issue_refund" cannot be read', 'known entries']
  it('in the terminal, with its line', async () => {
    const [result] = (await run()).conversations
    const text = result === undefined ? '' : formatFailure(result, suite, createPaint(false))
    expect(text).toMatch(/^errored/i)
    expect(text).toContain(`suite.yaml:5:21: ${what}`)
    expect(text).toContain(mend)
  })
  it('in JUnit, as an error and no failure', async () => {
    const text = junitOfRun(await run(), () => suite)
    expect(text).toMatch(/<error [^>]*type="errored"/)
    expect(text).not.toContain('<failure')
    expect(text).toContain('issue_refund')
  })
  it('in Markdown', async () => {
    const text = formatRunMarkdown(await run(), () => suite)
    expect(text).toContain('could not be judged')
    expect(text).toContain('issue_refund')
  })
  it('in the HTML report', async () => {
    const [result] = (await run()).conversations
    const notes = result === undefined ? [] : makeNotes(result)
    expect(notes.filter(({ tone }) => tone === 'not judged').map(({ text }) => text.split('\n')[0])).toEqual([
      `${what}: the interface has no such type`,
    ])
  })
})
