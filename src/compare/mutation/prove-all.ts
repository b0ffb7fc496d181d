import { countValues } from '../../base/group-by.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { MutableTalk } from './mutant/talk.ts'
import type { ConversationTeeth } from './mutant/teeth-result.ts'
import type { MutantTrial } from './summarise.ts'

/** What one plan did: its first talk, how many of its runs passed, and why it could not be measured. */
export interface HeardPlan {
  talk: MutableTalk
  passed: number
  runs: number
  unscored: ConversationTeeth['unscored']
}

/** Proven: passes each time and notices, by what it expects, what no other proven one does; else the later goes. */
export function proveAll(
  conversations: readonly ConversationTeeth[],
  talks: readonly HeardPlan[],
  trials: ReadonlyMap<MutableTalk, readonly MutantTrial[]>,
): ConversationTeeth[] {
  const caught = talks.map(({ talk }) => new Set((trials.get(talk) ?? []).flatMap((trial) => faultOf(talk, trial))))
  const indexes = new Set(
    talks.flatMap(({ talk, unscored }, at) => (unscored === null && trials.has(talk) ? [at] : [])),
  )
  const noticing = countValues([...indexes].flatMap((at) => [...(caught[at] ?? [])]))
  const alone = (at: number): number => [...(caught[at] ?? [])].filter((fault) => noticing.get(fault) === 1).length
  for (const at of [...indexes].reverse()) {
    if (alone(at) > 0) continue
    indexes.delete(at)
    for (const fault of caught[at] ?? []) noticing.set(fault, (noticing.get(fault) ?? 1) - 1)
  }
  return conversations.map((conversation, at) => {
    const { talk, passed, runs, unscored } = talks[at] as HeardPlan
    if (unscored?.kind === 'skipped' || (unscored === null && !trials.has(talk))) return conversation
    const refused =
      conversation.unscored?.reason ??
      (indexes.has(at)
        ? null
        : caught[at]?.size === 0
          ? noticesNothing(trials.get(talk) ?? [])
          : whoElse(at, caught, indexes, conversations))
    return { ...conversation, proof: { passed, runs, alone: indexes.has(at) ? alone(at) : 0, refused } }
  })
}

const noticesNothing = (trials: readonly MutantTrial[]): string =>
  trials.some(({ isVague }) => isVague === true)
    ? 'most other replies of the agent are as it expects, too: expect what only this one says'
    : 'what it expects notices no worse agent'

/** What a mutant is, wherever it occurs: the same defect of the same agent after the same words of the user is one fault. */
function faultOf({ plan, turns }: MutableTalk, { isAskedFor, isVague, mutant, survives }: MutantTrial): string[] {
  if (survives || isAskedFor !== true || isVague === true) return []
  const { kind, turn, what } = mutant
  const userWords = turns.flatMap(({ index, view }) =>
    turn === null || index <= turn ? view.user.map(({ text }) => wordsOf(text)) : [],
  )
  return [JSON.stringify([plan.agent.value, plan.version, plan.metadata, userWords, kind, what])]
}

/** Words that differ in case, blanks and punctuation alone are the same request. */
const wordsOf = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Names the proven conversation that notices most of what this one does. */
function whoElse(
  at: number,
  caught: readonly ReadonlySet<string>[],
  indexes: ReadonlySet<number>,
  conversations: readonly ConversationTeeth[],
): string {
  const shared = (other: number): number => [...(caught[at] ?? [])].filter((fault) => caught[other]?.has(fault)).length
  const [first] = [...indexes].sort((one, other) => shared(other) - shared(one))
  const other = first === undefined ? undefined : conversations[first]
  const where = other === undefined ? '' : `, most of it ${other.file}:${other.line} (${other.name})`
  return `others notice all that it notices${where}: take it out, or expect more`
}
