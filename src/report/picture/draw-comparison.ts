import type { TurnComparison } from '../../compare/model/turn-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { drawPicture } from './draw-picture.ts'
import type { PictureLabels } from './picture-labels.ts'
import { turnBlocks } from './turn-blocks.ts'

/**
 * Two runs of a conversation side by side, as SVG: their turns and entries aligned as `turns` says (see
 * `compareTranscripts`), and whatever differs marked in its place.
 */
export function drawComparison(
  turns: readonly TurnComparison[],
  a: ConversationResult,
  b: ConversationResult,
  labels: PictureLabels,
): string {
  return drawPicture({
    title: `${b.suite} > ${b.name}: ${labels.a} beside ${labels.b}`,
    description: turns.map(describeTurn).join(' '),
    heads: { a: `${labels.a}: ${a.verdict}`, b: `${labels.b}: ${b.verdict}` },
    blocks: turns.flatMap((turn) => turnBlocks(turn, a, b, labels)),
  })
}

function describeTurn({ a, b, verdict, changes }: TurnComparison): string {
  const said = changes.map(({ text }) => text).join('; ')
  return `Turn ${(b ?? a ?? 0) + 1}: ${verdict}${said === '' ? '' : `: ${said}`}.`
}
