import { z } from 'zod'
import { comparisonExitCode } from '../../compare/comparison.ts'
import { UsageError } from '../edge/usage-error.ts'
import { chooseChanged } from '../open/choose-changed.ts'
import { compareSides, prepareComparison, selectComparable } from '../open/compare-sides.ts'
import { withoutDraftless } from '../open/no-draft.ts'
import { performOpen } from '../open/open-run.ts'
import { saveComparison } from '../open/save-history.ts'
import { openSides, readSides } from '../open/sides.ts'
import { countLeftOut } from '../suites/choose-plans.ts'
import { findComparison } from './kept-results.ts'
import { comparisonOutput, presentComparison } from './present-comparison.ts'
import { acting, defineTool, limitSetting, nameFilter, offset, paths, type ServerTool, tags } from './tool.ts'

const side = (of: string, usual: string): z.ZodDefault<z.ZodString> =>
  z
    .string()
    .min(1)
    .max(200)
    .default(usual)
    .describe(`The side ${of}: "default", "draft", a number, a revision of git, or "agent@version".`)

const choice = (what: string): z.ZodOptional<z.ZodBoolean> => z.boolean().optional().describe(what)

export const compareVersions: ServerTool = defineTool({
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
    quick: choice('One pair of each, and more only where that differs: sees what always breaks. Not beside pairs.'),
    deep: choice("Also judge the turns that an early break hides, from the other side's history."),
    changed: choice('Only the conversations that the difference between the sides touches; the rest is not run.'),
    offset,
    limit: limitSetting(10),
  }),
  output: comparisonOutput,
  hints: acting,
  call: ({ a, b, paths = [], offset, limit, pairs, quick, deep, changed, name, tags }, call) =>
    call.desk.inTurn(call.signal, async () => {
      if (quick === true && pairs !== undefined)
        throw new UsageError(
          'pairs cannot be combined with quick',
          'a quick look settles itself how often each runs: leave one of them out',
        )
      const { desk, signal, progress } = call
      const { sides: sideSpecs } = readSides([a, b])
      const suites = await desk.open({ paths, name, signal })
      const prepared = await prepareComparison(suites, sideSpecs, {
        ...(name === undefined ? {} : { name }),
        ...(tags === undefined ? {} : { tags }),
        pairs: pairs ?? null,
        quarantine: suites.settled.quarantine,
        partial: paths.length > 0,
      })
      const { project, sides, pairings, alone, skipped } = await withoutDraftless(prepared)
      const { settled, read } = project
      const comparable = await selectComparable(pairings, sides, project, changed === true ? { changed } : {})
      const { comparison, code } = await performOpen(
        project,
        () => openSides(settled, {}),
        async (run) => {
          let [finished, all] = [0, 0]
          const selection =
            changed === true ? await chooseChanged(comparable.pairings, project, sides, run.service) : comparable
          const { comparison, ...known } = await compareSides({ project, sides, alone, skipped, ...selection }, run, {
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
          await saveComparison(settled, comparison, selection.pairings, known)
          return { comparison, code: await run.sinks.end(comparisonExitCode(comparison, run.interrupted())) }
        },
      )
      const { textOf } = project
      desk.lastComparison = { from: 'the last comparison', comparison, textOf }
      return presentComparison('the last comparison', comparison, code, { offset, limit, textOf })
    }),
})

export const readComparison: ServerTool = defineTool({
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
    limit: limitSetting(10),
  }),
  output: comparisonOutput,
  async call({ result, conversation, offset, limit }, { desk }) {
    const { from, comparison, textOf } = await findComparison(desk, result)
    const code = comparisonExitCode(comparison, null)
    return presentComparison(from, comparison, code, { offset, limit, conversation, textOf })
  },
})
