import { z } from 'zod'
import { cutText } from '../../base/privacy/cut.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { count } from '../../base/text/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { titleOfVerdict } from '../../compare/model/comparison-verdict.ts'
import { type ConversationComparison, isWhole } from '../../compare/model/conversation-comparison.ts'
import { describeDecision } from '../../compare/model/describe-decision.ts'
import type { Review } from '../../compare/model/review-shape.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeLeftOut, type SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import { describeFindings, orderGravest } from '../../report/comparison/describe-comparison.ts'
import { differingTurns } from '../../report/comparison/differing-rows.ts'
import { plainSaid, plainText } from '../../report/document/door.ts'
import { differenceLine } from '../../report/studies/differences.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { DeskRun } from './desk.ts'
import { describePage, pageOf } from './page.ts'
import { isAt } from './read-transcript.ts'
import { next, type ToolAnswer, toldAs } from './tool.ts'

const comparedShape = z.strictObject({
  at: z.string(),
  name: z.string(),
  verdict: z
    .string()
    .describe(
      'regressed, improved, changed, flaky or not comparable; what is the same is left out, unless turns of it stay hidden.',
    ),
  certainty: z.string().nullable(),
  reason: z.string(),
  review: z
    .string()
    .optional()
    .describe(
      'What a person decided about its differences, or the id with which one may. You may propose, never decide.',
    ),
  findings: z.array(z.string()).describe('What broke on side b, with file:line.'),
  turns: z.array(z.strictObject({ title: z.string(), user: z.string().nullable(), differences: z.array(z.string()) })),
})
type Compared = z.output<typeof comparedShape>

export const comparisonOutput = z.strictObject({
  from: z.string(),
  sentence: z.string().describe('The verdict in one sentence.'),
  changed: z
    .string()
    .optional()
    .describe('What changed over all conversations, in one sentence; no verdict rests on it.'),
  worthALook: z
    .string()
    .optional()
    .describe(
      'Conversations that may well differ, though none is certain by itself; one in ten at most is there by chance.',
    ),
  gate: z.enum(['open', 'shut', 'not judged']).describe('Whether side b may be published.'),
  rules: z
    .array(
      z.strictObject({
        name: z.string(),
        verdict: z.enum(['held', 'broken', 'not judged']),
        seen: z.string(),
        wanted: z.string(),
      }),
    )
    .describe('The rules of the gate.'),
  differs: z.array(z.string()).optional().describe('With changed: what differs between the agents of the sides.'),
  notRun: z
    .array(z.strictObject({ at: z.string(), name: z.string(), reason: z.string() }))
    .optional()
    .describe('With changed: what was not run, 50 at most. It has not passed.'),
  leftOut: z.string().optional().describe('The conversations that did not run, skipped or left out by only: true.'),
  exitCode: z.number(),
  sides: z.strictObject({ a: z.string(), b: z.string() }),
  totals: z.record(z.string(), z.number()),
  turns: z.number(),
  conversations: z.array(comparedShape).describe('Those that differ, the gravest first.'),
  differing: z.number(),
  next,
})

interface Telling extends Pick<DeskRun, 'textOf'> {
  offset: number
  limit: number
  conversation?: string | undefined
}

const [mostTurns, mostLines, mostOfLine] = [8, 12, 600]

const mostNotRun = 50

