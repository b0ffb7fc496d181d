import { describe, expect, it } from 'vitest'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { called, said } from '../transcript/entries.fixture.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { judgeTurn, ran } from './judge-turn.fixture.ts'
import type { CallSeen, Mismatch, Outcome } from './outcome/outcome.ts'
import { outcomeTable } from './outcome-table.fixture.ts'

type Entry = TurnView['entries'][number]

const timestamp = '2026-01-01T00:00:00Z'
const text = (words: string): ContentItem => ({ type: 'text', text: words })
const button = (words: string, payload: string): ContentItem => ({ type: 'button', text: words, payload })
const thinks = (thinking: string): Entry => ({ type: 'thinking', thinking, timestamp })
const media: ContentItem[] = [
  { type: 'image', url: 'https://a.example/1', caption: 'a mug', mimeType: 'image/png' },
  { type: 'image', url: 'https://a.example/2', caption: '', mimeType: 'image/png' },
  { type: 'video', url: 'https://a.example/3', caption: 'a talk', mimeType: 'video/mp4' },
  { type: 'video', url: 'https://a.example/4', caption: '', mimeType: 'video/mp4' },
  { type: 'audio', url: 'https://a.example/5', mimeType: 'audio/ogg' },
  { type: 'file', url: 'https://a.example/6', filename: 'bill.pdf', mimeType: 'application/pdf' },
]
const scenes: Readonly<Record<string, Entry[]>> = {
  nothing: [],
  'two messages': [said('assistant', 'First part.', 0, 'desk'), said('assistant', 'Second part.', 0, 'human')],
  'a last message that names no agent': [said('assistant', 'a', 0, 'desk'), said('assistant', 'b', 0, null)],
  'a first message that names no agent': [said('assistant', 'a', 0, null), said('assistant', 'b', 0, 'desk')],
  'a text with a button': [said('assistant', [text('Hi'), button('Track', 'x')]), said('assistant', 'Bye')],
  items: [said('assistant', [text('See'), button('Track', 'x'), ...media]), said('assistant', [button('Cancel', 'y')])],
  thoughts: [thinks('hm'), thinks('aha'), { type: 'summary', summary: 'sum', timestamp }],
  calls: [...ran('a', { n: 1 }), ...ran('b'), ...ran('a', { n: 2 }), ...ran('c', {}, '{}', { phase: 'post' })],
  'a call that failed': ran('a', {}, '{}', { is_error: true }),
  'a call without output': [called('a', 'a')],
  'a call of no phase': [...ran('a', { n: 1 }), ...ran('b'), ...ran('a', { n: 2 }, '{}', { phase: null })],
  'a call of no phase that failed': [...ran('a'), ...ran('b'), ...ran('a', {}, '{}', { phase: null, is_error: true })],
  'two calls of no phase': [...ran('a', {}, '{}', { phase: null }), ...ran('a', { n: 2 }, '{}', { phase: null })],
  'a call of no time': [...ran('a', { n: 1 }), ...ran('a', { n: 2 }, '{}', { executionTimeMs: null }), ...ran('b')],
  'an output that says one thing twice': [...ran('a', {}, '{"x":1,"x":2}'), ...ran('b')],
}

/** The members that outcomes of several kinds share. */
interface Details {
  subject?: string
  item?: string
  rule?: string
  name?: string | null
  by?: string
  seen?: number
  counted?: number[]
  call?: CallSeen | null
  closest?: CallSeen | null
  made?: CallSeen[]
  inPhase?: string
  mismatches?: Mismatch[]
}

function tell(outcome: Outcome): string {
  const { kind, verdict, at, ...rest } = outcome
  const {
    subject,
    item,
    rule,
    name,
    by,
    seen,
    counted,
    call,
    closest,
    made = [],
    inPhase,
    mismatches = [],
  } = rest as Details
  const what = `${verdict} @${at.column} ${kind} ${subject ?? item ?? rule ?? name ?? ''}`.trim()
  const more = [
    by,
    seen === undefined ? undefined : `seen ${seen}`,
    counted === undefined ? undefined : `counted ${counted.join() || 'none'}`,
    call == null ? undefined : `call ${call.name}`,
    closest == null ? undefined : `closest ${closest.name} at ${closest.index}`,
    made.length === 0 ? undefined : `made ${made.map((each) => each.name).join()}`,
    inPhase === undefined ? undefined : `in ${inPhase}`,
  ]
  const misses = mismatches.map(
    ({ path, expected, actual, at: { column } }) => `${path}: ${expected}, not ${JSON.stringify(actual)} @${column}`,
  )
  return [what, ...more.filter((each) => each !== undefined), ...misses].join(' | ')
}

/** The rows of the table: a scene, an expectation, and its outcomes. */
function rowsOf(table: string): [scene: string, yaml: string, told: string[]][] {
  const rows: ReturnType<typeof rowsOf> = []
  let scene = ''
  for (const line of table.trim().split('\n')) {
    if (line.startsWith('# ')) scene = line.slice(2)
    else if (line.startsWith('  ')) rows.at(-1)?.[2].push(line.trim())
    else rows.push([scene, line, []])
  }
  return rows
}

describe('what is told of', () => {
  it.each(rowsOf(outcomeTable))('%s, %s', (scene, yaml, lines) => {
    expect(judgeTurn(yaml, scenes[scene] ?? []).map(tell)).toEqual(lines)
  })
  it('each scene is looked at', () => {
    expect([...new Set(rowsOf(outcomeTable).map(([scene]) => scene))]).toEqual(Object.keys(scenes))
  })
})
