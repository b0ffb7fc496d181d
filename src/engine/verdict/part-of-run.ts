import { count, listSome } from '../../base/text/wording.ts'
import type { Problem } from '../../suite/yaml/problem.ts'

import type { MissingShards, Shard } from './run-parts-shape.ts'
import type { Verdict } from './verdict.ts'

export type { MissingShards, Shard }

/** What did not count in a run although its scripts state it; each member is absent if there is nothing of it. */
export interface LeftOutParts {
  /** The number of conversations left out because others are marked `only: true`. */
  leftOutByOnly?: number
  /** The shards that a merge lacks: what their conversations do is not known. */
  missingShards?: MissingShards
  /** Why this ran in place of a comparison: no agent has a draft. */
  notCompared?: string
  /** Tools that scripts name and nothing knows, so that what is stated of them was held against nothing; and what is gone. */
  warnings?: Problem[]
}

/** Whether a warning is of conversations that no suite has any more, and of nothing that a script names. */
export function isGone({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'gone-conversation'
}

/** A conversation that did not run, with the reason. */
export interface SkippedConversation {
  file: string
  line: number
  name: string
  reason: string
  /** Its script does not skip it: its agent has no draft. */
  lacksDraft?: true
  /** Its script does not skip it: its agent is new, and this is what came of it on side b by itself. */
  alone?: Verdict
}

/** For every report, because it must not look like a pass; null if nothing was left out. */
export function describeLeftOut({
  leftOutByOnly = 0,
  skipped = [],
  changed,
  warnings = [],
  notCompared,
  missingShards,
}: LeftOutParts & { skipped?: readonly SkippedConversation[]; changed?: { notRun: readonly SkippedConversation[] } }):
  | string
  | null {
  const skipNotes = skipped.map(({ name, reason }) => `"${name}" (${reason})`)
  const { notRun = [] } = changed ?? {}
  const describe = ({ file, at, message, hint }: Problem): string =>
    [`${file}:${at.line} ${message}`, ...(hint === undefined ? [] : [`(${hint})`])].join(' ')
  const unheld = warnings.filter((each) => !isGone(each)).map(describe)
  const reasons = [
    ...(missingShards === undefined ? [] : [describeMissing(missingShards)]),
    ...(notCompared === undefined ? [] : [`nothing was compared: ${notCompared}`]),
    ...(leftOutByOnly === 0 ? [] : [`only: true left out ${count(leftOutByOnly, 'conversation')}`]),
    ...(skipped.length === 0 ? [] : [`skipped ${count(skipped.length, 'conversation')}: ${listSome(skipNotes, 3)}`]),
    ...(notRun.length === 0
      ? []
      : [
          `not run: ${count(notRun.length, 'conversation')}, ${notRun[0]?.reason}: ${listSome(
            notRun.map(({ name }) => `"${name}"`),
            3,
          )}`,
        ]),
    ...(unheld.length === 0 ? [] : [`${count(unheld.length, 'name')} that nothing knows: ${listSome(unheld, 3)}`]),
    ...warnings.filter(isGone).map(describe),
  ]
  return reasons.length === 0 ? null : reasons.join('; ')
}

export function leftOutMember(count: number): LeftOutParts {
  return count === 0 ? {} : { leftOutByOnly: count }
}

/** `shards 2/4, 3/4 left no result: 9 conversations were not judged (the service is down)`. */
export function describeMissing({ indexes, of, conversations, reasons = [] }: MissingShards): string {
  const shards = indexes.map((index) => `${index}/${of}`).join(', ')
  const were = conversations === 1 ? 'was' : 'were'
  const why = reasons.length === 0 ? '' : ` (${listSome(reasons, 2)})`
  return `${indexes.length === 1 ? 'shard' : 'shards'} ${shards} left no result: ${count(conversations, 'conversation')} ${were} not judged${why}`
}

/** That a shard has nothing to do, since there are fewer conversations than shards; null if it has something to do. */
export function describeEmptyShard({ index, of, total, positions }: Shard): string | null {
  if (Object.keys(positions).length > 0 || total === 0) return null
  const conversations = total === 1 ? 'the only conversation is' : `all ${total} conversations are`
  return `shard ${index}/${of} is empty: ${conversations} in other shards`
}
