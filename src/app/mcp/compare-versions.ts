import { z } from 'zod'
import { cutText } from '../../base/privacy/cut.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { count } from '../../base/text/wording.ts'
import { type Comparison, comparisonExitCode } from '../../compare/comparison.ts'
import { type ConversationComparison, isWhole } from '../../compare/model/conversation-comparison.ts'
import { describeDecision } from '../../compare/model/describe-decision.ts'
import type { Review } from '../../compare/model/review-shape.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeLeftOut, type Skipped } from '../../engine/verdict/part-of-run.ts'
import { describeFindings, orderGravest } from '../../report/comparison/describe-comparison.ts'
import { differingTurns } from '../../report/comparison/differing-rows.ts'
import { plainSaid, plainText } from '../../report/document/door.ts'
import { differenceLine } from '../../report/studies/differences.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { UsageError } from '../edge/usage-error.ts'
import { chooseChanged } from '../open/choose-changed.ts'
import { compareSides, insistComparable, prepareComparison } from '../open/compare-sides.ts'
import { keepComparison } from '../open/keep-history.ts'
import { performOpen } from '../open/open-run.ts'
import { openSides, readSides } from '../open/sides.ts'
import { countLeftOut } from '../suites/choose-plans.ts'
import type { Kept } from './desk.ts'
import { findComparison } from './kept-results.ts'
import { capText, pageOf, tellPage } from './page.ts'
import { isAt } from './read-transcript.ts'
import { type Answer, defineTool, limitOf, nameFilter, next, offset, paths, type Tool, tags } from './tool.ts'

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

