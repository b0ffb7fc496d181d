import { z } from 'zod'
import type { SimulatedTalk } from '../../engine/run/simulated-talk.ts'
import { type Cause, causeKinds } from '../../engine/verdict/cause-kind.ts'
import type { Attempts, ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { verdicts } from '../../engine/verdict/verdict.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { hidingProtocols } from '../../wire/api/unseen.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { failureShape, recoveredShape, sentShape } from './failure-schema.ts'
import { outcomeShape } from './outcome-schema.ts'
import { placeShape, problemShape } from './problem-schema.ts'
import { anyObject, countOf, exactly, milliseconds } from './typed-shapes.ts'

const unknownKind = z.object({ type: z.literal('unknown'), original: z.unknown() }).meta({
  description: 'Of a type that the interface does not list: kept whole.',
})
const media = { mimeType: z.string(), url: z.string().meta({ description: 'Signed; it expires.' }) }

const itemShape: z.ZodType<ContentItem> = exactly<ContentItem>()(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), ...media, caption: z.string() }),
    z.object({ type: z.literal('video'), ...media, caption: z.string() }),
    z.object({ type: z.literal('audio'), ...media }),
    z.object({ type: z.literal('file'), ...media, filename: z.string() }),
    z.object({ type: z.literal('button'), text: z.string(), payload: z.string() }),
    unknownKind,
  ]),
).meta({ id: 'ContentItem', description: "One piece of a message's content." })

const timestamp = z.string().meta({ description: 'ISO 8601.' })
const phase = z
  .enum(['pre', 'during', 'post'])
  .nullable()
  .meta({ description: 'When the function ran; null where the service does not say.' })

/** The shape of a transcript entry as results store it: what the service left out is null. */
const entryShape: z.ZodType<TranscriptEntry> = exactly<TranscriptEntry>()(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('message'),
      role: z.enum(['user', 'assistant', 'backgroundAgent']),
      content: z.array(itemShape),
      senderId: z.string().nullable(),
      senderName: z.string().nullable(),
      agentName: z.string().nullable().meta({ description: 'The agent that speaks; null for users.' }),
      metadata: anyObject.nullable(),
      timestamp,
    }),
    z.object({
      type: z.literal('function_call'),
      name: z.string(),
      call_id: z.string(),
      arguments: anyObject,
      phase,
      timestamp,
    }),
    z.object({
      type: z.literal('function_call_output'),
      name: z.string(),
      call_id: z.string(),
      output: z.string().meta({ description: 'Text, usually JSON text.' }),
      is_error: z.boolean(),
      executionTimeMs: z.number().nullable(),
      phase,
      timestamp,
    }),
    z.object({ type: z.literal('thinking'), thinking: z.string(), timestamp }),
    z.object({ type: z.literal('summary'), summary: z.string(), timestamp }),
    unknownKind,
  ]),
).meta({ id: 'TranscriptEntry', description: 'One entry of a transcript, in the order of time.' })

/** The shape of a verdict of a run. */
export const verdictShape: z.ZodEnum<{ [V in (typeof verdicts)[number]]: V }> = z.enum(verdicts).meta({
  id: 'Verdict',
  description:
    'failed: the agent broke an expectation. errored: it could not be judged. broken: the script is wrong. not reached: it never ran. unsafe: kept from leaving for a live service (shown as skipped: unsafe).',
})

const entriesShape: z.ZodType<readonly TranscriptEntry[]> = z.array(entryShape)

/** The shape of what models used. */
export const usageShape: z.ZodType<Usage[]> = z.array(
  exactly<Usage>()(
    z.object({
      model: z.string().meta({ description: 'As the agent names it.' }),
      inputTokens: countOf('Tokens that it took.'),
      outputTokens: countOf('Tokens that it gave.'),
      cost: z
        .number()
        .exactOptional()
        .meta({ description: 'In the currency of the prices; left out where no price is stated.' }),
    }),
  ).meta({ id: 'Usage', description: 'What one model took and gave; only where the service tells it.' }),
)

const turnShape: z.ZodType<TurnResult> = exactly<TurnResult>()(
  z.object({
    index: countOf('Counts from 0.'),
    at: placeShape,
    user: z.string().nullable().meta({ description: 'What the user said; null when the agent opened.' }),
    step: z.string().exactOptional().meta({ description: 'The kind of step, where the turn is one.' }),
    verdict: z.enum(['passed', 'failed', 'errored', 'not reached', 'unsafe']),
    turnMs: z.number().nullable().meta({ description: "The client's wall clock; null when it was not reached." }),
    outcomes: z.array(outcomeShape),
    entries: entriesShape,
    failure: failureShape.nullable().meta({ description: 'Why there is no answer.' }),
    recovered: recoveredShape.exactOptional(),
    sent: sentShape.exactOptional().meta({ description: 'Only where the turn did not pass.' }),
    usage: usageShape.exactOptional(),
    unseen: z
      .enum(hidingProtocols)
      .exactOptional()
      .meta({ description: 'The protocol over which the agent was asked, where its calls cannot be seen.' }),
  }),
).meta({ id: 'TurnResult', description: 'What became of one turn.' })

