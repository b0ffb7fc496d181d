import { count } from '../../base/text/wording.ts'
import { type Comparison, comparisonExitCode } from '../../compare/comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { compareSides, prepareComparison } from '../open/compare-sides.ts'
import { saveComparison } from '../open/save-history.ts'
import { describeUnjudged, isOpen, judgeByRecord, judgeFirst, performPlans } from './judge-by-record.ts'
import { findingName, type Judging, plansOf, type WatchSubject } from './judging.ts'
import type { WorseFinding } from './message-shape.ts'
import type { Sighting } from './sighting.ts'
import type { AgentWatch, ChangeJudgement, PendingChange } from './watch-state.ts'

/** Against the last good number, by comparison and confirmation; where that cannot be asked, its record. */
export async function judgeChange(
  { agent, pending: { sighting }, watch: { good } }: { agent: string; pending: PendingChange; watch: AgentWatch },
  judging: Judging,
): Promise<ChangeJudgement> {
  const subject = { agent, sighting }
  if (good === null) return judgeFirst(subject, judging)
  const why = await whyUnasked(subject, good, judging)
  return why === null ? judgeByPairs(agent, good, sighting, judging) : judgeByRecord(subject, { good, why }, judging)
}

/** Judges the draft of an agent against the number that is published; null where none is saved. */
export async function judgeDraft(
  agent: string,
  published: Sighting,
  judging: Judging,
): Promise<ChangeJudgement | null> {
  const failed = await probeVersion(agent, 'draft', judging)
  if (failed === null) return judgeByPairs(agent, published, null, judging)
  if (failed.cause?.kind === 'script') return null
  return { verdict: 'not judged', note: `the draft cannot be asked: ${describeUnjudged(failed)}` }
}

/** Why the earlier number can no longer be asked; null if it answers. */
async function whyUnasked({ agent, sighting }: WatchSubject, good: Sighting, judging: Judging): Promise<string | null> {
  if (good.print === sighting.print) return 'it is what was good before'
  if (good.number === sighting.number) return 'the number is the same, and its settings changed'
  const failed = await probeVersion(agent, good.number, judging)
  return failed === null ? null : `version ${good.number} cannot be asked any more: ${describeUnjudged(failed)}`
}

/** Runs one conversation against a version to see whether it answers; its result where it could not be judged. */
async function probeVersion(
  agent: string,
  version: number | 'draft',
  judging: Judging,
): Promise<ConversationResult | null> {
  const [probe] = plansOf(agent, version, judging)
  const [result] = probe === undefined ? [] : (await performPlans([probe], judging)).conversations
  return result !== undefined && isOpen(result.verdict) ? result : null
}

/** A quick comparison of an agent; `next` is null for its draft. */
async function judgeByPairs(
  agent: string,
  good: Sighting,
  next: Sighting | null,
  judging: Judging,
): Promise<ChangeJudgement> {
  const { project, run, selection, report } = judging
  const versions = { a: String(good.number), b: next === null ? 'draft' : String(next.number) }
  const side = (version: string) => ({ agent: null, version })
  const { quarantine } = project.settled
  const choice = { ...selection, pairs: null, quarantine, partial: true }
  const prepared = await prepareComparison(project, { a: side(versions.a), b: side(versions.b) }, choice)
  const pairings = prepared.pairings
    .filter(({ plans }) => plans.a.agent.value === agent)
    .map((each) => ({ ...each, excused: project.conceal.rest(each.excused) }))
  const carrying = { quick: true, untilSure: null, pairs: null, alpha: 0.05, calibrate: false, confirm: true }
  const comparable = { ...prepared, pairings, skipped: [] }
  const { comparison, prints, touched } = await compareSides(comparable, run, {
    ...carrying,
    leftOutByOnly: 0,
    listen: () => undefined,
  })
  run.signal.throwIfAborted()
  const printsOf = (each: Sighting) => new Map(pairings.map(({ id }) => [id, each.print]))
  const allPrints = { a: printsOf(good), b: next === null ? prints.b : printsOf(next) }
  await saveComparison(project.settled, comparison, pairings, { prints: allPrints, touched })
  const runs = count(countRuns(comparison), 'run')
  const note = `${count(comparison.conversations.length, 'conversation')}, ${runs}`
  const reportPath = await report(comparison, agent, versions.b)
  const judgement = concludePairs(comparison, `version ${good.number}`, note)
  return { ...judgement, ...(reportPath === null ? {} : { report: reportPath }) }
}

const countRuns = ({ conversations }: Comparison): number =>
  conversations.reduce((sum, { runs: { a, b } }) => sum + a.length + b.length, 0)

function concludePairs(comparison: Comparison, against: string, note: string): ChangeJudgement {
  const code = comparisonExitCode(comparison, null)
  const { gate } = comparison
  const broken = gate.rules.filter(({ verdict }) => verdict === 'broken')
  const failing = comparison.conversations.flatMap(({ suite, name, runs: { b }, excused, review }) =>
    excused !== null || review?.decision === 'approved' || b.some(({ verdict }) => verdict === 'passed')
      ? []
      : [findingName(suite, name)],
  )
  const facts = { against, failing, note, report: null }
  if (code === 1) return { verdict: 'regressed', findings: findingsIn(comparison, broken), ...facts }
  if (code === 0) return { verdict: 'good', findings: [], ...facts }
  const lacking = gate.rules.filter(({ verdict }) => verdict !== 'held').map(({ name, seen }) => `${name}: ${seen}`)
  return { verdict: 'not judged', note: lacking.length === 0 ? 'a suite is broken' : lacking.join('; ') }
}

/** The conversations that got worse; where none did by itself, the rules of the gate that are broken. */
function findingsIn({ conversations }: Comparison, broken: Comparison['gate']['rules']): WorseFinding[] {
  const worse = conversations.filter(({ verdict, excused }) => verdict === 'regressed' && excused === null)
  if (worse.length > 0)
    return worse.map(({ suite, name, reason }) => ({ conversation: findingName(suite, name), what: reason }))
  return broken.map(({ name, wanted, seen }) => ({
    conversation: `gate: ${name}`,
    what: `wanted ${wanted}, seen ${seen}`,
  }))
}
