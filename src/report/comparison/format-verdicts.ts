import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import { addressOf } from '../../engine/verdict/address-of.ts'
import { cleanLine } from '../text/clean-line.ts'
import { foldLine } from '../text/fold-line.ts'
import type { Paint } from '../text/paint.ts'
import { describeFindings } from './describe-findings.ts'
import { describePass } from './describe-pass.ts'
import { formatDifferences } from './format-differences.ts'
import { orderGravest } from './order-gravest.ts'
import { verdictMarks } from './verdict-marks.ts'

/** How many conversations are told whole, and how many findings and changes of one. */
const [mostConversations, mostFindings, mostChanges] = [20, 3, 5]

/** The conversations that are not the same, the gravest first: the verdict, the reason, what changed, and where. */
export function formatVerdicts({ conversations, sides }: Comparison, paint: Paint, columns: number | null): string[] {
  const labels = { a: sides.a.label, b: sides.b.label }
  const gravest = orderGravest(conversations)
  const lines = gravest.slice(0, mostConversations).flatMap((conversation) => {
    const told = formatConversation(conversation, paint, columns)
    const quiet = conversation.verdict === 'improved' || conversation.verdict === 'not comparable'
    return ['', ...told, ...(quiet ? [] : formatDifferences(conversation, labels, paint))]
  })
  const left = gravest.length - mostConversations
  return left > 0 ? [...lines, '', paint.dim(` and ${left} more: --json and --html have them all`)] : lines
}

function formatConversation(conversation: ConversationComparison, paint: Paint, columns: number | null): string[] {
  const { verdict, certainty, excused, suite, name, reason, changes } = conversation
  const { mark, paint: colour } = verdictMarks[verdict]
  const word =
    certainty === null ? verdict : `${verdict} (${certainty === 'unconfirmed' ? 'not confirmed' : certainty})`
  const pass = describePass(conversation)
  const folded = (text: string, hang = '    '): string[] => foldLine(`  ${cleanLine(text)}`, columns, hang)
  const findings = describeFindings(conversation)
  const left = changes.length - mostChanges
  return [
    ` ${paint[colour](`${mark} ${word}`)}  ${paint.dim(`${cleanLine(suite)} >`)} ${paint.strong(cleanLine(name))}  ${paint.dim(`${cleanLine(addressOf(conversation))}`)}`,
    ...folded(reason),
    ...(excused === null ? [] : folded(`excused: ${excused}`)),
    ...(pass === null ? [] : folded(pass).map((line) => paint.dim(line))),
    ...findings.slice(0, mostFindings).flatMap((text) => folded(text)),
    ...changes.slice(0, mostChanges).flatMap(({ level, text }) => folded(`- ${level}: ${text}`)),
    ...(left > 0 ? [paint.dim(`  and ${left} more ${left === 1 ? 'change' : 'changes'}`)] : []),
  ]
}
