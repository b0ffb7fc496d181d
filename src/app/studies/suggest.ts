import { join, relative, resolve, sep } from 'node:path'
import { unique } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { AgentSketch } from '../../engine/grid/agent-sketch.ts'
import { draftSuite } from '../../engine/grid/draft-conversations.ts'
import { findCover } from '../../engine/grid/find-cover.ts'
import { listCells } from '../../engine/grid/list-cells.ts'
import { poolValues } from '../../engine/grid/sample-arguments.ts'
import type { Cell, SuggestionResult } from '../../engine/grid/suggestion-shape.ts'
import { commentsOf, insistKeepable, insistOwn, isSuitePath, type Writer } from '../cli/output/kept-file.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain } from '../edge/print.ts'
import { openSinks } from '../edge/sinks.ts'
import { UsageError } from '../edge/usage-error.ts'
import { holdsSuites } from '../files/find-suites.ts'
import { writeGiven } from '../files/given-files.ts'
import type { SuggestFlags } from '../flags/verb-flags.ts'
import { readResultFile } from '../judging/read-result-file.ts'
import { insistSound, type Opening, openProject } from '../open/open-run.ts'
import { readPlans } from '../suites/choose-plans.ts'
import { readSuites, type SuitesRead } from '../suites/read-suites.ts'
import { sketchAgents } from '../target/agent-sketch.ts'
import { type PreparedStudy, runStudy } from './study.ts'

const writer: Writer = {
  flag: '--write',
  mark: 'Drafts made by tableread suggest --write; take this line out to keep what you change.',
}

/** `tableread suggest`, no turn is sent: 0, or 3 if nothing is known about an agent. @throws UsageError if broken */
export async function suggest(paths: readonly string[], flags: SuggestFlags): Promise<number> {
  return runStudy(await prepareSuggest(paths, flags), { ...flags, ignoreOnly: true })
}

/** Reads what `suggest` is asked for. @throws UsageError as it does */
export async function prepareSuggest(
  paths: readonly string[],
  flags: SuggestFlags,
  opening: Opening = {},
): Promise<PreparedStudy> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const { write } = flags
  const { insistPlace = () => undefined } = opening
  if (write !== undefined) {
    insistPlace(isSuitePath(write) ? write : join(write, 'drafts.yaml'))
    insistKeepable(write, writer)
  }
  const project = await openProject(paths, flags, opening, (settings) => readWhatIsThere(paths, settings))
  insistSound(project)
  const { settled, read, conceal } = project
  const plans = readPlans(read, settled)
  const agents =
    flags.agent ?? (paths.length > 0 || settled.target !== null ? unique(plans.map(({ agent }) => agent.value)) : [])
  const { source, sketches, unknown: unread } = await sketchAgents(settled, agents)
  const runs = (flags.from ?? []).map((file) => coverageIn(file, settled))
  // A rule is written into drafts as a sentence, and whatever is private in it is no one's business there.
  const concealRules = (cells: Cell[]): Cell[] =>
    cells.map((cell) => (cell.kind === 'rule' || cell.kind === 'sentence' ? conceal.rest(cell) : cell))
  const grids = sketches.map((sketch) => ({
    sketch,
    cells: concealRules(
      findCover(listCells(sketch, poolValues(sketch)), sketch, {
        plans: plans.filter(({ agent }) => agent.value === sketch.agent),
        ...{ textOf: (file) => read.texts.get(file), runs },
      }),
    ),
  }))
  const empty = grids.filter(({ cells }) => cells.every(({ kind }) => kind === 'sentence'))
  const reason = 'it has no tool, no rule in a prompt, no variable and no handoff: describe them in a workspace'
  const unknown = [...unread, ...empty.map(({ sketch: { agent } }) => ({ agent, reason }))]
  return {
    project,
    async perform(use) {
      const sinks = openSinks()
      const drafts = write === undefined ? [] : writeDrafts(write, grids, settled.folder, insistPlace)
      const result: SuggestionResult = {
        ...{ schemaVersion: 1, kind: 'suggestion', tableread: tablereadVersion(), startedAt },
        ...{
          ms: performance.now() - began,
          target: source,
          cells: grids.flatMap(({ cells }) => cells),
          unknown,
          drafts,
        },
      }
      const done = { result: conceal.rest(result), conclude: () => (unknown.length > 0 ? 3 : 0) }
      return use(done, { sinks, warnings: () => [] })
    },
  }
}

/** The suites, or none where nobody named any and there is none yet. */
function readWhatIsThere(paths: readonly string[], settings: RunSettled): SuitesRead {
  const suites = paths.length > 0 ? settings.suites : settings.suites.filter((path) => holdsSuites(path, settings))
  if (suites.length > 0) return readSuites({ ...settings, suites })
  return { suitePaths: [], suites: [], problems: [], texts: new Map(), files: new Set() }
}

function coverageIn(file: string, settings: RunSettled): Coverage {
  const { kind, result } = readResultFile(file, settings)
  if (kind === 'run') return result.coverage
  throw new UsageError(`${file} is the result of compare`, 'name what run --json wrote')
}

/** Writes a suite for each agent with holes: one file, or one for each in a folder. */
function writeDrafts(
  path: string,
  grids: readonly { sketch: AgentSketch; cells: readonly Cell[] }[],
  folder: string,
  insistPlace: (path: string) => void,
): SuggestionResult['drafts'] {
  const drafts: SuggestionResult['drafts'] = []
  for (const { sketch, cells } of grids) {
    if (cells.length === 0) continue // nothing is known of the agent, which is told elsewhere
    const target = isSuitePath(path)
      ? path
      : join(path, `${sketch.agent.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.drafts.yaml`)
    const suite = draftSuite(sketch, cells, commentsOf(writer, target))
    const gaps = cells.filter(({ byHand, coveredBy }) => byHand === null && coveredBy.length === 0)
    const byHand = gaps.map(({ name }) => ({ name, reason: 'no conversation tries it for certain: write one by hand' }))
    const { conversations, leftOut } = suite ?? { conversations: 0, leftOut: byHand }
    if (isSuitePath(path) && conversations > 0 && drafts.some((each) => each.conversations > 0)) {
      complain(
        `${count(conversations, 'draft')} of ${sketch.agent} not written: ${path} has another agent's; name a folder\n`,
      )
      continue
    }
    const insist = (): void => {
      insistPlace(target)
      insistOwn(target, writer)
    }
    if (suite !== null && conversations > 0) writeGiven(target, suite.text, { insist })
    drafts.push({
      file: relative(folder, resolve(target)).replaceAll(sep, '/'),
      conversations,
      ...(leftOut.length === 0 ? {} : { leftOut }),
    })
  }
  return drafts
}
