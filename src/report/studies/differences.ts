import type { BlueprintChange } from '../../compare/blueprint/blueprint-shape.ts'
import { diffWords } from '../../compare/diff/diff-words.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { describeAgentChange } from '../comparison/describe-comparison.ts'
import { type DiffLine, differingTurns } from '../comparison/differing-rows.ts'
import { said, toned, type Words } from '../document/words.ts'

/** How many turns of a conversation, and lines of a turn, are shown. */
const [mostTurns, mostLines] = [2, 6]

/** The first differences between two runs of a conversation, as lines. */
export function differenceLines(
  conversation: Pick<ConversationComparison, 'turns' | 'shown' | 'agent'>,
  labels: Record<SideKey, string>,
): Words[] {
  const turns = differingTurns(conversation, labels)
  const restCount = turns.length - mostTurns
  return [
    ...turns
      .slice(0, mostTurns)
      .flatMap(({ title, user, lines }): Words[] => [
        toned('dim', [title, user === null ? '' : ['  user: ', said(user, 72)]]),
        ...lines.slice(0, mostLines).map((line): Words => ['  ', differenceLine(line)]),
        ...(lines.length > mostLines ? [toned('dim', `  and ${lines.length - mostLines} more`)] : []),
      ]),
    ...(restCount > 0 ? [toned('dim', `${restCount} more ${restCount === 1 ? 'turn differs' : 'turns differ'}`)] : []),
  ]
}

/** A line of a difference: what only one side has, or what both have with what differs in it. */
export function differenceLine(line: DiffLine): Words {
  if (line.kind === 'removed') return toned('bad', ['- ', said(line.text)])
  if (line.kind === 'added') return toned('good', ['+ ', said(line.text)])
  const head = ['~ ', said(line.label), ': ']
  if (line.kind === 'words') return [...head, shortDifference(line.words)]
  return [...head, toned('bad', said(line.a)), ' → ', toned('good', said(line.b))]
}

/** What changed in an agent, in one line: a text with its words, a list or setting with its values. */
export function changeLine(change: BlueprintChange): Words {
  const text = describeAgentChange(change)
  return text === null ? [said(change.path), ': ', shortDifference(change.words ?? [])] : said(text, 1_000)
}

/** Two texts in one, word by word: what only the first has and what only the second has are toned. */
export function wordDifference(was: string, now: string): Words {
  return shortDifference(diffWords(was, now))
}

/** Words that differ, in one line: shared text far from a difference is cut, and what differs to `most` characters. */
export function shortDifference(words: TextDifference, most = 400): Words {
  return shortenWords(words, 60, most).map(({ kind, text }) => {
    const whole = said(text, Number.POSITIVE_INFINITY)
    return kind === 'same' ? whole : toned(kind, whole)
  })
}

/** Cuts shared text far from the nearest difference, and very long text: the difference is what matters. */
function shortenWords(words: TextDifference, around: number, most: number): TextDifference {
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
