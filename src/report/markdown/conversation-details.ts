import { cutText } from '../../base/privacy/cut.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { describePass } from '../comparison/describe-comparison.ts'
import { type DiffLine, differingTurns } from '../comparison/differing-rows.ts'
import { shortenWords } from '../comparison/format-differences.ts'
import { details, escapeCode, escapeText } from './blocks.ts'

/** The largest number of changes, of turns and of lines of a turn shown for one conversation. */
const [mostChanges, mostTurns, mostLines] = [10, 5, 12]

/** The differences in a conversation, collapsed; nothing if there is nothing to show. */
export function conversationDetails(conversation: ConversationComparison, labels: Record<SideKey, string>): string[] {
  const { changes, name } = conversation
  const turns = differingTurns(conversation, labels)
  if (changes.length === 0 && turns.length === 0) return []
  const statistics = describePass(conversation)
  const lines = [
    ...(statistics === null ? [] : [`<sub>${escapeText(statistics)}</sub>`, '']),
    ...capped(changes, mostChanges, 'changes').map((change) =>
      typeof change === 'string' ? change : `- ${change.level}: ${escapeText(cutText(change.text, 500))}`,
    ),
    ...capped(turns, mostTurns, 'turns').flatMap((turn) => {
      if (typeof turn === 'string') return ['', turn]
      const user = turn.user === null ? '' : `: ${escapeText(cutText(turn.user, 200))}`
      return [
        '',
        `<strong>${escapeText(turn.title)}</strong>${user}`,
        '',
        ...capped(turn.lines, mostLines, 'lines').map((line) =>
          typeof line === 'string' ? line : `- ${showLine(line)}`,
        ),
      ]
    }),
  ]
  return [details(`${escapeText(cutText(name, 200))}: what differs`, lines.join('\n'))]
}

function showLine(line: DiffLine): string {
  switch (line.kind) {
    case 'removed':
      return `gone: <del>${escapeText(cutText(line.text, 400))}</del>`
    case 'added':
      return `new: <strong>${escapeText(cutText(line.text, 400))}</strong>`
    case 'words':
      return `${escapeCode(line.label)} ${markWords(line.words)}`
    case 'values':
      return `${escapeCode(line.label)} <del>${escapeText(cutText(line.a, 300))}</del> <strong>${escapeText(cutText(line.b, 300))}</strong>`
  }
}

function capped<T>(items: readonly T[], most: number, what: string): (T | string)[] {
  return items.length <= most ? [...items] : [...items.slice(0, most), `- and ${items.length - most} more ${what}`]
}

/**
 * Shows two texts on one line: what only a has struck out, what only b has in bold. As HTML elements, since `~~` and
 * `**` have no effect next to punctuation or spaces.
 */
export function markWords(words: TextDifference): string {
  return shortenWords(words)
    .map(({ kind, text }) => {
      const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
      if (kind === 'same' || inner === '') return `${space(before)}${escapeText(inner)}${space(after)}`
      const name = kind === 'removed' ? 'del' : 'strong'
      return `${space(before)}<${name}>${escapeText(inner)}</${name}>${space(after)}`
    })
    .join('')
}

function space(text: string): string {
  return text === '' ? '' : ' '
}
