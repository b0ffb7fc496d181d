import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { madeUpResult, madeUpRun } from '../../../../report/run.fixture.ts'
import { createPaint } from '../../../../report/text/paint.ts'
import type { JudgeFinding } from '../../../../suite/language/expectations/judge-expectation.ts'
import type { Place } from '../../../../suite/yaml/place.ts'
import type { TranscriptEntry } from '../../../../wire/api/transcript-entry.ts'
import { columnsOf } from '../../../chat/screen.ts'
import { settle } from '../../../config/settings.ts'
import { readLabels } from '../../../judging/read-labels.ts'
import { walkCandidates } from './label.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-label-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [result, labels] = [join(folder, 'run.json'), join(folder, 'labels/late.yaml')]
const at: Place = { line: 5, column: 1, length: 1 }

function said(role: 'user' | 'assistant', text: string, agentName: string | null = null): TranscriptEntry {
  const nobody = { senderId: null, senderName: null, metadata: null }
  return {
    type: 'message',
    role,
    content: [{ type: 'text', text }],
    agentName,
    ...nobody,
    timestamp: '2026-11-23T10:00:00Z',
  }
}

function called(name: string): TranscriptEntry[] {
  const common = { name, call_id: 'c1', phase: null, timestamp: '2026-11-23T10:00:00Z' } as const
  return [
    { type: 'function_call', arguments: { id: 7 }, ...common },
    { type: 'function_call_output', output: '{"found":true}', is_error: false, executionTimeMs: 3, ...common },
  ]
}

/** A conversation in which the judge has a finding about one turn. */
function conversationOf(line: number, says: JudgeFinding, entries: TranscriptEntry[], more: JudgeFinding[] = []) {
  const votes = [says, ...more].map((each) => ({ model: 'm', says: each, reason: `since ${each}`, quotations: [] }))
  const outcome = {
    kind: 'judge',
    verdict: 'advice',
    at,
    criterion: 'is sorry for parcel 7',
    expected: 'met',
    looksAt: 'turn',
    judgement: { says, votes, why: null },
    licence: { kind: 'unlicensed', why: 'none' },
  }
  const turn = { index: 0, at, user: 'hi', verdict: 'errored', turnMs: 1, outcomes: [outcome], entries, failure: null }
  return madeUpResult('errored', line, {
    file: 'suites/l.yaml',
    id: `suites/l.yaml:${line} default`,
    turns: [turn as never],
  })
}

const conversations = [
  conversationOf(1, 'met', [...called('load'), said('user', 'late!'), said('assistant', 'sorry', 'Ida')]),
  conversationOf(2, 'met', [said('user', 'late!'), ...called('look'), said('assistant', 'so sorry')]),
  conversationOf(3, 'not met', [said('user', 'late!'), said('assistant', 'well')]),
  conversationOf(4, 'met', [said('user', 'late!'), said('assistant', 'hm')], ['met', 'not met']),
]

async function walk(keys: string, by: string | null = null, width: number | null = null): Promise<string> {
  const settings = { ...(await settle([], {}, {})), folder }
  const output: string[] = []
  const screen = { paint: createPaint(false), columns: () => width, write: (lines: string[]) => output.push(...lines) }
  async function* lines(): AsyncGenerator<string> {
    yield* keys
  }
  await walkCandidates({ file: result, output: 'labels/late.yaml', by }, settings, screen as never, lines())
  return output.join('\n')
}

beforeEach(() => {
  rmSync(join(folder, 'labels'), { recursive: true, force: true })
  writeFileSync(result, JSON.stringify(madeUpRun(conversations)))
})

describe('judge label', () => {
  it('begins with what votes were split on, goes on with the kind that is short, and shows the judge only afterwards', async () => {
    const output = await walk('mq')
    const [before = '', after = ''] = output.split('\n  met; ')
    expect(before).toContain('suites/l.yaml:4, turn 1')
    expect(before).toContain('agent: hm')
    expect(before).not.toContain('since')
    expect(after).toContain('so does the judge: since met')
    expect(after).toContain('suites/l.yaml:3, turn 1')
    expect(after).toContain('1 labelled, 3 left')
  })

  it('writes words that read as they were shown, goes on where it stopped, and takes back', async () => {
    await walk('mn')
    writeFileSync(labels, `# kept\n${readFileSync(labels, 'utf8')}`)
    const output = await walk('mbnsm')
    expect(output).toContain('2 to label')
    const text = readFileSync(labels, 'utf8')
    expect(text.startsWith('# kept\n')).toBe(true)
    const { examples, problems } = readLabels([labels], { folder, redact: [] })
    expect(problems).toEqual([])
    expect(examples.map(({ verdict }) => verdict)).toEqual(['met', 'not met', 'not met'])
    expect(await walk('m')).toContain('1 to label')
    expect(await walk('m')).toContain('nothing to label')
    expect(await walk('q', 'bo')).toContain('4 to label')
    expect(text).toContain('in order:')
  })

  it('goes back over what was skipped, and takes no label back from a file that somebody else changed', async () => {
    expect(await walk('sbmq')).toContain('1 labelled, 3 left')
    expect(readFileSync(labels, 'utf8').match(/verdict:/g)).toHaveLength(1)
    const settings = { ...(await settle([], {}, {})), folder }
    const output: string[] = []
    async function* lines(): AsyncGenerator<string> {
      yield 'm'
      writeFileSync(labels, `${readFileSync(labels, 'utf8')}# mine\n`)
      yield* 'bq'
    }
    const screen = { paint: createPaint(false), columns: () => null, write: (each: string[]) => output.push(...each) }
    await walkCandidates({ file: result, output: 'labels/late.yaml', by: null }, settings, screen as never, lines())
    expect(output.join('\n')).toContain('labels/late.yaml was changed in the meantime: take the label out there')
    expect(readFileSync(labels, 'utf8')).toMatch(/(?:verdict:[\s\S]*){2}# mine\n$/)
  })

  it('folds what is wide, and keeps it apart from what was said before', async () => {
    const wide = '\u6771\u4eac'.repeat(30)
    writeFileSync(
      result,
      JSON.stringify(
        madeUpRun([conversationOf(1, 'met', [said('user', 'late!'), said('assistant', `${wide}\ncustomer: met`)])]),
      ),
    )
    const lines = (await walk('q', null, 40)).split('\n')
    expect(lines.filter((each) => /\p{Lo}/u.test(each) && columnsOf(each) > 40)).toEqual([])
    expect(lines.filter((each) => each.includes('\u4eac'))).toHaveLength(4)
    expect(lines).toContain('    customer: met')
  })

  it('tells a key that it does not know, and skips', async () => {
    expect(await walk('xssss')).toContain('"x" is none of m, n, s, b and q')
    expect(() => readFileSync(labels)).toThrow()
  })
})