const attemptsShape: z.ZodType<Attempts> = exactly<Attempts>()(
  z.object({
    times: countOf('How often it may run.'),
    pass: countOf('How often it must pass.'),
    passed: countOf('Attempts that passed.'),
    failed: countOf('Attempts that failed.'),
    unjudged: countOf('Attempts that neither passed nor failed.'),
    interval: z.tuple([z.number(), z.number()]).nullable().meta({
      description:
        'The rate of passing lies between these with at least 95 % confidence, exactly, given the rule that ended the attempts.',
    }),
    inARow: z.number().nullable().meta({ description: 'The chance that `times` attempts in a row pass.' }),
    turns: countOf('Turns that were sent in all attempts; left out in older files.').exactOptional(),
  }),
).meta({ id: 'Attempts', description: 'What became of the attempts at a conversation that is repeated.' })

const simulatedShape: z.ZodType<SimulatedTalk> = exactly<SimulatedTalk>()(
  z.object({
    wants: z.string(),
    at: placeShape,
    seed: z.number().nullable().meta({ description: 'Counted from 1; null where it ran with one alone.' }),
    ended: z.enum(['done', 'gave up', 'out of patience', 'fault', 'cut']).meta({
      description: 'fault: a mistake of the user itself. cut: the talk ended before its own end.',
    }),
    why: z.string().nullable(),
    fault: z.object({ law: z.string(), said: z.string().nullable() }).nullable().meta({
      description: 'The law that it would have broken, and what it would have said.',
    }),
    turns: countOf('Messages that it said.'),
    patience: countOf('Messages that it might say.'),
    unanswered: z.array(z.object({ turn: countOf('From 0.'), question: z.string() })).meta({
      description: 'Questions that nothing on its card answers.',
    }),
    slips: z.array(z.object({ turn: countOf('From 0.'), kind: z.string(), mended: z.number().nullable() })).meta({
      description: 'Mistakes that it made on purpose, and the turn that mended each.',
    }),
    unclear: z.boolean().meta({ description: 'Whether the goal could not be judged.' }),
  }),
).meta({ id: 'SimulatedTalk', description: 'What became of a simulated user.' })
/** The shape of a cause. */
export const causeShape: z.ZodType<Cause> = exactly<Cause>()(
  z.object({
    kind: z.enum(causeKinds).meta({
      description:
        'agent: it did not do what was expected. service: it refused, or answered otherwise than its interface says. network: there was no way to it. script: what was written or set up is wrong. budget: what a run may take was spent, or it was interrupted.',
    }),
    why: z.string(),
  }),
).meta({ id: 'Cause', description: 'In which layer it went wrong, and why; left out where nothing did.' })

/** The shape of the result of one conversation. */
export const conversationShape: z.ZodType<ConversationResult> = exactly<ConversationResult>()(
  z.object({
    id: z
      .string()
      .meta({ description: '`file:line version`, with `#row` or `~seed` behind the line; unique in a run.' }),
    file: z.string(),
    at: placeShape,
    suite: z.string(),
    name: z.string(),
    agent: z.string(),
    version: z.string(),
    tags: z.array(z.string()),
    verdict: verdictShape,
    reason: z.string().nullable().meta({ description: 'Why, where the turns do not say it.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
    ms: milliseconds('How long it took.'),
    sessionId: z.string().nullable(),
    turns: z.array(turnShape),
    afterTurns: z
      .array(entryShape)
      .meta({ description: 'What ran after the last turn, where the session was fetched.' }),
    outcomes: z.array(outcomeShape).meta({ description: 'Findings over the whole session.' }),
    failure: failureShape.nullable().meta({ description: 'Why the stored session could not be fetched.' }),
    problems: z.array(problemShape).meta({ description: 'What is wrong with the script, when it is broken.' }),
    warnings: z
      .array(problemShape)
      .meta({ description: 'Tools that the script names and nothing knows: nothing could be held against them.' })
      .exactOptional(),
    cause: causeShape.exactOptional(),
    attempts: attemptsShape.exactOptional(),
    usage: usageShape.exactOptional(),
    judging: usageShape.exactOptional(),
    simulated: simulatedShape.exactOptional(),
  }),
).meta({ id: 'ConversationResult', description: 'What became of one conversation against one version.' })
