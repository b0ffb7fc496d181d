import { z } from 'zod'
import { anyObject, countOf, exactly, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { placeShape, problemShape } from '../../suite/yaml/problem-shape.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { hidingProtocols } from '../../wire/api/unseen.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { failureShape, recoveredShape, sentShape } from '../../wire/client/failure-shape.ts'
import { outcomeShape } from '../expect/outcome/outcome-shape.ts'
import { simulatedShape } from '../run/simulated-shape.ts'
import { type Cause, causeKinds } from './cause-kind.ts'
import { verdicts } from './verdict.ts'

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

export const verdictShape: z.ZodEnum<{ [V in (typeof verdicts)[number]]: V }> = z.enum(verdicts).meta({
  id: 'Verdict',
  description:
    'failed: the agent broke an expectation. errored: it could not be judged. broken: the script is wrong. not reached: it never ran. unsafe: kept from leaving for a live service (shown as skipped: unsafe).',
})

const entriesShape: z.ZodType<readonly TranscriptEntry[]> = z.array(entryShape)

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

const turnMembers = {
  index: countOf('Counts from 0.'),
  at: placeShape,
  user: z.string().nullable().meta({ description: 'What the user said; null when the agent opened.' }),
  /** The kind of step, if the turn is one. */
  step: z.string().exactOptional().meta({ description: 'The kind of step, where the turn is one.' }),
  /** The template that the turn is from. */
  template: z
    .object({
      name: z.string(),
      written: z.string().meta({ description: 'Where the turn is written: file:line:column.' }),
      used: z.string().meta({ description: 'Where the template is used: file:line:column.' }),
    })
    .exactOptional()
    .meta({ description: 'The template that the turn is from; only where it is from one and did not pass.' }),
  /** *unsafe*: blocked before it was sent. */
  verdict: z.enum(['passed', 'failed', 'errored', 'not reached', 'unsafe']),
  /** In milliseconds; null when not reached or not sent. For a turn that was sent again, of the last sending. */
  turnMs: z.number().nullable().meta({ description: "The client's wall clock; null when it was not reached." }),
  outcomes: z.array(outcomeShape),
  entries: entriesShape,
  /** Why there is no answer; null when there is one or the turn was not reached. */
  failure: failureShape.nullable().meta({ description: 'Why there is no answer.' }),
  /** How it was answered after its first exchange broke. */
  recovered: recoveredShape.exactOptional(),
  /** The request as sent, without the key; present if the turn did not pass. */
  sent: sentShape.exactOptional().meta({ description: 'Only where the turn did not pass.' }),
  /** The usage of models for the turn, if the service reports it. */
  usage: usageShape.exactOptional(),
  /** The protocol over which the agent was asked, if its calls cannot be seen. */
  unseen: z
    .enum(hidingProtocols)
    .exactOptional()
    .meta({ description: 'The protocol over which the agent was asked, where its calls cannot be seen.' }),
}

/** The result of one turn. `user` is null when the agent opened; `at` is the turn's place in the script. */
export interface TurnResult extends OutputOf<typeof turnMembers> {}

const turnShape: z.ZodType<TurnResult> = z
  .object(turnMembers)
  .meta({ id: 'TurnResult', description: 'What became of one turn.' })

const attemptsMembers = {
  times: countOf('How often it may run.'),
  pass: countOf('How often it must pass.'),
  passed: countOf('Attempts that passed.'),
  failed: countOf('Attempts that failed.'),
  /** Neither passed nor failed. */
  unjudged: countOf('Attempts that neither passed nor failed.'),
  /** 95 %, valid however the attempts ended (see `repeatInterval`); null when nothing was judged. */
  interval: z.tuple([z.number(), z.number()]).nullable().meta({
    description:
      'The rate of passing lies between these with at least 95 % confidence, exactly, given the rule that ended the attempts.',
  }),
  /** That `times` attempts in a row pass, at the observed rate (pass^k); null when nothing was judged. */
  inARow: z.number().nullable().meta({ description: 'The chance that `times` attempts in a row pass.' }),
  /** The turns that were sent in all of them; left out in older files. */
  turns: countOf('Turns that were sent in all attempts; left out in older files.').exactOptional(),
}

/** Attempts that could not be judged do not count in the denominator. */
export interface Attempts extends OutputOf<typeof attemptsMembers> {}

const attemptsShape: z.ZodType<Attempts> = z
  .object(attemptsMembers)
  .meta({ id: 'Attempts', description: 'What became of the attempts at a conversation that is repeated.' })

export const causeShape: z.ZodType<Cause> = exactly<Cause>()(
  z.object({
    kind: z.enum(causeKinds).meta({
      description:
        'agent: it did not do what was expected. service: it refused, or answered otherwise than its interface says. network: there was no way to it. script: what was written or set up is wrong. budget: what a run may take was spent, or it was interrupted.',
    }),
    why: z.string(),
  }),
).meta({ id: 'Cause', description: 'In which layer it went wrong, and why; left out where nothing did.' })

const conversationMembers = {
  id: z.string().meta({ description: '`file:line version`, with `#row` or `~seed` behind the line; unique in a run.' }),
  file: z.string(),
  at: placeShape,
  suite: z.string(),
  name: z.string(),
  agent: z.string(),
  version: z.string(),
  tags: z.array(z.string()),
  verdict: verdictShape,
  /** The reason, if the turns do not show it: why it was skipped, or at which turn the conversation diverged. */
  reason: z.string().nullable().meta({ description: 'Why, where the turns do not say it.' }),
  startedAt: z.string().meta({ description: 'ISO 8601.' }),
  ms: milliseconds('How long it took.'),
  sessionId: z.string().nullable(),
  turns: z.array(turnShape),
  /** Functions in the stored session that ran after the last turn (TRN-21); only if it was fetched. */
  afterTurns: z.array(entryShape).meta({ description: 'What ran after the last turn, where the session was fetched.' }),
  /** What was said before the first turn because the script gives it; left out if it gives nothing. */
  history: z
    .array(entryShape)
    .exactOptional()
    .meta({ description: 'What was said before the first turn, as the script gives it: not the doing of this agent.' }),
  /** Outcomes that concern the whole session, judged after the last turn. */
  outcomes: z.array(outcomeShape).meta({ description: 'Findings over the whole session.' }),
  /** The stored session could not be fetched for reconciliation. */
  failure: failureShape.nullable().meta({ description: 'Why the stored session could not be fetched.' }),
  /** What is wrong with the script, when the verdict is broken. */
  problems: z.array(problemShape).meta({ description: 'What is wrong with the script, when it is broken.' }),
  /** What the script names and nothing knows, so that it could be held against nothing; left out if there is none. */
  warnings: z
    .array(problemShape)
    .meta({ description: 'Tools that the script names and nothing knows: nothing could be held against them.' })
    .exactOptional(),
  /** Left out if it passed, was skipped or failed as expected, and in older results. */
  cause: causeShape.exactOptional(),
  /** Present if the script repeats the conversation; `turns` and `outcomes` are those of one attempt. */
  attempts: attemptsShape.exactOptional(),
  /** In all attempts, including turns before the first and after the last; present if the service reports it. */
  usage: usageShape.exactOptional(),
  /** The usage of judges, and of models that spoke for a simulated user; cached answers used nothing. */
  judging: usageShape.exactOptional(),
  /** Present if a simulated user talked. */
  simulated: simulatedShape.exactOptional(),
}

/** The result of one conversation against one version: JSON-safe, and enough for every report. */
export interface ConversationResult extends OutputOf<typeof conversationMembers> {}

export const conversationShape: z.ZodType<ConversationResult> = z
  .object(conversationMembers)
  .meta({ id: 'ConversationResult', description: 'What became of one conversation against one version.' })
