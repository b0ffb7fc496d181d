import type { Edit } from '../typed/edit.ts'
import { formOperators } from './form.ts'
import { notationOperators } from './notation.ts'
import type { VariantOperator } from './operator.ts'
import { wordOperators } from './words.ts'

type Replace = Extract<Edit, { kind: 'replace' }>

/** Habits of one person at once: the edits of other operators, each where those before it leave room. */
function together(
  own: Omit<VariantOperator, 'family' | 'edits'>,
  habits: readonly string[],
  typedAs: (now: string) => string = (now) => now,
): VariantOperator {
  const operators = [...formOperators, ...wordOperators, ...notationOperators]
  const parts = habits.flatMap((habit) => operators.filter(({ name }) => name === habit))
  return {
    ...own,
    family: 'habits',
    edits(typed, draw) {
      const edits: Replace[] = []
      for (const part of parts)
        for (const edit of part.edits(typed, draw))
          if (edit.kind === 'replace' && !edits.some((other) => overlap(edit, other)))
            edits.push({ ...edit, now: typedAs(edit.now) })
      return edits
    },
  }
}

function overlap(one: Replace, other: Replace): boolean {
  return one.turn === other.turn && one.at < other.at + other.was.length && other.at < one.at + one.was.length
}

/** What the same person does all the time, and so in one message together. */
export const habitOperators: readonly VariantOperator[] = [
  together(
    {
      name: 'no capitals or punctuation',
      does: 'neither a capital nor a mark is typed',
      ...{ languages: null, changes: 'wording', variants: 1 },
    },
    ['no punctuation', 'small letters'],
  ),
  together(
    {
      name: 'dictation',
      does: 'it is spoken: counts in words, a filler, no capitals and no marks',
      ...{ languages: ['en'], changes: 'notation', variants: 2 },
    },
    ['numbers in words', 'fillers', 'no punctuation', 'small letters'],
    (now) => now.replaceAll(',', ''),
  ),
]
