import { allKinds, type Mutant, type MutantKind, type StoredKind, type TurnMutantKind } from './mutant/mutant.ts'
import type { MutableTalk } from './mutant/talk.ts'
import * as calls from './operators/calls.ts'
import * as delays from './operators/delays.ts'
import * as items from './operators/items.ts'
import * as lists from './operators/lists.ts'
import * as meaning from './operators/meaning.ts'
import type { MutationOperator, Surroundings } from './operators/operator.ts'
import * as replies from './operators/replies.ts'
import * as speakers from './operators/speakers.ts'
import * as stored from './operators/stored-session.ts'
import * as values from './operators/values.ts'

/** What the operator of a kind is called: `dropCall` for `drop call`. */
type OperatorName<Kind extends string> = Kind extends `${infer First} ${infer Rest}`
  ? `${First}${Capitalize<OperatorName<Rest>>}`
  : Kind

const nameOf = <Kind extends string>(kind: Kind): OperatorName<Kind> =>
  kind.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()) as OperatorName<Kind>

// Namespaces as values: knip takes what is only spread for unused.
const [ofCalls, ofTimes, ofReplies, ofMeaning] = [calls, delays, replies, meaning]
const [ofItems, ofLists, ofSpeakers, ofValues] = [items, lists, speakers, values]
const inTurns: Record<OperatorName<TurnMutantKind>, MutationOperator> = {
  ...{ ...ofCalls, ...ofTimes, ...ofReplies, ...ofMeaning },
  ...{ ...ofItems, ...ofLists, ...ofSpeakers, ...ofValues },
}

const [inSessions]: [Record<OperatorName<StoredKind>, stored.StoredOperator>] = [stored]

const isStored = (kind: MutantKind): kind is StoredKind => Object.hasOwn(inSessions, nameOf(kind))

/** Every mutant of a recording once, turn by turn. No call is added where none could be seen. `around` is by turn. */
export function listMutants(
  talk: MutableTalk,
  around: readonly Surroundings[],
  kinds: readonly MutantKind[] = allKinds,
): Mutant[] {
  const { session } = talk
  const ofTurns = talk.turns.flatMap((turn, at) => {
    const surroundings = around[at]
    if (surroundings === undefined) return []
    const texts = new Set([JSON.stringify(turn.view.entries)])
    return kinds.flatMap((kind): Mutant[] => {
      if (isStored(kind) || (kind === 'add call' && turn.view.unseen !== null)) return []
      return inTurns[nameOf(kind)](turn, surroundings).flatMap(({ what, entries, lateMs = 0 }) => {
        const text = JSON.stringify(entries)
        if (texts.has(text)) return []
        texts.add(text)
        return [{ kind, what, turn: turn.index, entries, lateMs }]
      })
    })
  })
  if (session === null) return ofTurns
  const ofSession = kinds
    .filter(isStored)
    .flatMap((kind) =>
      inSessions[nameOf(kind)]({ ...talk, session }, around.at(-1)).map(
        (change): Mutant => ({ kind, turn: null, ...change }),
      ),
    )
  return [...ofTurns, ...ofSession]
}
