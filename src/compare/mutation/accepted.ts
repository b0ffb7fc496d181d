import { reason } from '../../suite/language/matchers/fixed-text.ts'
import { list } from '../../suite/yaml/collections.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, wholeNumber, withPlace, word } from '../../suite/yaml/scalar.ts'
import type { ReadOf, Shape } from '../../suite/yaml/shape.ts'
import { allKinds, type MutantKind } from './mutant/mutant.ts'

const accepted = record('an accepted mutant', {
  suite: required(withPlace(text), 'The name of the suite.'),
  conversation: optional(withPlace(text), 'The name of the conversation; all of the suite without it.'),
  turn: optional(wholeNumber(1), 'Which turn, counted from 1; every one without it.'),
  kind: required(word(allKinds), 'What the agent does worse, such as change argument.'),
  what: optional(text, 'A part of what the report says of the mutant, such as the name of an argument.'),
  reason: required(reason, 'Why nothing need notice it.'),
})

/** Mutants that may survive, with the reason; a member left out matches every conversation, turn or mutant. */
export interface AcceptedMutants extends Omit<ReadOf<typeof accepted>, 'at'> {}

export const acceptedShape: Shape<AcceptedMutants[]> = list('accepted mutants', accepted)

/** Whether an accept entry applies to a mutant. */
export function accepts(
  { suite, conversation, turn, kind, what }: AcceptedMutants,
  mutant: { suite: string; conversation: string; turn: number | null; kind: MutantKind; what: string },
): boolean {
  return (
    suite.value === mutant.suite &&
    (conversation === undefined || conversation.value === mutant.conversation) &&
    (turn === undefined || turn === mutant.turn) &&
    kind === mutant.kind &&
    (what === undefined || mutant.what.includes(what))
  )
}
