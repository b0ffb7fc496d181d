import { z } from 'zod'
import { count } from '../../base/text/wording.ts'
import { performRun } from '../../engine/perform-run.ts'
import { exitCode, type RunResult } from '../../engine/run-result.ts'
import { type TouchedParts, touchedIn } from '../../engine/verdict/touched.ts'
import { plainText } from '../../report/document/door.ts'
import { toneTotals } from '../../report/failures/format-verdict.ts'
import { groupFailures } from '../../report/failures/group-failures.ts'
import { formatTime } from '../../report/text/figures.ts'
import { cleanColumns } from '../../report/text/line.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { frameOf, openConfigured, type ProjectSuites, performOpen } from '../open/open-run.ts'
import { printRun, saveRun } from '../open/save-history.ts'
import { choosePlansOfRun, countLeftOut, readPlans } from '../suites/choose-plans.ts'
import { quarantine } from '../suites/quarantine.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { presentProblem, problemShape } from './find-problems.ts'
import { describePage, pageOf } from './page.ts'
import { lineShape, listUnpassed, presentFailure, presentLine } from './present-result.ts'
import {
  acting,
  defineTool,
  limitSetting,
  nameFilter,
  next,
  offset,
  paths,
  type ServerTool,
  type ToolAnswer,
  type ToolContext,
  tags,
  toldAs,
  versionsOf,
} from './tool.ts'

interface RunAsked {
  paths?: string[] | undefined
  name?: string | undefined
  tags?: string[] | undefined
  versions?: string[] | undefined
  repeat?: number | undefined
  bail?: number | undefined
}

export const ranShape = z.strictObject({
  outcome: z.enum(['passed', 'failed', 'broken', 'not judged', 'interrupted']),
  exitCode: z.number().describe('The exit code that tableread run would return.'),
  target: z.string(),
  totals: z.record(z.string(), z.number()),
  turns: z.number(),
  ms: z.number(),
  conversations: z.array(lineShape).describe('Those that did not pass come first.'),
  failures: z.number().describe('How many did not pass: read_failures tells each in full.'),
  problems: z.array(problemShape).describe('What is wrong in files that could not be read as suites.'),
  next,
})

interface Ran extends z.output<typeof ranShape> {}

const outcomes: Readonly<Record<number, Ran['outcome']>> = { 0: 'passed', 1: 'failed', 2: 'broken', 3: 'not judged' }

export const runSuites: ServerTool = defineTool({
  name: 'run_suites',
  title: 'Run conversations against the agent',
  description:
    'Run conversations against a version of the agent, on the local service unless this server was started with --target, and judge them line by line. Answers with totals, which conversations did not pass, and the first failures with their lines. Use read_failures and read_transcript for more of the same run. May take long: progress is reported, and the call can be cancelled.',
  input: z.strictObject({
    paths,
    name: nameFilter,
    tags,
    versions: versionsOf,
    repeat: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe('Run each conversation this many times; every run must pass, or the share that its script says.'),
    bail: z
      .int()
      .min(1)
      .optional()
      .describe('Stop after this many conversations that failed; the rest is not reached.'),
    offset,
    limit: limitSetting(50),
  }),
  output: ranShape,
  hints: acting,
  call: ({ offset, limit, ...asked }, call) =>
    call.desk.inTurn(call.signal, async () => runAnswer(await carryOut(asked, call), call, offset, limit)),
})

interface RunDone {
  project: ProjectSuites
  result: RunResult
  code: number
}

/** Runs what was asked for, and keeps the result on the desk. @throws UsageError as `tableread run` does */
export async function carryOut(request: RunAsked, { desk, signal, progress }: ToolContext): Promise<RunDone> {
  const project = await desk.open({ ...request, signal })
  const { settled, read, textOf } = project
  const selection = {
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
  }
  const { plans: chosenPlans, notCompared } = choosePlansOfRun(read, settled, selection)
  await insistVersions(chosenPlans, settled)
  const partial = (request.paths?.length ?? 0) > 0
  const plans =
    settled.quarantine === null
      ? chosenPlans
      : quarantine(chosenPlans, settled.quarantine, readPlans(read, settled), partial)
  const { result, code } = await performOpen(
    project,
    openConfigured(project),
    async ({ service, interrupted, sinks, contextOf }) => {
      let finished = 0
      let listing: readonly Blueprint[] | null = null
      const functions = settled.reconcile && plans.length > 0
      const context = await contextOf(plans, service, { functions, listed: (agents) => (listing = agents) })
      const printOf = await printRun(settled, plans, service, listing)
      const touched = new Map<string, TouchedParts>()
      const result = await performRun(plans, {
        ...context,
        ...frameOf(plans, service),
        keepPassed: true,
        ...(notCompared === undefined ? {} : { notCompared: project.conceal.rest(notCompared) }),
        problems: read.problems,
        leftOutByOnly: countLeftOut(read, settled, selection),
        leastPassing: settled.gate.passRate,
        hear: (each) => touched.set(each.id, touchedIn(each)),
        ...(request.bail === undefined ? {} : { bail: request.bail }),
        listen(event) {
          if (event.kind !== 'conversation done') return
          finished += 1
          progress(finished, plans.length, `${event.result.verdict}: ${event.result.name} [${event.result.version}]`)
        },
      })
      await saveRun(settled, result, plans, { printOf, touched })
      return { result, code: await sinks.end(exitCode(result, interrupted())) }
    },
  )
  const { conversations, problems } = result
  desk.lastRun = { from: 'the last run', conversations, problems, lacking: 0, textOf }
  return { project, result, code }
}

/** How many failures an answer shows in full: one for each cause. */
const mostTold = 3

export function runAnswer(
  { project: { textOf }, result, code }: RunDone,
  { desk }: Pick<ToolContext, 'desk'>,
  offset: number,
  limit: number,
): ToolAnswer & { data: Ran } {
  const failed = listUnpassed(result.conversations)
  const others = result.conversations.filter((each) => !failed.includes(each))
  const page = pageOf([...failed, ...others].map(presentLine), offset, limit)
  const { totals, target, turns, ms, problems } = result
  const groups = groupFailures(failed.filter(({ verdict }) => verdict !== 'not reached'))
  const failures = groups
    .slice(0, mostTold)
    .map(({ members: [first] }) => presentFailure(first, { textOf }, desk.flags))
  const more = failed.length - failures.length
  const text = [
    `${plainText(toneTotals(totals))} of ${result.conversations.length}, ${count(turns, 'turn')} in ${formatTime(ms)} against ${target}`,
    ...problems.slice(0, 10).map((problem) => formatProblem(problem, textOf(problem.file), { isConcealed: true })),
    ...failures.map(({ excerpt, again }) => `${excerpt}\n\n  run it again: ${again}`),
    ...(more > 0 ? [`${more} more did not pass: read_failures tells all ${failed.length}`] : []),
    page.shown
      .map(
        ({ verdict, at, name, version, runs }) =>
          `${verdict}  ${cleanColumns(`${at}  ${name} [${version}]`)}${runs === null ? '' : `  passed ${runs}`}`,
      )
      .join('\n'),
    describePage(page, offset, result.conversations.length),
  ]
  const data: Ran = {
    ...{ outcome: outcomes[code] ?? 'interrupted', exitCode: code, target, totals: { ...totals }, turns },
    ...{ ms: Math.round(ms), conversations: page.shown, failures: failed.length },
    ...{ problems: problems.slice(0, 30).map(presentProblem), next: page.next },
  }
  return toldAs(text, data, { isWrong: code === 2 })
}
