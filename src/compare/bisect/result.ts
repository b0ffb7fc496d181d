import { z } from 'zod'
import { countOf, headOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { causeShape } from '../../engine/verdict/conversation-shape.ts'
import { placeShape, problemShape } from '../../suite/yaml/problem-shape.ts'

const tallyMembers = {
  version: z.string().describe('A number, draft, or the short id of a commit.'),
  passed: countOf('Attempts that passed.'),
  failed: countOf('Attempts that failed.'),
  /** Where the first failed attempt went wrong, as `turn 2: reply`, and its session; null while none failed. */
  reason: z.string().nullable().describe('Where the first failed attempt went wrong.'),
  sessionId: z.string().nullable(),
  /** The cause of the first failed attempt. */
  cause: causeShape.exactOptional(),
}

/** The judged attempts at one version. */
export interface VersionTally extends OutputOf<typeof tallyMembers> {}

const commitMembers = {
  commit: z.string().describe('The full id.'),
  subject: z.string(),
  /** ISO 8601, with the author's UTC offset. */
  authorDate: z.string().describe('ISO 8601.'),
  diff: z.string().describe('The patch of the files that make up the agents; a long one is cut.'),
}

/** A commit as reports describe it. */
export interface CommitTold extends OutputOf<typeof commitMembers> {}

const suspectMembers = {
  version: z.string().describe('Its short id, as in versions.'),
  skipped: z.string().nullable().describe('Why it could not be played; null where it failed.'),
  ...commitMembers,
}

/** A commit that may have broken a conversation. */
export interface Suspect extends OutputOf<typeof suspectMembers> {}

/** Why two versions cannot be the ends of a bisection. */
const notComparable = z.enum(['no such version', 'good fails', 'bad passes', 'too alike'])

const unseen = { reason: z.string(), cause: causeShape.exactOptional() }
const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('found'),
    /** The first version on which the conversation fails, and the last existing version before it. */
    first: z.string(),
    before: z.string(),
    /** How likely it is that the break is exactly here, 0 to 1, if versions break once and stay broken. */
    confidence: z.number().describe('How likely it is that the break is exactly here, from 0 to 1.'),
  }),
  z.object({ kind: z.literal('not comparable'), why: notComparable, version: z.string() }),
  z.object({ kind: z.literal('errored'), ...unseen }),
  z.object({ kind: z.literal('unsafe'), ...unseen }),
  z.object({ kind: z.literal('broken'), problems: z.array(problemShape) }),
  z.object({ kind: z.literal('interrupted') }),
])

/** The outcome of the search for one conversation. Versions are numbers in digits, `draft`, or short ids of commits. */
export type BisectOutcome = z.output<typeof outcome>

const conversationMembers = {
  id: z.string().describe('file:line, or file:line#row.'),
  ...{ file: z.string(), at: placeShape, suite: z.string(), name: z.string(), agent: z.string() },
  outcome,
  sentence: z.string().describe('The outcome in one sentence.'),
  versions: z.array(z.object(tallyMembers)).describe('Every version that was tried, in order.'),
  /** Versions between the last good and the first bad one that do not exist, or commits that could not be played. */
  missing: z.array(z.string()).describe('Candidates that do not exist or could not be played.'),
  /** Only where a break was found among commits: those that may have caused it, the first bad one last. */
  suspects: z.array(z.object(suspectMembers)).exactOptional(),
  warnings: z.array(z.string()).describe('What contradicts a break that happened once and stayed.'),
  turns: countOf('Turns sent.'),
}

/** The result of the search for one conversation. */
export interface ConversationBisection extends OutputOf<typeof conversationMembers> {}

const bisectionMembers = {
  ...headOf('bisection'),
  ms: milliseconds('How long it took.'),
  target: z.string().describe('The service, as reports name it.'),
  good: z.string(),
  bad: z.string(),
  repeat: countOf('The most attempts allowed at one version.'),
  turns: countOf('Turns sent, over all conversations.'),
  conversations: z.array(z.object(conversationMembers)),
  warnings: z.array(problemShape).exactOptional(),
}

/** The result of a bisection: the document that `tableread bisect --json` prints. */
export interface BisectResult extends OutputOf<typeof bisectionMembers> {}

export const bisectionShape: z.ZodType<BisectResult> = z.object(bisectionMembers)
