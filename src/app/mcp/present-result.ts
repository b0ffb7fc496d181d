import { z } from 'zod'
import { quoteWord } from '../../base/json/quoting.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { runAgainCommands } from '../../engine/verdict/run-again.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { findingsOf, formatFailure, placeOfFailure } from '../../report/failures/format-failure.ts'
import { describeOutcomeOn } from '../../report/text/describe-outcome.ts'
import { createPaint } from '../../report/text/paint.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { McpFlags } from '../flags/verb-flags.ts'
import type { DeskRun } from './desk.ts'

/** Verdicts that need no attention. */
const quietVerdicts: ReadonlySet<Verdict> = new Set(['passed', 'skipped', 'expected fail'])

export function listUnpassed(conversations: readonly ConversationResult[]): ConversationResult[] {
  return conversations.filter(({ verdict }) => !quietVerdicts.has(verdict))
}

export const lineShape = z.strictObject({
  at: z.string().describe('"file:line" of the conversation.'),
  name: z.string(),
  version: z.string(),
  verdict: z.string(),
  runs: z.string().nullable().describe('Where it was repeated: how many runs passed, "2 of 3".'),
  cause: z
    .string()
    .nullable()
    .describe('In which layer it went wrong: agent, script, service, network, judge and others.'),
})

export function presentLine(result: ConversationResult): z.output<typeof lineShape> {
  const { name, version, verdict, cause, attempts } = result
  const runs =
    attempts === undefined ? null : `${attempts.passed} of ${attempts.passed + attempts.failed + attempts.unjudged}`
  return { at: addressOf(result), name, version, verdict, runs, cause: cause?.kind ?? null }
}

export const failureShape = z.strictObject({
  at: z.string(),
  name: z.string(),
  version: z.string(),
  verdict: z.string(),
  runs: z.string().nullable(),
  cause: z.string().nullable(),
  why: z.string().nullable(),
  file: z.string(),
  line: z.number().describe('The line that it fails at first.'),
  column: z.number(),
  findings: z.array(z.strictObject({ line: z.number(), column: z.number(), message: z.string() })),
  excerpt: z.string().describe('All of it as a person reads it, with the lines of the suite and carets.'),
  again: z.string().describe('The command that runs it again.'),
})

const plain = createPaint(false)
/** The most to show of one finding and of one conversation, in characters. */
const [mostOfFinding, mostOfConversation] = [1_000, 5_000]

export function presentFailure(
  result: ConversationResult,
  { textOf }: Pick<DeskRun, 'textOf'>,
  flags: McpFlags,
): z.output<typeof failureShape> {
  const { file, problems, turns, startedAt, cause, reason } = result
  const at = placeOfFailure(result)
  const unanswered = turns.flatMap((turn) =>
    turn.failure === null || turn.verdict !== 'errored'
      ? []
      : [{ at: turn.at, message: describeFailure(turn.failure) }],
  )
  const messages = [
    ...problems,
    ...findingsOf(result).map((outcome) => ({ at: outcome.at, message: describeOutcomeOn(outcome, startedAt) })),
    ...unanswered,
  ]
  return {
    ...presentLine(result),
    why: cause?.why ?? reason,
    file,
    line: at.line,
    column: at.column,
    findings: messages.slice(0, 20).map(({ at: { line, column }, message }) => ({
      line,
      column,
      message: cutText(message, mostOfFinding),
    })),
    excerpt: cutText(formatFailure(result, textOf(file), plain), mostOfConversation),
    again: runAgain(result, flags),
  }
}

/** The command that runs a conversation again with this server's settings. */
function runAgain(
  result: Pick<ConversationResult, 'id' | 'file' | 'version'>,
  { target, workspace, config }: McpFlags,
): string {
  const flags = { '--target': target, '--workspace': workspace, '--config': config }
  const flagWords = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, quoteWord(value)],
  )
  return runAgainCommands([result], { flags: flagWords }).join('\n')
}