const output = z.strictObject({
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
        ...{
          name: z.string(),
          verdict: z.enum(['held', 'broken', 'not judged']),
          seen: z.string(),
          wanted: z.string(),
        },
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

const side = (of: string, usual: string): z.ZodDefault<z.ZodString> =>
  z
    .string()
    .min(1)
    .max(200)
    .default(usual)
    .describe(`The side ${of}: "default", "draft", a number, a revision of git, or "agent@version".`)

/** `compare_versions`. */
export const compareVersions: Tool = defineTool({
  name: 'compare_versions',
  title: 'Compare two versions of the agent',
  description:
    'Run conversations on two versions of the agent, paired and repeated, and report what got worse: a summary, whether the gate is open, and the differing turns of each conversation. Use it to see whether a draft or a commit may be published. Takes several times as long as run_suites; quick takes about twice as long.',
  input: z.strictObject({
    a: side('that is trusted', 'default'),
    b: side('in question', 'draft'),
    paths,
    name: nameFilter,
    tags,
    pairs: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe('How many pairs of runs of each conversation. Default: as its script repeats it, or 3.'),
    quick: z
      .boolean()
      .optional()
      .describe('One pair of each, and more only where that differs: sees what always breaks. Not beside pairs.'),
    deep: z
      .boolean()
      .optional()
      .describe("Also judge the turns that an early break hides, from the other side's history."),
    changed: z
      .boolean()
      .optional()
      .describe('Only the conversations that the difference between the sides touches; the rest is not run.'),
    offset,
    limit: limitOf(10),
  }),
  output,
  hints: ({ maySend }) => ({
    readOnlyHint: false,
    destructiveHint: maySend,
    idempotentHint: false,
    openWorldHint: true,
  }),
  call: ({ a, b, paths = [], offset, limit, pairs, quick, deep, changed, name, tags }, call) =>
    call.desk.inTurn(call.signal, async () => {
      if (quick === true && pairs !== undefined)
        throw new UsageError(
          'pairs cannot be combined with quick',
          'a quick look settles itself how often each runs: leave one of them out',
        )
      const { desk, signal, progress } = call
      const { sides: written } = readSides([a, b])
      const opened = await desk.open({ paths, name, signal })
      const { project, sides, pairings, skipped } = await prepareComparison(opened, written, {
        ...(name === undefined ? {} : { name }),
        ...(tags === undefined ? {} : { tags }),
        pairs: pairs ?? null,
        quarantine: opened.settled.quarantine,
        partial: paths.length > 0,
      })
      const { settled, read } = project
      const comparable = await insistComparable(pairings, sides, project, changed === true ? { changed } : {})
      const { comparison, code } = await performOpen(
        project,
        () => openSides(settled, {}),
        async (run) => {
          let [finished, all] = [0, 0]
          const chosen =
            changed === true ? await chooseChanged(comparable, project, sides, run.service) : { pairings: comparable }
          const { comparison, ...known } = await compareSides({ project, sides, skipped, ...chosen }, run, {
            pairs: pairs ?? null,
            alpha: 0.05,
            untilSure: null,
            ...(quick === true ? { quick } : {}),
            ...(deep === true ? { deep } : {}),
            calibrate: false,
            confirm: true,
            leftOutByOnly: countLeftOut(read, settled, name === undefined ? {} : { name }),
            listen(event) {
              if (event.kind === 'round') all += event.runs
              if (event.kind !== 'run done') return
              finished += 1
              progress(
                finished,
                Math.max(all, finished),
                `${event.result.verdict}: ${event.result.name} on side ${event.side}`,
              )
            },
          })
          await keepComparison(settled, comparison, chosen.pairings, known)
          return { comparison, code: await run.sinks.end(comparisonExitCode(comparison, run.interrupted())) }
        },
      )
      const { textOf } = project
      desk.lastComparison = { from: 'the last comparison', comparison, textOf }
      return tellComparison('the last comparison', comparison, code, { offset, limit, textOf })
    }),
})

/** `read_comparison`. */
export const readComparison: Tool = defineTool({
  name: 'read_comparison',
  title: 'Read a comparison again',
  description:
    'Read on in the last comparison of this server, or in a file that "tableread compare --json FILE" wrote, without running anything: more differing conversations, or one of them. Use it after compare_versions where its answer was cut short.',
  input: z.strictObject({
    result: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('A file below the project folder. Default: the last comparison.'),
    conversation: z.string().max(1_000).optional().describe('"file:line" of one conversation.'),
    offset,
    limit: limitOf(10),
  }),
  output,
  async call({ result, conversation, offset, limit }, { desk }) {
    const { from, comparison, textOf } = await findComparison(desk, result)
    const code = comparisonExitCode(comparison, null)
    return tellComparison(from, comparison, code, { offset, limit, conversation, textOf })
  },
})

/** Which page of a comparison to report, and the texts of its suites for excerpts. */
interface Telling extends Pick<Kept, 'textOf'> {
  offset: number
  limit: number
  conversation?: string | undefined
}

/** How much to report of one conversation. */
const [mostTurns, mostLines, mostOfLine] = [8, 12, 600]

/** How many conversations that were not run are told by name. */
const mostNotRun = 50

function tellComparison(
  from: string,
  comparison: Comparison,
  code: number,
  { offset, limit, conversation, textOf }: Telling,
): Answer & { data: z.input<typeof output> } {
  const { sides, sentence, features, likely, gate, totals, turns, conversations, problems } = comparison
  const labels = { a: plainSaid(sides.a.label), b: plainSaid(sides.b.label) }
  const asked = conversations.filter((each) => isAt(each, conversation))
  if (conversation !== undefined && asked.length === 0) {
    const known = conversations.map(addressOf)
    const there = known.length === 0 ? 'it has none at all' : `it has ${known.slice(0, 5).join(', ')}`
    throw new UsageError(
      `${from} has no conversation at ${conversation}`,
      didYouMean(conversation.replace(/^\.\//, ''), known, String) ?? there,
    )
  }
  const differing = orderGravest(asked)
  const page = pageOf(
    differing.map((each) => tellCompared(each, labels)),
    offset,
    limit,
  )
  const changed = features === undefined ? undefined : plainSaid(features.sentence, mostOfLine * 3)
  const worthALook = likely?.sentence == null ? undefined : plainSaid(likely.sentence, mostOfLine * 3)
  const leftOut = describeLeftOut(comparison)
  const left = leftOut === null ? null : plainSaid(leftOut, mostOfLine * 3)
  const { differs = null, notRun = [] } = comparison.changed ?? {}
  const verdict = plainSaid(sentence, mostOfLine * 3)
  const rules = gate.rules.map(({ name, seen, wanted, verdict: held }) => ({
    ...{ name: plainSaid(name), verdict: held, seen: plainSaid(seen, mostOfLine * 3), wanted: plainSaid(wanted) },
  }))
  const told = [
    ...(changed === undefined ? [] : [`what changed: ${changed}\n`]),
    ...(worthALook === undefined ? [] : [`worth a look: ${worthALook}\n`]),
    ...(left === null ? [] : [`${left}\n`]),
  ]
  const text = [
    `${verdict}\n${told.join('')}gate ${gate.verdict}: ${labels.a} against ${labels.b}, ${count(conversations.filter(isWhole).length, 'conversation')}, ${count(turns, 'turn')}`,
    ...problems.slice(0, 10).map((problem) => formatProblem(problem, textOf(problem.file), { isConcealed: true })),
    rules.map(({ name, verdict: held, wanted, seen }) => `${held}  ${name}: ${seen} (wanted: ${wanted})`).join('\n'),
    ...page.shown.map(showCompared),
    tellPage(page, offset, differing.length),
    conversation !== undefined && differing.length === 0 ? `${plainSaid(conversation)} does not differ` : '',
  ]
  return {
    text: capText(text.filter((part) => part !== '').join('\n\n')),
    data: {
      ...(changed === undefined ? {} : { changed }),
      ...(worthALook === undefined ? {} : { worthALook }),
      ...(differs === null ? {} : { differs: differs.slice(0, mostNotRun).map((each) => plainSaid(each)) }),
      ...(differs === null ? {} : { notRun: notRun.slice(0, mostNotRun).map(tellNotRun) }),
      ...(left === null ? {} : { leftOut: left }),
      ...{
        from: plainSaid(from),
        sentence: verdict,
        rules,
        gate: gate.verdict,
        exitCode: code,
        sides: labels,
        totals: { ...totals },
        turns,
      },
      conversations: page.shown,
      differing: differing.length,
      next: page.next,
    },
    ...(code === 2 ? { isError: true } : {}),
  }
}

function tellNotRun({ file, line, name, reason }: Skipped): { at: string; name: string; reason: string } {
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

function showCompared({ at, name, verdict, certainty, reason, review, findings, turns }: Compared): string {
  return [
    `${verdict}${certainty === null ? '' : ` (${certainty})`}  ${at}  ${name}`,
    `  ${reason}`,
    ...(review === undefined ? [] : [`  ${review}`]),
    ...findings.map((finding) => `  ${finding}`),
    ...turns.flatMap(({ title, user, differences }) => [
      `  ${title}${user === null ? '' : `: ${user}`}`,
      ...differences.map((line) => `    ${line}`),
    ]),
  ].join('\n')
}
