import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { dryRun } from '../../suite/lint/dry-run.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { plainText } from '../document/door.ts'
import { annotate } from '../github/annotations.ts'
import { formatDocumentMarkdown } from '../markdown/document-markdown.ts'
import { describeDryRun, type LintReport, lintDocument } from './lint.ts'

const yaml = `suite: S
agent: desk
conversations:
  - name: two turns
    turns: [{ user: Hi }, { user: More, expect: { reply: x } }]
  - name: its own version
    agent version: 4
    parameters: [{ x: 1 }, { x: 2 }]
    turns: [{ user: "{{x}}", expect: { reply: x } }]
  - name: skipped
    skip: later
    turns: [{ user: Hi, expect: { reply: x } }]
`

function count(versions: string[], versionsGiven: boolean, text = yaml) {
  const parsed = parseScript(text, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return dryRun(planScript(parsed.script, { versions, versionsGiven, timeLimitMs: 1, stopAfterFailure: true }), 4)
}

describe('dryRun', () => {
  it('counts turns times versions, without what is skipped', () => {
    expect(plainText(describeDryRun(count(['default', 'draft'], true)))).toBe(
      'a run would send 8 turns in 6 sessions: 3 conversations x 2 versions (default, draft); at 3 s a turn about 6 s',
    )
  })
  it('counts what stands before and after the turns', () => {
    const around = yaml.replace(
      '    turns: [{ user: Hi }',
      '    before: [{ user: Hi }, { wait: 1 s }]\n    after: [{ user: Bye }]\n    turns: [{ user: Hi }',
    )
    expect(count(['default'], true, around)).toMatchObject({ turns: 6, steps: 1, sessions: 3 })
  })
  it('counts a conversation that names its version once', () => {
    expect(count(['default', 'draft'], false)).toEqual({
      turns: 6,
      steps: 0,
      conversations: 3,
      sessions: 4,
      repeated: false,
      versions: ['default', 'draft', '4'],
      estimateMs: 6_000,
    })
    expect(plainText(describeDryRun(count(['default'], false)))).toBe(
      'a run would send 4 turns in 3 sessions: 3 conversations, against 2 versions (default, 4); at 3 s a turn about 6 s',
    )
  })
  it('counts repetitions, and steps by themselves', () => {
    const repeated = `suite: S\nagent: desk\nrepeat: { times: 3 }\nconversations:\n  - name: one\n    turns: [{ wait: 1 s }, { user: Hi, expect: { reply: x } }]\n`
    expect(plainText(describeDryRun(count(['default'], true, repeated)))).toBe(
      'a run would send 3 turns and 3 steps in 3 sessions: 1 conversation, against 1 version (default), some of them repeated; at 3 s a turn about 18 s',
    )
  })
})

describe('the document of lint', () => {
  const report: LintReport = {
    ...{ suites: 1, broken: 0, problems: [], source: null, held: [], unchecked: [], patterns: [] },
    reason: 'nothing answers at http://x.test (ECONNREFUSED)\n  is it running?',
    dryRun: count(['default'], true),
  }
  const context = { tableread: '0', files: ['s.yaml'], mended: 0, textOf: () => undefined }

  it('says first, and as an error, that the agents could not be read', () => {
    const document = lintDocument(report, { ...context, isUnread: true })
    expect(formatDocumentMarkdown(document)).toMatch(
      /^<!-- tableread -->\n## ❌ Nothing was judged: nothing answers at .*\(ECONNREFUSED\)\n[\s\S]*<sub>Tableread 0<\/sub>\n$/,
    )
    expect(annotate(document, (file) => file)).toBe(
      '::error title=lint%3A the agents could not be read::nothing answers at http://x.test (ECONNREFUSED)%0Ais it running?\n',
    )
  })
  it('has nothing to say where they were not asked for', () => {
    const document = lintDocument(report, { ...context, isUnread: false })
    expect(formatDocumentMarkdown(document)).toContain('## ✅ Lint: 1 sound suite\n')
    expect(annotate(document, (file) => file)).toBe('')
  })
  it('has a broken file as a run has it, with its first problem', () => {
    const at = { line: 3, column: 1, length: 1 }
    const problems = ['first', 'second'].map((message) => ({
      code: 'unknown-key' as const,
      file: 's.yaml',
      at,
      message,
    }))
    const [file] = lintDocument({ ...report, problems }, { ...context, isUnread: false }).cases
    expect(file).toMatchObject({ verdict: 'errored', kind: 'broken', status: 'broken' })
    expect(plainText(file?.reason ?? '')).toBe('first')
  })
})
