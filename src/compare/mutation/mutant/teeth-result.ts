import { z } from 'zod'
import { countOf, firstVersion, milliseconds, type OutputOf } from '../../../base/json/typed-shapes.ts'
import { problemShape } from '../../../suite/yaml/problem-shape.ts'
import { allKinds, type MutantKind } from './mutant.ts'

const kind = z.enum(allKinds as readonly [MutantKind, ...MutantKind[]]).meta({
  id: 'MutantKind',
  description: 'A way in which an agent got worse.',
})
const share = z.number().nullable().describe('From 0 to 1, without the accepted; null where there are none.')
const counts = {
  caught: countOf('Those that an expectation noticed.'),
  survived: countOf('Those that none noticed.'),
  accepted: countOf('Those that may survive, since they are listed as accepted.'),
}
const tallyMembers = {
  ...counts,
  unjudged: countOf('Those that only a judge could notice, where none could be asked.').exactOptional(),
}

/** How many mutants were caught, survived, or may survive because they are listed as accepted. */
export interface MutantTally extends OutputOf<typeof tallyMembers> {}

const suiteMembers = {
  ...{ suite: z.string(), file: z.string(), version: z.string() },
  score: share,
  kinds: z.array(z.object({ kind, ...counts })),
  ...tallyMembers,
}

/** One suite at one version. */
export interface SuiteTeeth extends OutputOf<typeof suiteMembers> {}

const conversationMembers = {
  ...{ id: z.string(), file: z.string(), line: z.number(), suite: z.string(), name: z.string(), version: z.string() },
  unscored: z
    .object({ kind: z.enum(['failed', 'errored', 'skipped', 'not played']), reason: z.string() })
    .nullable()
    .describe('Why nothing could be measured; null where it was.'),
  ...tallyMembers,
  /** What `tableread prove` found of it; absent where none was asked for, or it could not be measured. */
  proof: z
    .object({
      passed: countOf('Runs that passed.'),
      runs: countOf('Runs that it had.'),
      alone: countOf('Mutants that only this one of the proven conversations catches.'),
      refused: z.string().nullable().describe('Why it is not proven; null if it is.'),
    })
    .exactOptional(),
}

/** Whether a conversation could not be judged even without a mutation, which is neither a pass nor a failure. */
export function isUnjudged({ unscored }: Pick<ConversationTeeth, 'unscored'>): boolean {
  return unscored?.kind === 'errored' || unscored?.kind === 'not played'
}

/** One conversation. `unscored` says why nothing could be measured; null where it was. */
export interface ConversationTeeth extends OutputOf<typeof conversationMembers> {}

const survivorMembers = {
  id: z.string().describe('The id of its conversation.'),
  ...{ file: z.string(), suite: z.string(), conversation: z.string(), version: z.string() },
  turn: z.number().nullable().describe('Counts from 1; null where it is about the whole session.'),
  line: z.number().describe('Of the turn, else of the conversation.'),
  kind,
  what: z.string().describe('What is worse: "lookup_order is not called".'),
  accepted: z.string().nullable().describe('Why it may survive, where it is accepted.'),
  /** What a judge without a licence objects to in it, which counts for nothing; absent where none does. */
  advice: z.string().exactOptional(),
}

/** A mutant that no expectation notices. */
export interface Survivor extends OutputOf<typeof survivorMembers> {}

const suggestionMembers = {
  /** Where it goes: under a turn's `expect`, the suite's `every turn`, or beside the turns of a conversation. */
  under: z.enum(['expect', 'every turn', 'conversation']).describe('Where it goes.'),
  ...{ file: z.string(), line: z.number(), suite: z.string() },
  conversation: z.string().nullable().describe('null where it is for the whole suite.'),
  version: z.string(),
  turn: z.number().nullable(),
  yaml: z.string(),
  catches: z.array(z.number()).describe('Which survivors it catches, by their place, from 0.'),
  /** Only a judge could notice these mutants; whether it would was not tried. */
  judged: z.literal(true).exactOptional(),
}

/** An expectation that holds for the recording and fails for the mutants it catches. */
export interface Suggestion extends OutputOf<typeof suggestionMembers> {}

const teethMembers = {
  schemaVersion: firstVersion,
  tableread: z.string().describe('The version of Tableread.'),
  startedAt: z.string().describe('ISO 8601.'),
  /** The service as reports name it. */
  target: z.string(),
  seed: z.string(),
  ms: milliseconds('How long it took.'),
  total: z.object(tallyMembers),
  score: share,
  /** Of how many kinds the score speaks: those that were asked for and occurred, and those that did not occur. */
  kinds: z.object({ tried: z.array(kind), absent: z.array(kind) }),
  suites: z.array(z.object(suiteMembers)),
  conversations: z.array(z.object(conversationMembers)),
  survivors: z.array(z.object(survivorMembers)),
  /** Mutants only a judge could notice, and why it gave no finding; absent where there are none. */
  unjudged: z.array(z.object({ ...survivorMembers, why: z.string() })).exactOptional(),
  /** Expectations that would have caught survivors, each verified on the recording; the one that catches most first. */
  suggestions: z.array(z.object(suggestionMembers)).describe('The one that catches most comes first.'),
  /** Entries of the accept file, by line, that match no survivor of this run. */
  obsolete: z.array(z.object({ line: z.number(), text: z.string() })),
  kind: z.literal('teeth'),
  minScore: z.number().nullable().describe('What suites had to reach, from 0 to 1; null without a gate.'),
  runs: countOf('How often each conversation had to pass, where a proof was asked for.').exactOptional(),
  warnings: z.array(problemShape).exactOptional(),
}

/** What `tableread teeth` finds: JSON-safe, the document of `--json`. */
export interface TeethResult extends OutputOf<typeof teethMembers> {}

export const teethShape: z.ZodType<TeethResult> = z.object(teethMembers)
