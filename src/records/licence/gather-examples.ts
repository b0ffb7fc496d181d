import { groupBy } from '../../base/group-by.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import { listEntries } from '../../engine/judge/compose-question.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { Example } from './example.ts'

/** An example with the finding of the people who labelled it. */
export interface LabelledExample {
  example: Example
  verdict: JudgeFinding
}

/** The examples of one criterion with one scope (turn or conversation), each counted once. */
export interface Examples {
  /** Examples on which no two people disagree. */
  agreed: LabelledExample[]
  /** For examples labelled by several people: the findings of the first two. */
  pairs: [JudgeFinding, JudgeFinding][]
  /** Examples on which people disagree; they count for nothing. */
  disputed: Example[]
  /** How many repeat another example. */
  repeated: number
  /** A person contradicts themselves; the labels cannot be used. */
  problems: Problem[]
  /** The files, sorted by name, each with the hash of its examples of this criterion. */
  files: { file: string; examples: string }[]
}

/** What a judge sees of an example: the turn alone, or everything up to it. */
export function shownOf({ turns }: Pick<Example, 'turns'>, looksAt: 'turn' | 'conversation'): Example['turns'] {
  return looksAt === 'turn' ? turns.slice(-1) : turns
}

/** Sorts a criterion's labelled examples; two are the same where a judge would be shown the same. */
export function gatherExamples(all: readonly Example[], asWritten: string, looksAt: 'turn' | 'conversation'): Examples {
  const own = all.filter((each) => each.asWritten === asWritten && (each.looksAt ?? looksAt) === looksAt)
  const keyed = own.map((example) => ({ example, key: exampleKey(example, looksAt) }))
  const examples: Examples = { agreed: [], pairs: [], disputed: [], repeated: 0, problems: [], files: filesOf(keyed) }
  for (const [first, ...others] of groupBy(keyed, ({ key }) => key)) {
    const people = groupBy([first, ...others], ({ example }) => example.by ?? '').map((same) => same)
    const torn = people.flatMap(([one, ...more]) => {
      const other = more.find(({ example }) => example.verdict !== one.example.verdict)
      return other === undefined ? [] : [contradiction(one.example, other.example)]
    })
    examples.problems.push(...torn)
    examples.repeated += 1 + others.length - people.length
    const [one, two] = people.map(([label]) => label.example.verdict)
    if (one !== undefined && two !== undefined) examples.pairs.push([one, two])
    const verdicts = new Set(people.map(([label]) => label.example.verdict))
    if (verdicts.size > 1) examples.disputed.push(first.example)
    else examples.agreed.push({ example: first.example, verdict: first.example.verdict })
  }
  return examples
}

/** Identifies an example by everything that a judge would be shown of it. */
export function exampleKey(example: Pick<Example, 'criterion' | 'turns'>, looksAt: 'turn' | 'conversation'): string {
  const entries = listEntries(shownOf(example, looksAt)).map((entry) => entry.shown)
  return hashJson({ criterion: example.criterion, shown: entries })
}

function filesOf(keyed: readonly { example: Example; key: string }[]): Examples['files'] {
  return groupBy(keyed, ({ example }) => example.file)
    .map((labels) => ({
      file: labels[0].example.file,
      examples: hashJson(labels.map(({ key, example }) => `${key} ${example.verdict} ${example.by ?? ''}`).sort()),
    }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

function contradiction(one: Example, other: Example): Problem {
  const who = other.by ?? 'the same person'
  return {
    code: 'contradiction',
    file: other.file,
    at: other.at,
    message: `${who} calls the same example ${other.verdict} here, and ${one.verdict} at ${one.file}:${one.at.line}`,
    hint: 'take one of both out; where two people differ, write by: with who found it',
  }
}
