import { columnsOf } from '../../base/text/characters.ts'
import { foldLine } from './line.ts'
import type { Paint } from './paint.ts'
import type { TraceLine } from './trace-conversation.ts'

/** The width of a trace if the output is no terminal, and its largest number of lines. */
const [defaultWidth, mostLines] = [100, 60]

/** A trace dim but for failures, wrapped, at most 60 lines: some of the middle go, since most fail at the end. */
export function formatTrace(trace: readonly TraceLine[], columns: number | null, paint: Paint): string[] {
  const labels = trace.map(({ turn }, index) => (index > 0 && trace[index - 1]?.turn === turn ? '' : label(turn)))
  const width = Math.max(...labels.map(({ length }) => length))
  const most = Math.max((columns ?? defaultWidth) - 4, 40)
  const events = trace.map(({ seen, found, poor }, index) =>
    layOut(`${(labels[index] ?? '').padEnd(width)}  `, seen, found, most).map((text) =>
      poor ? `    ${text}` : paint.dim(`    ${text}`),
    ),
  )
  return cap(events, paint)
}

function label(turn: TraceLine['turn']): string {
  if (turn === 'history') return turn
  return turn === null ? 'after' : `turn ${turn + 1}`
}

/** An event on one line; if that is too long, the findings get lines of their own. */
function layOut(label: string, entry: string, notes: string, width: number): string[] {
  const whole = `${label}${entry}${notes === '' ? '' : `   ${notes}`}`
  if (columnsOf(whole) <= width) return [whole]
  const indent = ' '.repeat(label.length + 2)
  return [
    ...foldLine(label + entry, width, `${indent}  `),
    ...(notes === '' ? [] : foldLine(indent + notes, width, indent)),
  ]
}

/** Keeps whole events only: a third of the lines from the start, the rest from the end. */
function cap(events: readonly string[][], paint: Paint): string[] {
  if (events.flat().length <= mostLines) return events.flat()
  const head = fitting(events, mostLines / 3)
  const rest = events.slice(head.length)
  const tail = fitting(rest.toReversed(), mostLines - 1 - head.flat().length).toReversed()
  const remainder = rest.slice(0, rest.length - tail.length)
  const count = remainder.length
  return [
    ...head.flat(),
    paint.dim(`    … ${count} ${count === 1 ? 'event' : 'events'} in ${remainder.flat().length} lines left out`),
    ...tail.flat(),
  ]
}

function fitting(events: readonly string[][], most: number): string[][] {
  let lines = 0
  const end = events.findIndex((event) => {
    lines += event.length
    return lines > most
  })
  return events.slice(0, end === -1 ? events.length : end)
}
