import { count } from '../../base/text/wording.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { describeCauses } from '../../engine/verdict/cause-kind.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeSeeds } from '../../engine/verdict/describe-seeds.ts'
import { describeJudging, describeUsage } from '../../engine/verdict/describe-usage.ts'
import { describeLeftOut, describeMissing } from '../../engine/verdict/part-of-run.ts'
import { describeLeast, describePassRate } from '../../engine/verdict/pass-rate.ts'
import { nameVerdict, type Verdict, verdicts } from '../../engine/verdict/verdict.ts'
import type { Finding, FindingWeight, Gate, ReportDocument, Table } from '../document/report-document.ts'
import { shownProblems } from '../document/shown-problems.ts'
import { joinWords, said, verbatim, type Words } from '../document/words.ts'
import { failureLines, findingsOf, placesOfFailure } from '../failures/format-failure.ts'
import { groupFailures } from '../failures/group-failures.ts'
import { describeRecovery } from '../text/describe-exchange.ts'
import {
  describeJudged,
  describeJudgedOutcome,
  isAsExpected,
  listAdvice,
  listUnlicensed,
} from '../text/describe-judgement.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import { formatTime } from '../text/figures.ts'
import type { TextOf } from '../text/reporter.ts'
import { coverageLines } from './coverage.ts'
import { caseOf, caseOfMissing, caseOfNone } from './run-cases.ts'

/** The longest sentence of others. */
const longest = 1_000

/** A case for each conversation, findings gravest first. What shows one is made when read: there may be 100,000. */
export function runDocument(result: RunResult, textOf: TextOf = () => undefined): ReportDocument {
  const {
    conversations,
    ms,
    problems,
    startedAt,
    tableread,
    target,
    warnings = [],
    notCompared,
    missingShards,
  } = result
  const poor = conversations
    .filter(({ verdict }) => gravity.includes(verdict))
    .toSorted((one, other) => gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict))
  const keys = new Map(
    groupFailures(poor).flatMap(({ members }, index) => members.map((each) => [each, String(index)] as const)),
  )
  const leftOutNote = describeLeftOut(result)
  // A lost shard is no such thing: it is what shuts the gate, and a finding.
  const { missingShards: _, ...parts } = result
  const unheldNote = describeLeftOut(parts)
  const [outcome, headline] = describeRun(result)
  return {
    ...{ study: 'run', tableread, startedAt, ms, target, outcome, headline, most: mostShown, gate: gateOf(result) },
    ...(leftOutNote === null ? {} : { facts: { leftOut: leftOutNote } }),
    warnings,
    problems: shownProblems(problems, textOf),
    get cases() {
      return [...caseOfNone(notCompared), ...caseOfMissing(missingShards), ...conversations.map(caseOf)]
    },
    findings: [
      ...findingOfMissing(missingShards),
      ...poor.map((each) => findingOf(each, textOf, keys.get(each) ?? '')),
    ],
    get tables() {
      return [totalsTable(result), ...coverageTables(result)]
    },
    get lists() {
      return [
        { title: 'not held against anything', items: unheldNote === null ? [] : [said(unheldNote, longest)] },
        { title: 'simulated users over seeds', items: (result.seeds ?? []).map(seedsItem) },
        {
          title: 'recovered turns, whose exchange with the service broke',
          items: conversations.flatMap(recoveredItems),
        },
        {
          title: 'judges without a licence advise, which counts for nothing',
          items: conversations.flatMap(adviceItems),
        },
      ]
    },
    get footer() {
      return footerOf(result)
    },
  }
}

const mostShown = 1_000
const gravity: readonly Verdict[] = ['broken', 'failed', 'flaky', 'errored', 'unsafe', 'not reached']

/** The gate of a run whose config asks for a pass rate; shards that are not all there have none. */
function gateOf({ passRate, shard, missingShards }: RunResult): Gate | null {
  if (passRate === undefined || shard !== undefined || missingShards !== undefined) return null
  const [limit, rate] = [describeLeast(passRate), describePassRate(passRate)]
  return {
    verdict: gateVerdicts[passRate.verdict],
    reason: said(`pass rate ${rate}, ${limit}`),
    rules: [
      { name: 'pass rate', verdict: passRate.verdict, wanted: limit, seen: rate, isTold: true, countsCases: true },
    ],
  }
}

const gateVerdicts = { held: 'open', broken: 'shut', 'not judged': 'not enough' } as const

/** How it went, in one line. */
function describeRun(result: RunResult): [Gate['verdict'], Words] {
  const { totals, conversations, problems, versions, notCompared, missingShards } = result
  const on =
    versions.length === 0
      ? []
      : [
          ' on ',
          joinWords(
            versions.map((version) => said(version)),
            ' and ',
          ),
        ]
  const of = (part: number): Words => [`${part} of ${count(conversations.length, 'conversation')}`, on]
  const [bad, unjudged] = [totals.failed + totals.flaky, totals.errored + totals['not reached']]
  if (conversations.length === 0) return ['not enough', 'Nothing ran']
  if (bad > 0) return ['shut', [of(bad), ' failed']]
  if (totals.broken > 0 || problems.length > 0)
    return ['shut', ['Scripts are broken: ', of(totals.broken), `, ${count(problems.length, 'problem')} of files`]]
  if (unjudged > 0) return ['not enough', [of(unjudged), ' could not be judged']]
  if (totals.unsafe > 0) return ['not enough', [of(totals.unsafe), ' were skipped: unsafe']]
  if (missingShards !== undefined)
    return ['not enough', [of(totals.passed), ' passed, and ', describeMissing(missingShards)]]
  if (totals.passed + totals['expected fail'] === 0) return ['not enough', 'Nothing ran']
  const none = notCompared === undefined ? '' : ', and nothing was compared'
  return ['open', [of(totals.passed), ' passed', none]]
}

