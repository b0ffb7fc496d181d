import { cutText } from '../../base/privacy/cut.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { type DiffLine, differingTurns } from './differing-rows.ts'

/** How many turns of a conversation, and lines of a turn, a terminal shows. */
const [mostTurns, mostLines] = [2, 6]

/** The first differences between the shown runs of a conversation, as lines of a diff. */
export function formatDifferences(
  conversation: Pick<ConversationComparison, 'turns' | 'shown' | 'agent'>,
  labels: Record<SideKey, string>,
  paint: Paint,
): string[] {
  const turns = differingTurns(conversation, labels)
  const shown = turns
    .slice(0, mostTurns)
    .flatMap(({ title, user, lines }) => [
      `  ${paint.dim(`${title}${user === null ? '' : `  user: ${cutText(cleanLine(user), 72)}`}`)}`,
      ...lines.slice(0, mostLines).map((line) => `    ${formatDiffLine(line, paint)}`),
      ...(lines.length > mostLines ? [`    ${paint.dim(`and ${lines.length - mostLines} more`)}`] : []),
    ])
  const left = turns.length - mostTurns
  return left > 0 ? [...shown, `  ${paint.dim(`${left} more ${left === 1 ? 'turn differs' : 'turns differ'}`)}`] : shown
}

/** A line of a diff, clean and coloured. */
export function formatDiffLine(line: DiffLine, paint: Paint): string {
  if (line.kind === 'removed' || line.kind === 'added') {
    const text = cleanLine(line.text)
    return line.kind === 'removed' ? paint.bad(`- ${text}`) : paint.good(`+ ${text}`)
  }
  const label = cleanLine(line.label)
  if (line.kind === 'words') return `~ ${label}: ${formatWords(line.words, paint)}`
  return `~ ${label}: ${paint.bad(cleanLine(line.a))} → ${paint.good(cleanLine(line.b))}`
}

/** Shows two texts on one line: what only a has as `[-…-]`, what only b has as `{+…+}`, coloured if colours are on. */
export function formatWords(words: TextDifference, paint: Paint): string {
  return shortenWords(words)
    .map(({ kind, text }) => {
      const line = cleanLine(text)
      if (kind === 'removed') return paint.bad(`[-${line}-]`)
      return kind === 'added' ? paint.good(`{+${line}+}`) : line
    })
    .join('')
}

/** Cuts shared text far from the nearest difference, and very long text: the difference is what matters. */
export function shortenWords(words: TextDifference, around = 60, most = 400): TextDifference {
  return words.map(({ kind, text }, index) => {
    const last = index === words.length - 1
    const room = kind !== 'same' ? most : index === 0 || last ? around : around * 2
    const characters = [...text]
    if (characters.length <= room + 1) return { kind, text }
    if (kind === 'same' && index === 0 && !last) return { kind, text: `…${characters.slice(-room).join('')}` }
    if (kind !== 'same' || last) return { kind, text: `${characters.slice(0, room).join('')}…` }
    return { kind, text: `${characters.slice(0, around).join('')} … ${characters.slice(-around).join('')}` }
  })
}
