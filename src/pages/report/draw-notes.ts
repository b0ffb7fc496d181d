import { type Child, element } from '../kit/element.ts'
import type { Note } from './report-document.ts'
import { type Markable, verdictWord } from './verdict-mark.ts'

/** What was found about a turn: what went wrong in full, what held in a line that opens. */
export function drawNotes(notes: readonly Note[], file: string): HTMLElement | null {
  const wrong = notes.filter(({ tone }) => tone !== 'passed' && tone !== 'reference')
  const held = notes.filter(({ tone }) => tone === 'passed')
  const beside = notes.filter(({ tone }) => tone === 'reference')
  if (notes.length === 0) return null
  return element(
    'div',
    'notes',
    wrong.length === 0 ? null : element('ul', {}, ...wrong.map((note) => drawNote(note, file))),
    listNotes(`${held.length} ${held.length === 1 ? 'expectation holds' : 'expectations hold'}`, held, file),
    listNotes('for reference', beside, file),
  )
}

function listNotes(title: string, notes: readonly Note[], file: string): Child {
  if (notes.length === 0) return null
  return element(
    'details',
    'held',
    element('summary', {}, title),
    element('ul', {}, ...notes.map((note) => drawNote(note, file))),
  )
}

function drawNote({ at, tone, text }: Note, file: string): HTMLElement {
  const [first = '', ...rest] = text.split('\n')
  const mark: Markable = tone === 'reference' ? 'skipped' : tone
  return element(
    'li',
    { class: 'note', 'data-tone': tone },
    tone === 'reference' ? null : verdictWord(mark),
    element('span', 'said', first),
    at === null ? null : element('code', 'where', `${file}:${at}`),
    rest.length === 0
      ? null
      : element('pre', { tabindex: '0' }, rest.map((line) => line.replace(/^ {2}/, '')).join('\n')),
  )
}