const graveness: Partial<Record<Verdict, readonly [Finding['verdict'], FindingWeight?]>> = {
  ...{ failed: ['failed', 'error'], flaky: ['failed', 'error'] },
  ...{ broken: ['errored', 'error'], errored: ['errored'] },
  unsafe: ['errored', 'warning'],
}

function findingOf(result: ConversationResult, textOf: TextOf, key: string): Finding {
  const { id, suite, name, version, file, verdict, cause, problems, reason } = result
  const [own, weight] = graveness[verdict] ?? ['sample', 'warning']
  const [first, ...others] = findingsOf(result)
  const [head = '', ...rest] = shortText(result, first)
    .split('\n')
    .map((line) => verbatim(line))
  const isTold = reason === null || first === undefined || problems.length > 0
  const what = isTold ? head : [head, '; ', said(reason, longest)]
  return {
    ...{ case: id, group: said(suite), title: said(`${name} [${version}]`), label: cause?.kind ?? '' },
    ...placesOfFailure(result),
    ...{ verdict: own, word: verdict, alike: { key, count: others.length + 1 }, what },
    ...(weight === undefined ? {} : { weight }),
    short: [what, ...rest, ...(others.length === 0 ? [] : [`and ${count(others.length, 'more finding')}`])],
    get lines() {
      return verdict === 'not reached' ? [] : failureLines(result, textOf(file))
    },
    ...{ evidence: '', runs: [result] },
  }
}

function findingOfMissing(missing: RunResult['missingShards']): Finding[] {
  return caseOfMissing(missing).map(({ id, name: title, at, reason }) => ({
    ...{ case: id, group: id, title, label: '', at, what: reason ?? '', verdict: 'errored', weight: 'error' },
    ...{ lines: [], evidence: '', runs: [] },
  }))
}

/** What went wrong first, and what shows it. */
function shortText({ problems, cause, reason, verdict, startedAt }: ConversationResult, first?: Outcome): string {
  const [problem] = problems
  if (problem !== undefined)
    return `${problem.message} [${problem.code}]${problem.hint === undefined ? '' : `\nhint: ${problem.hint}`}`
  return first === undefined ? (cause?.why ?? reason ?? verdict) : describeOutcomeOn(first, startedAt)
}

function totalsTable({ totals, versions, conversations }: RunResult): Table {
  const present = verdicts.filter((verdict) => totals[verdict] > 0)
  const numbers = [...present.map(nameVerdict), 'of'].map((name) => ({ name, right: true as const }))
  return {
    columns: [{ name: 'version' }, ...numbers],
    rows: versions.map((version) => {
      const own = conversations.filter((each) => each.version === version)
      const counts = countVerdicts(own)
      return [said(version), ...present.map((verdict) => String(counts[verdict])), String(own.length)]
    }),
  }
}

function coverageTables({ coverage }: RunResult): Table[] {
  return coverage.agents.map((agent) => ({
    title: ['coverage of ', said(agent.agent), ' (', said(agent.version), ')'],
    lines: coverageLines({ agents: [agent] }),
    ...{ isDetail: true, columns: [], rows: [] },
  }))
}

const placed = (result: ConversationResult): Words => [said(addressOf(result)), ' (', said(result.version), ')']

const seedsItem = (each: NonNullable<RunResult['seeds']>[number]): Words => [
  ...[said(each.name), ' (', said(each.version), '): ', said(describeSeeds(each), longest)],
]

function recoveredItems(result: ConversationResult): Words[] {
  return result.turns.flatMap(({ index, recovered }) =>
    recovered === undefined
      ? []
      : [[placed(result), ` turn ${index + 1}: `, said(describeRecovery(recovered), longest)]],
  )
}

/** Advice other than what the script expects, including no finding; the rest is counted in the last line. */
function adviceItems(result: ConversationResult): Words[] {
  return listAdvice(result).flatMap(({ turn, outcome }) => {
    if (isAsExpected(outcome)) return []
    const where = turn === null ? '' : ` turn ${turn + 1}`
    return [[placed(result), `${where}: `, said(describeJudgedOutcome(outcome), longest)]]
  })
}

function footerOf({ turns, ms, shard, usage, judging, conversations }: RunResult): Words[] {
  const causes = describeCauses(conversations.map(({ cause }) => cause?.kind))
  const lines = [
    describeUsage(usage),
    describeJudging(judging),
    causes === null ? null : `causes: ${causes}`,
    describeJudged(conversations),
    ...listUnlicensed(conversations),
    shard === undefined ? null : `shard ${shard.index} of ${shard.of} alone`,
  ]
  return [
    `${count(turns, 'turn')} in ${formatTime(ms)}`,
    ...lines.flatMap((each) => (each === null ? [] : [said(each, longest)])),
  ]
}
