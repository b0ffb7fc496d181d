import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { SideKey } from '../../compare/model/side.ts'
import { cleanLine, cutText } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import { type DiffLine, differingTurns } from './differing-rows.ts'
import { formatWords } from './format-words.ts'

/** How many turns of a conversation, and lines of a turn, a terminal shows. */
const [mostTurns, mostLines] = [2, 6]

/** The first differences between the shown runs of a conversation, as lines of a diff. */
export function formatDifferences(
  conversation: ConversationComparison,
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
