import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { historyTitle, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import { describeUsageShortly } from '../../engine/verdict/describe-usage.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { type Child, element } from '../kit/element.ts'
import { callsByEntry, drawEntry } from './draw-entry.ts'
import { formatMs } from './latency.ts'
import { type QuotedWords, quotedOf } from './quotations.ts'
import type { ReportNote } from './report-document.ts'
import { type Markable, verdictWord } from './verdict-mark.ts'

export function drawSingleTurn(
  turn: TurnResult,
  { file, agent, notes }: { file: string; agent: string; notes: readonly ReportNote[] },
): HTMLElement {
  const poor = turn.verdict !== 'passed'
  return element(
    'section',
    'turn',
    drawTurnHead(turn.index, turn.step ?? null, turn.verdict, [spentOn(null, turn)]),
    drawUserMessage(turn),
    ...drawEntries(turn.entries, agent, poor, (entry) => quotedOf(notes, turn.index, entry)),
    drawNotes(notes, turn.index, file),
  )
}

export function drawEntries(
  entries: readonly TranscriptEntry[],
  agent: string,
  open: boolean,
  quotedAt: (entry: number) => readonly QuotedWords[] = () => [],
): HTMLElement[] {
  const calls = callsByEntry(pairCalls(entries).calls)
  return entries.flatMap(
    (entry, index) => drawEntry(entry, index, calls, { agent, words: null, open, quoted: quotedAt(index) }) ?? [],
  )
}

/** The user's message, if no entry of the transcript shows it. */
export function drawUserMessage({ user, entries }: TurnResult): HTMLElement | null {
  if (user === null || entries.some((entry) => entry.type === 'message' && entry.role === 'user')) return null
  return element(
    'div',
    { class: 'message', 'data-role': 'user' },
    element('div', 'entry-head', element('span', 'role', 'user')),
    element('div', 'bubble', element('p', { class: 'text', dir: 'auto' }, user)),
  )
}

interface Spent {
  label: string | null
  ms: number | null
  usage: readonly Usage[] | undefined
}

export function spentOn(label: string | null, turn: TurnResult | null): Spent {
  return { label, ms: turn?.turnMs ?? null, usage: turn?.usage }
}

export function drawTurnHead(
  index: number | 'given' | null,
  step: string | null,
  verdict: Markable | null,
  sides: readonly Spent[],
): HTMLElement {
  const sideNotes = sides.flatMap(({ label, ms, usage }) => {
    const spent = [ms === null ? null : formatMs(ms), describeUsageShortly(usage)].filter((each) => each !== null)
    return spent.length === 0 ? [] : [`${label === null ? '' : `${label} `}${spent.join(', ')}`]
  })
  const name = index === 'given' ? historyTitle : index === null ? 'After the last turn' : `Turn ${index + 1}`
  return element(
    'header',
    'turn-head',
    element('h5', {}, step === null ? name : `${name}, step ${step}`),
    verdict === null ? null : verdictWord(verdict),
    sideNotes.length === 0 ? null : element('span', 'muted', sideNotes.join(' · ')),
  )
}

/** The findings about a turn: failures in full, expectations that held collapsed to one line. */
export function drawNotes(all: readonly ReportNote[], turn: number | null, file: string): HTMLElement | null {
  const notes = all.filter((note) => note.turn === turn)
  const wrong = notes.filter(({ tone }) => tone !== 'passed' && tone !== 'reference' && tone !== 'advice')
  const passedNotes = notes.filter(({ tone }) => tone === 'passed')
  const beside = notes.filter(({ tone }) => tone === 'reference')
  const advice = notes.filter(({ tone }) => tone === 'advice')
  if (notes.length === 0) return null
  return element(
    'div',
    'notes',
    wrong.length === 0 ? null : element('ul', {}, ...wrong.map((note) => drawNote(note, file))),
    listNotes(
      `${passedNotes.length} ${passedNotes.length === 1 ? 'expectation holds' : 'expectations hold'}`,
      passedNotes,
      file,
    ),
    listNotes('for reference', beside, file),
    listNotes('advice of judges without a licence, which counts for nothing', advice, file),
  )
}

function listNotes(title: string, notes: readonly ReportNote[], file: string): Child {
  if (notes.length === 0) return null
  return element(
    'details',
    'held',
    element('summary', {}, title),
    element('ul', {}, ...notes.map((note) => drawNote(note, file))),
  )
}

function drawNote({ at, tone, text, excerpt }: ReportNote, file: string): HTMLElement {
  const [first = '', ...rest] = text.split('\n')
  const mark: Markable = tone === 'reference' || tone === 'advice' ? 'skipped' : tone
  return element(
    'li',
    { class: 'note', 'data-tone': tone },
    tone === 'reference' || tone === 'advice' ? null : verdictWord(mark),
    element('span', 'said', first),
    at === null ? null : element('code', 'where', `${file}:${at}`),
    excerpt === undefined
      ? null
      : element('pre', { class: 'excerpt', tabindex: '0', 'aria-label': `${file}:${at ?? ''}` }, excerpt),
    rest.length === 0
      ? null
      : element('pre', { tabindex: '0' }, rest.map((line) => line.replace(/^ {2}/, '')).join('\n')),
  )
}
