import { count, listSome } from '../../base/text/wording.ts'
import { type ChangeCandidate, selectChanged } from '../../compare/changed/select-changed.ts'
import type { ChangedSelection } from '../../compare/comparison.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import type { ReviewEntry } from '../../compare/review/settle-reviews.ts'
import type { TouchedParts } from '../../engine/verdict/touched.ts'
import { nameTarget } from '../../records/history/run-record.ts'
import { plainSaid } from '../../report/document/door.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { localVersions } from '../agents/local-agents.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { warn } from '../edge/print.ts'
import { showPath } from '../files/find-suites.ts'
import { readReviews } from '../suites/reviews.ts'
import { differencesOf } from './agent-differences.ts'
import { type AgentPrints, printAgents } from './agent-prints.ts'
import { insistTwoSides, sourcesOf } from './compare-sides.ts'
import type { ProjectSuites } from './open-run.ts'
import { askedOfHistory } from './save-history.ts'
import { type OpenSides, type SideSpec, toldNotRun } from './sides.ts'

interface Chosen {
  pairings: readonly Pairing[]
  changed: ChangedSelection
}

/** Those whose parts differ by the history, those it lacks, those known to differ. @throws UsageError for one side */
export async function chooseChanged(
  pairings: readonly Pairing[],
  { settled, conceal }: ProjectSuites,
  sides: Record<SideKey, SideSpec>,
  { a: service }: OpenSides,
): Promise<Chosen> {
  insistTwoSides('changed', sides)
  const { workspace, target } = service
  const local = workspace === undefined ? null : await localVersions(workspace, settled.revisions)
  const sources = local === null ? await sourcesOf(service, settled) : null
  const printed = { pairings, sources, revisions: settled.revisions }
  const prints = { a: await printAgents('a', service, printed), b: await printAgents('b', service, printed) }
  const history = await readRecords(pairings, prints, settled, nameTarget(target.name))
  const reviews = readReviews(settled.reviews)
  const differencesByKey = new Map<string, ReturnType<typeof differencesOf>>()
  const candidates = pairings.map(({ id, plans: { a, b } }): ChangeCandidate => {
    const at = ({ agent, version }: Plan) => ({ agent: agent.value, version })
    const key = JSON.stringify([at(a), at(b)])
    const own = differencesByKey.get(key) ?? differencesOf(at(a), at(b), local, sources)
    differencesByKey.set(key, own)
    const { conversation, everyTurn } = a
    const record = isDecided(a, reviews) ? null : (history.records.get(id) ?? null)
    return { ...own, record, script: JSON.stringify([conversation, everyTurn]) }
  })
  const choices = selectChanged(candidates)
  const differs = [...new Set(candidates.flatMap(({ differences }) => differences.map(({ what }) => what)))]
  const reason = differs.length === 0 ? 'nothing differs' : 'nothing that differs touches it'
  const since = history.why ?? 'the history has no run of them that passed with this script and agent'
  const decisions = pairings.map(({ id, plans: { a } }, index) => {
    const by = choices[index] ?? null
    const unknown = isDecided(a, reviews)
      ? 'a decision on it stands in the reviews'
      : history.records.has(id)
        ? 'somebody spoke whom the files of its agent do not name'
        : (history.why ?? 'the history has no run of it that passed with this script and agent')
    const why = { unknown, everything: 'it may touch any conversation: ', touched: 'it touches what differs: ' }
    const text = by === null ? reason : `${why[by.why]}${listSome(by.differs, 5)}`
    return { by, told: toldNotRun(a, text) }
  })
  const rest = decisions.filter(({ by }) => by === null)
  const changed = conceal.rest({
    differs,
    notRun: rest.map((each) => each.told),
    selected: decisions.flatMap((each) => (each.by === null ? [] : [each.told])),
  })
  const [all, unknown] = [pairings.length, choices.filter((by) => by?.why === 'unknown').length]
  const why = unknown === 0 ? '' : unknown === all ? `, since ${since}` : `, ${unknown} of them since ${since}`
  const what =
    differs.length === 0
      ? `nothing differs between ${sides.a.version} and ${sides.b.version}`
      : `what differs: ${plainSaid(listSome(changed.differs, 5), 1_000)}`
  warn(`--changed: ${all - rest.length} of ${count(all, 'conversation')} to run${why}; ${what}`)
  return { pairings: pairings.filter((_, index) => choices[index] !== null), changed }
}

function isDecided({ suite, conversation }: Plan, reviews: readonly ReviewEntry[]): boolean {
  return reviews.some((each) => each.suite === suite && each.conversation === conversation.name.value)
}

/** What the history has of them, and why it has nothing. */
async function readRecords(
  pairings: readonly Pairing[],
  prints: AgentPrints,
  { history, folder }: Pick<RunSettled, 'history' | 'folder'>,
  target: string,
): Promise<{ records: ReadonlyMap<string, TouchedParts>; why: string | null }> {
  const none = (why: string) => ({ records: new Map<string, TouchedParts>(), why })
  if (history === null) return none('no history is kept')
  const file = showPath(history, folder)
  try {
    const { readTouched } = await import('../../records/history/read-touched.ts')
    const records = await askedOfHistory(pairings, prints.a, target)
    const read = readTouched(
      history,
      records.map((each) => ({ ...each, otherPrint: prints.b.get(each.id) ?? null })),
      tablereadVersion(),
    )
    if (!read.ok) return none(`the history cannot be read (${file}: ${read.trouble.message})`)
    return read.read.size > 0
      ? { records: read.read, why: null }
      : none(`${file} has no run of them that passed with this script and agent`)
  } catch (error) {
    return none(`the history cannot be read (${file}: ${(error as Error).message})`)
  }
}
