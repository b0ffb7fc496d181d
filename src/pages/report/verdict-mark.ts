import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { element, svgElement } from '../kit/element.ts'
import type { Card } from './report-document.ts'

/** The colours of verdicts; every verdict also has its own shape. */
type Tone = 'bad' | 'warn' | 'good' | 'news' | 'quiet'

interface Mark {
  tone: Tone
  /** In a box of 16 by 16. */
  path: string
  isFilled: boolean
}

const disc = 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z'
const square = 'M2.5 2.5h11v11h-11Z'
const marks: Record<Card['verdict'] | 'not judged' | 'held' | 'open' | 'shut', Mark> = {
  regressed: { tone: 'bad', path: 'M1.5 3.5h13L8 14Z', isFilled: true },
  'not comparable': { tone: 'warn', path: `${disc}M4 12 12 4`, isFilled: false },
  flaky: { tone: 'warn', path: 'M1.5 9.5C4 3 6 3 8 8s4 5 6.5-1.5', isFilled: false },
  changed: { tone: 'news', path: 'M8 1.5 14.5 8 8 14.5 1.5 8Z', isFilled: true },
  improved: { tone: 'good', path: 'M1.5 12.5h13L8 2Z', isFilled: true },
  same: { tone: 'quiet', path: 'M3 6h10M3 10.5h10', isFilled: false },
  passed: { tone: 'good', path: 'm2.5 8.5 3.5 4 7.5-9', isFilled: false },
  failed: { tone: 'bad', path: 'm3.5 3.5 9 9m0-9-9 9', isFilled: false },
  errored: { tone: 'warn', path: 'M8 1.5 15 14H1ZM8 6v4m0 1.5v1', isFilled: false },
  broken: { tone: 'bad', path: `${square}m0 0 11 11`, isFilled: false },
  'not reached': { tone: 'quiet', path: disc, isFilled: false },
  'expected fail': { tone: 'quiet', path: 'm4 4 8 8m0-8-8 8M1.5 14.5h13', isFilled: false },
  advice: { tone: 'news', path: 'M8 2.5v11M2.5 8h11', isFilled: false },
  skipped: { tone: 'quiet', path: 'M3 8h10', isFilled: false },
  unsafe: { tone: 'warn', path: 'M8 1.5 13.5 4v4c0 3-2.5 5.5-5.5 6.5C5 13.5 2.5 11 2.5 8V4ZM5 8h6', isFilled: false },
  'not judged': { tone: 'quiet', path: disc, isFilled: false },
  held: { tone: 'good', path: 'm2.5 8.5 3.5 4 7.5-9', isFilled: false },
  open: { tone: 'good', path: 'm2.5 8.5 3.5 4 7.5-9', isFilled: false },
  shut: { tone: 'bad', path: 'm3.5 3.5 9 9m0-9-9 9', isFilled: false },
}

/** Everything that can have a mark: verdicts of conversations and turns, and of the gate. */
export type Markable = keyof typeof marks

export function toneOf(verdict: Markable): Tone {
  return marks[verdict].tone
}

/** The shape of a verdict, hidden from screen readers because the word is next to it. */
export function verdictShape(verdict: Markable): SVGElement {
  const { path, isFilled } = marks[verdict]
  const paint = { fill: isFilled ? 'currentColor' : 'none', stroke: 'currentColor' }
  const line = { 'stroke-width': 2, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }
  const attributes = { class: 'shape', viewBox: '0 0 16 16', width: 14, height: 14, 'aria-hidden': 'true' }
  return svgElement('svg', attributes, svgElement('path', { d: path, ...paint, ...line }))
}

export function verdictWord(verdict: Markable, word: string = nameVerdict(verdict)): HTMLElement {
  return element('span', { class: 'verdict', 'data-tone': toneOf(verdict) }, verdictShape(verdict), word)
}
