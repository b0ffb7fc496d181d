import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import { type DiffLine, differingTurns } from '../../report/comparison/differing-rows.ts'
import type { ChatTalk } from './chat-talk.ts'
import { toResult } from './to-result.ts'

/** What the last answer of a talk and that of another version to the same messages differ in; `earlier` counts the turns before it that differ too. */
export interface TalkDifference {
  lines: DiffLine[]
  earlier: number
}

/** Compares two talks of the same messages. Ids, moments and signatures of links are no difference. */
export function diffTalks(a: ChatTalk, b: ChatTalk): TalkDifference {
  const shown = { a: toResult(a), b: toResult(b) }
  const turns = compareTranscripts(shown.a, shown.b)
  const differing = (of: typeof turns): ReturnType<typeof differingTurns> =>
    differingTurns({ turns: of, shown, agent: a.agent }, { a: a.version, b: b.version })
  return {
    lines: differing(turns.slice(-1)).flatMap(({ lines }) => lines),
    earlier: differing(turns.slice(0, -1)).length,
  }
}