/** Tells a comparison to a model: as text that fits its limit, and as data. @throws UsageError for a conversation it has not */
export function presentComparison(
  from: string,
  comparison: Comparison,
  code: number,
  { offset, limit, conversation, textOf }: Telling,
): ToolAnswer & { data: z.input<typeof comparisonOutput> } {
  const { sides, sentence, features, likely, gate, totals, turns, conversations, problems } = comparison
  const labels = { a: plainSaid(sides.a.label), b: plainSaid(sides.b.label) }
  const conversationsThere = conversations.filter((each) => isAt(each, conversation))
  if (conversation !== undefined && conversationsThere.length === 0) {
    const addresses = conversations.map(addressOf)
    const there = addresses.length === 0 ? 'it has none at all' : `it has ${addresses.slice(0, 5).join(', ')}`
    throw new UsageError(
      `${from} has no conversation at ${conversation}`,
      didYouMean(conversation.replace(/^\.\//, ''), addresses, String) ?? there,
    )
  }
  const differing = orderGravest(conversationsThere)
  const page = pageOf(
    differing.map((each) => tellCompared(each, labels)),
    offset,
    limit,
  )
  const changed = features === undefined ? undefined : plainSaid(features.sentence, mostOfLine * 3)
  const worthALook = likely?.sentence == null ? undefined : plainSaid(likely.sentence, mostOfLine * 3)
  const leftOut = describeLeftOut(comparison)
  const leftOutNote = leftOut === null ? null : plainSaid(leftOut, mostOfLine * 3)
  const { differs = null, notRun = [] } = comparison.changed ?? {}
  const verdict = plainSaid(sentence, mostOfLine * 3)
  const rules = gate.rules.map(({ name, seen, wanted, verdict: ruleVerdict }) => ({
    ...{
      name: plainSaid(name),
      verdict: ruleVerdict,
      seen: plainSaid(seen, mostOfLine * 3),
      wanted: plainSaid(wanted),
    },
  }))
  const sections = [
    ...(changed === undefined ? [] : [`what changed: ${changed}\n`]),
    ...(worthALook === undefined ? [] : [`worth a look: ${worthALook}\n`]),
    ...(leftOutNote === null ? [] : [`${leftOutNote}\n`]),
  ]
  const text = [
    `${verdict}\n${sections.join('')}gate ${gate.verdict}: ${labels.a} against ${labels.b}, ${count(conversations.filter(isWhole).length, 'conversation')}, ${count(turns, 'turn')}`,
    ...problems.slice(0, 10).map((problem) => formatProblem(problem, textOf(problem.file), { isConcealed: true })),
    rules
      .map(({ name, verdict: outcome, wanted, seen }) => `${outcome}  ${name}: ${seen} (wanted: ${wanted})`)
      .join('\n'),
    ...page.shown.map(showCompared),
    describePage(page, offset, differing.length),
    conversation !== undefined && differing.length === 0 ? `${plainSaid(conversation)} does not differ` : '',
  ]
  const data = {
    ...(changed === undefined ? {} : { changed }),
    ...(worthALook === undefined ? {} : { worthALook }),
    ...(differs === null ? {} : { differs: differs.slice(0, mostNotRun).map((each) => plainSaid(each)) }),
    ...(differs === null ? {} : { notRun: notRun.slice(0, mostNotRun).map(tellNotRun) }),
    ...(leftOutNote === null ? {} : { leftOut: leftOutNote }),
    ...{ from: plainSaid(from), sentence: verdict, rules, gate: gate.verdict, exitCode: code, sides: labels },
    ...{ totals: { ...totals }, turns, conversations: page.shown, differing: differing.length, next: page.next },
  }
  return toldAs(text, data, { isWrong: code === 2 })
}

function tellNotRun({ file, line, name, reason }: SkippedConversation): { at: string; name: string; reason: string } {
  return { at: plainSaid(`${file}:${line}`, mostOfLine), name: plainSaid(name), reason: plainSaid(reason, mostOfLine) }
}

function tellCompared(compared: ConversationComparison, labels: { a: string; b: string }): Compared {
  const { name, verdict, certainty, reason, review } = compared
  return {
    ...{ at: plainSaid(addressOf(compared), mostOfLine), name: plainSaid(name), verdict, certainty },
    reason: plainSaid(reason, mostOfLine * 3),
    ...(review === undefined ? {} : { review: plainSaid(tellReview(review), mostOfLine) }),
    findings: describeFindings(compared)
      .slice(0, 5)
      .map((finding) => plainSaid(finding, mostOfLine)),
    turns: differingTurns(compared, labels)
      .slice(0, mostTurns)
      .map(({ title, user, lines }) => ({
        title: plainSaid(title),
        user: user === null ? null : plainSaid(user, mostOfLine),
        differences: lines.slice(0, mostLines).map((line) => cutText(plainText(differenceLine(line)), mostOfLine)),
      })),
  }
}

/** A person decides, in a terminal or on the page: no tool of this server does. */
function tellReview(review: Review): string {
  if (review.decision !== 'undecided') return describeDecision(review)
  const beyond = review.beyond === undefined ? '' : `beyond what was approved: ${review.beyond.join('; ')}; `
  return `${beyond}undecided: if it is meant, propose to the user: tableread review RESULT.json --approve ${review.id} --why "…"`
}

function showCompared({ at, name, reason, review, findings, turns, ...certified }: Compared): string {
  return [
    `${titleOfVerdict(certified)}  ${at}  ${name}`,
    `  ${reason}`,
    ...(review === undefined ? [] : [`  ${review}`]),
    ...findings.map((finding) => `  ${finding}`),
    ...turns.flatMap(({ title, user, differences }) => [
      `  ${title}${user === null ? '' : `: ${user}`}`,
      ...differences.map((line) => `    ${line}`),
    ]),
  ].join('\n')
}
