import type { TextDifference } from '../../../compare/model/text-difference.ts'
import type { LineDifference } from '../../../records/snapshots/diff-lines.ts'
import type { Paint } from '../../../report/text/paint.ts'

/** Lines around a difference that are shown with it. */
const context = 1

/**
 * The lines that differ, each below its turn and beside a line of context. `-` was there, `+` is new; in a line with `~`
 * the words that went stand as `[-so-]`, those that came as `{+so+}`.
 */
export function describeDifferences(lines: readonly LineDifference[], paint: Paint): string[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'),
  )
  let section = ''
  let skipped = false
  return lines.flatMap((line, index) => {
    if (near[index] !== true) {
      skipped = true
      return []
    }
    const gap = skipped && line.section === section ? [paint.dim('        …')] : []
    const head = line.section === section ? gap : [`    ${paint.strong(line.section)}`]
    section = line.section
    skipped = false
    return [...head, ...describeLine(line, paint).map((text) => `      ${text.replaceAll('\n', '\n          | ')}`)]
  })
}

function describeLine(line: LineDifference, paint: Paint): string[] {
  switch (line.kind) {
    case 'same':
      return [paint.dim(`  ${shorten(line.text)}`)]
    case 'removed':
      return [paint.bad(`- ${line.text}`)]
    case 'added':
      return [paint.good(`+ ${line.text}`)]
    case 'changed':
      return isMostlyNew(line.words) ? describeBoth(line.words, paint) : [`~ ${describeWords(line.words, paint)}`]
  }
}

/** Two texts with next to nothing in common read better one below the other. */
function isMostlyNew(words: TextDifference): boolean {
  const lengthOf = (kinds: readonly string[]): number =>
    words.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0)
  return lengthOf(['same']) * 2 < Math.min(lengthOf(['same', 'removed']), lengthOf(['same', 'added']))
}

function describeBoth(words: TextDifference, paint: Paint): string[] {
  const without = (gone: string): string => words.map(({ kind, text }) => (kind === gone ? '' : text)).join('')
  return [paint.bad(`- ${without('added')}`), paint.good(`+ ${without('removed')}`)]
}

function describeWords(words: TextDifference, paint: Paint): string {
  return words
    .map(({ kind, text }) => {
      if (kind === 'same') return shorten(text)
      return kind === 'removed' ? paint.bad(`[-${text}-]`) : paint.good(`{+${text}+}`)
    })
    .join('')
}

/** What is the same on both sides and long, as outputs of tools are, without its middle. */
function shorten(text: string): string {
  const [most, kept] = [240, 80]
  const units = Array.from(text)
  return units.length <= most ? text : `${units.slice(0, kept).join('')} … ${units.slice(-kept).join('')}`
}
