import { columnsOf } from '../../base/text/characters.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import { plainSaid } from '../document/door.ts'
import { said, toned, type Words } from '../document/words.ts'
import { type DiffLine, type DiffTurn, differingTurns } from './differing-rows.ts'

/** How much of a side is shown, and how much of what both say before they part. */
const [longest, lead] = [300, 30]

/** The turn that shows best what b does otherwise: the one in which it fails, or else the first that differs. */
export function firstDifference(
  conversation: Pick<ConversationComparison, 'turns' | 'shown' | 'agent'>,
  labels: Record<SideKey, string>,
): DiffTurn | null {
  const { turns, shown } = conversation
  const failing = shown.b?.turns.findIndex(({ verdict }) => verdict === 'failed') ?? -1
  const behind = differingTurns({ ...conversation, turns: turns.filter(({ b }) => b === failing) }, labels)
  return behind[0] ?? differingTurns(conversation, labels)[0] ?? null
}

/** What each side said or called where they part in a turn, a line each: `- default  reply: I will ask.` */
export function sideLines(
  { lines, crash }: DiffTurn,
  labels: Record<SideKey, string>,
  { isWorse = false }: { isWorse?: boolean } = {},
): Words[] {
  const [a, b] = sidesOf(lines, crash)
  const widths = [labels.a, labels.b].map((label) => columnsOf(plainSaid(label)))
  const gap = (at: number): string => ' '.repeat(Math.max(...widths) - (widths[at] ?? 0) + 2)
  const both: [Words, Words] = [
    ['- ', said(labels.a), gap(0), a],
    ['+ ', said(labels.b), gap(1), b],
  ]
  // What is merely different is neither good nor bad.
  return isWorse ? [toned('good', both[0]), toned('bad', both[1])] : both
}

/** What one side calls comes first, then what both say otherwise: a message that one lacks, another may hold there. */
function sidesOf(lines: readonly DiffLine[], crash: DiffTurn['crash']): [Words, Words] {
  const first = lines.find((line) => !isOneSided(line) || line.of === 'call') ?? lines[0]
  if (first?.kind === 'words') {
    const side = (own: 'removed' | 'added'): Words => [said(first.label), ': ', ...partOf(first.words, own)]
    return [side('removed'), side('added')]
  }
  if (first?.kind === 'values') {
    const side = (value: string): Words => [said(first.label), ': ', said(value, longest)]
    return [side(first.a), side(first.b)]
  }
  const only = (own: 'removed' | 'added'): Words => {
    const line = first?.kind === own ? first : lines.find(({ kind }) => kind === own)
    const crashText = own === 'removed' ? crash.a : crash.b
    if (line !== undefined && isOneSided(line)) return said(line.text, longest)
    return crashText === null ? `no such ${first?.of}` : said(crashText, longest)
  }
  return [only('removed'), only('added')]
}

function isOneSided(line: DiffLine): line is Extract<DiffLine, { of: string }> {
  return line.kind === 'removed' || line.kind === 'added'
}

/** One side of two texts, from shortly before they part. */
function partOf(words: Extract<DiffLine, { kind: 'words' }>['words'], own: 'removed' | 'added'): Words[] {
  const [first, ...others] = words.filter(({ kind }) => kind === 'same' || kind === own)
  if (first === undefined) return []
  const rest = others.map(({ text }) => text).join('')
  const isShared = words[0]?.kind === 'same'
  return isShared ? [said(first.text, lead, 'last'), said(rest, longest)] : [said(first.text + rest, longest)]
}
