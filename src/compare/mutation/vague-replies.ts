import { unique } from '../../base/group-by.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Mutant, TurnMutantKind } from './mutant/mutant.ts'
import type { HeardTurn, MutableTalk } from './mutant/talk.ts'
import { phrases } from './operators/meaning.ts'
import { onlySaying } from './operators/replies.ts'
import type { MutantTrial } from './summarise.ts'

/** The mutants whose reply lacks something: only what demands of a reply something of its own is proven by them. */
const lacking: ReadonlySet<string> = new Set<TurnMutantKind>([
  'drop reply',
  'replace reply',
  'refuse help',
  'cut reply',
  'negate reply',
  'change number',
  'change word',
  'prefix number',
  'leave out number',
  'leave out apology',
])

type Outcome = ConversationResult['outcomes'][number]

/** The outcomes of a conversation and of its turns that failed. */
export const failuresIn = ({ outcomes, turns }: ConversationResult): Outcome[] =>
  [...outcomes, ...turns.flatMap((turn) => turn.outcomes)].filter(({ verdict }) => verdict === 'failed')

/** Whether something broke that the script expects, and not a law. */
export const breaksExpectation = (result: ConversationResult): boolean =>
  failuresIn(result).some(({ kind }) => kind !== 'law')

const mostOthers = 8

/** Marks trials that prove nothing: where most other replies of the agent would pass too. `tries` asks no judge. */
export async function markVague(
  talk: MutableTalk,
  trials: readonly MutantTrial[],
  talks: readonly MutableTalk[],
  tries: (mutant: Mutant) => Promise<ConversationResult>,
): Promise<MutantTrial[]> {
  const vague = new Map<number, boolean>()
  const isIn = async (turn: HeardTurn): Promise<boolean> => {
    const others = otherReplies(turn, talk, talks)
    let noticed = 0
    for (const { what, entries } of others.flatMap((text) => onlySaying(turn.view, text))) {
      const result = await tries({ kind: 'replace reply', what, turn: turn.index, entries, lateMs: 0 })
      const isJudged = result.verdict === 'passed' || result.verdict === 'failed'
      if (!isJudged || breaksExpectation(result)) noticed += 1
    }
    return noticed < others.length / 2
  }
  const markedTrials: MutantTrial[] = []
  for (const trial of trials) {
    const { isAskedFor, isSpecific, mutant, survives } = trial
    const { kind, turn: index } = mutant
    const turn = talk.turns.find((each) => each.index === index)
    const counts = !survives && isAskedFor === true && isSpecific !== true && lacking.has(kind)
    if (counts && turn !== undefined && !vague.has(turn.index)) vague.set(turn.index, await isIn(turn))
    markedTrials.push(
      counts && turn !== undefined && vague.get(turn.index) === true ? { ...trial, isVague: true } : trial,
    )
  }
  return markedTrials
}

/** What the agent said in other turns, and two replies that fit no turn. */
function otherReplies({ view }: HeardTurn, talk: MutableTalk, talks: readonly MutableTalk[]): string[] {
  const { refusal, promise } = phrases(view.replyText)
  const replies = talks
    .filter(({ plan }) => plan.agent.value === talk.plan.agent.value)
    .flatMap(({ turns }) => turns.map((turn) => turn.view.replyText))
    .filter((text) => text.trim() !== '' && text !== view.replyText)
  const others = unique(replies)
  const step = Math.max(1, Math.ceil(others.length / mostOthers))
  return [...others.filter((_, at) => at % step === 0), refusal, promise]
}
