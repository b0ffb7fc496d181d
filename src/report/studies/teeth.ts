import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import { allKinds, type MutantKind, mutantKinds } from '../../compare/mutation/mutant/mutant.ts'
import {
  type ConversationTeeth,
  isUnjudged,
  type MutantTally,
  type Suggestion,
  type SuiteTeeth,
  type Survivor,
  type TeethResult,
} from '../../compare/mutation/mutant/teeth-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import type { Case, Column, Finding, Gate, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, verbatim, type Words } from '../document/words.ts'
import { formatTime } from '../text/figures.ts'

/** What teeth measured: cases, and a finding for each expectation that would catch what survived, `most` of them. */
export function teethDocument(result: TeethResult, most: number = 10): ReportDocument {
  const { conversations, minScore, ms, obsolete, score, startedAt, suggestions, suites, survivors } = result
  const { runs, tableread, target, total, unjudged = [] } = result
  const caught = new Set(suggestions.flatMap(({ catches }) => catches))
  const accepted = survivors.filter((each) => each.accepted !== null)
  const unscored = conversations.filter((each) => each.unscored !== null)
  const tried = total.caught + total.survived + total.accepted
  const isProof = runs !== undefined
  return {
    ...{ study: runs === undefined ? 'teeth' : 'prove', tableread, startedAt, ms, target, most },
    others: `${isProof ? 'prove' : 'teeth'} -n ${suggestions.length} shows them, --json has all`,
    headline: runs === undefined ? `Teeth: ${formatScore(score)}` : proofHeadline(conversations),
    cases: conversations.map(caseOf),
    findings: isProof && most === 0 ? [] : foldVersions(suggestions).map((each) => findingOf(each, survivors)),
    tables: [
      ...(runs === undefined ? [] : [proofTable(conversations)]),
      ...(suites.length === 0 ? [] : isProof ? [suiteTable(suites)] : [suiteTable(suites), ...kindTables(suites)]),
    ],
    lists: [
      {
        title: 'not measured',
        items: (isProof ? [] : unscored).map((each) => [
          said(`${addressOf(each)}  ${each.name} [${each.version}]`),
          ': ',
          said(each.unscored?.reason ?? ''),
        ]),
      },
      {
        title: 'no expectation was found for',
        items: isProof
          ? []
          : survivors.filter((each, at) => each.accepted === null && !caught.has(at)).map(placedSurvivor),
      },
      {
        title: 'not judged, apart from the score',
        items: unjudged.map((each) => [said(`${each.file}:${each.line} ${whoOf(each)}: ${each.what}: ${each.why}`)]),
      },
      {
        title: 'accepted',
        items: groupBy(accepted, (each) => `${each.kind} ${each.accepted}`).map((group) => [
          `${group.length} ${group[0].kind}: `,
          said(group[0].accepted ?? ''),
        ]),
      },
      {
        title: 'lines of the accepted mutants that excuse nothing',
        items: obsolete.map(({ line, text }) => [`${line}: `, said(text)]),
      },
    ],
    gate: runs === undefined ? (minScore === null ? null : gateOf(result, minScore)) : proofGate(result, runs),
    footer: [
      ...(isProof
        ? [
            conversations.some(isRefused)
              ? 'next: npx tableread teeth says what would notice more'
              : 'next: npx tableread compare holds the draft against them',
          ]
        : []),
      ...(suites.length === 0 ? [] : [describeKinds(result)]),
      `${count(tried, 'worse agent')} in ${count(conversations.length - unscored.length, 'conversation')} in ${formatTime(ms)}`,
    ],
  }
}

/** A score as a percentage that is never rounded up to 100: `97.3 %`. */
function formatScore(score: number | null): string {
  if (score === null) return '-'
  return `${score === 1 ? '100' : (Math.floor(score * 1_000) / 10).toFixed(1)} %`
}

/** Open where `teethExitCode` is 0. */
function gateOf({ conversations, score, suites }: TeethResult, minScore: number): Gate {
  const demand = `where ${formatScore(minScore)} must be caught`
  const unjudged = conversations.filter(isUnjudged).length
  const failing = conversations.filter(({ unscored }) => unscored?.kind === 'failed').length
  if (unjudged > 0)
    return { verdict: 'not enough', reason: `${count(unjudged, 'conversation')} could not be judged unchanged` }
  if (score === null) return { verdict: 'not enough', reason: `nothing was measured, ${demand}` }
  const below = suites.filter((suite) => suite.score !== null && suite.score < minScore)
  if (below.length > 0)
    return {
      verdict: 'shut',
      reason: [said(below.map(({ suite }) => suite).join(', ')), `: less is caught, ${demand}`],
    }
  if (failing > 0)
    return {
      verdict: 'shut',
      reason: `${count(failing, 'conversation')} ${failing === 1 ? 'fails' : 'fail'} unchanged`,
    }
  return { verdict: 'open', reason: `${formatScore(score)} caught, ${demand}` }
}

const isProven = ({ proof }: ConversationTeeth): boolean => proof?.refused === null
const isRefused = ({ proof, unscored }: ConversationTeeth): boolean =>
  (proof?.refused ?? null) !== null && (unscored === null || unscored.kind === 'failed')

const proofHeadline = (conversations: readonly ConversationTeeth[]): string =>
  `Proof: ${conversations.filter(isProven).length} of ${count(conversations.length, 'conversation')} proven`

/** Why a conversation is not proven, or could not be measured; null where it is and was. */
const whyNot = ({ proof, unscored }: ConversationTeeth): string | null => proof?.refused ?? unscored?.reason ?? null

/** A row for each conversation: how often it passed, what it notices, and what only it notices. */
function proofTable(conversations: readonly ConversationTeeth[]): Table {
  const rows = conversations.map((each): Words[] => {
    const { caught, file, line, name, proof, survived, unscored } = each
    const reason = whyNot(each)
    const word = isProven(each)
      ? toned('good', 'proven')
      : toned('bad', isRefused(each) ? 'refused' : (unscored?.kind ?? 'not tried'))
    return [
      said(`${file}:${line}`),
      said(name, 60),
      proof === undefined ? '-' : `${proof.passed} of ${proof.runs}`,
      caught + survived === 0 ? '-' : `${caught} of ${caught + survived}`,
      String(proof?.alone ?? '-'),
      reason === null ? word : [word, ': ', said(reason)],
    ]
  })
  return {
    columns: [
      ...[{ name: '' }, { name: 'conversation' }, { name: 'passed', right: true as const }],
      ...[{ name: 'notices', right: true as const }, { name: 'it alone', right: true as const }, { name: '' }],
    ],
    rows,
  }
}

/** Open where each conversation is proven; what could not be judged is neither proven nor refused. */
function proofGate({ conversations }: TeethResult, runs: number): Gate {
  const refused = conversations.filter(isRefused).length
  const unjudged = conversations.filter(isUnjudged).length
  if (unjudged > 0) return { verdict: 'not enough', reason: `${count(unjudged, 'conversation')} could not be judged` }
  if (refused > 0) return { verdict: 'shut', reason: `${count(refused, 'conversation')} refused` }
  if (!conversations.some(isProven)) return { verdict: 'not enough', reason: 'nothing was proven' }
  return { verdict: 'open', reason: `each passed ${runs} of ${runs} runs and notices what no other does` }
}

const verdicts = { failed: 'failed', errored: 'errored', 'not played': 'errored', skipped: 'skipped' } as const

/** Suites that notice less than all have passed nonetheless: what they lack is advice, and the gate judges it. */
function caseOf(conversation: ConversationTeeth): Case {
  const { caught, file, id, line, name, suite, survived, unscored, version } = conversation
  const reason = whyNot(conversation)
  return {
    ...{ id, suite, name: `${name} [${version}]`, at: { file, line } },
    verdict: unscored !== null ? verdicts[unscored.kind] : reason === null ? 'passed' : 'failed',
    reason: reason === null ? `${caught} of ${count(caught + survived, 'worse agent')} noticed` : said(reason),
    facts: { version },
  }
}

const numberColumns = ['caught', 'survived', 'accepted'].map((name): Column => ({ name, right: true }))

const numbersOf = ({ caught, survived, accepted }: Pick<MutantTally, 'caught' | 'survived' | 'accepted'>): string[] =>
  [caught, survived, accepted].map((each) => (each === 0 ? '-' : String(each)))

function suiteTable(suites: readonly SuiteTeeth[]): Table {
  const rows = suites.map((each): Words[] => {
    const { score, suite, version } = each
    const tone = score === null || score < 0.8 ? 'bad' : score < 0.95 ? 'warn' : 'good'
    return [said(suite), said(version), toned(tone, formatScore(score)), ...numbersOf(each)]
  })
  return { columns: [{ name: 'suite' }, { name: 'version' }, { name: 'score', right: true }, ...numberColumns], rows }
}

/** A table for each version that was measured. */
function kindTables(suites: readonly SuiteTeeth[]): Table[] {
  const versions = groupBy(suites, ({ version }) => version)
  return versions.map((those): Table => {
    const rows = tallyKinds(those).map((tally): Words[] => [
      tally.survived > 0 ? toned('warn', tally.kind) : tally.kind,
      ...numbersOf(tally),
      toned('dim', mutantKinds[tally.kind]),
    ])
    const name = versions.length === 1 ? 'worse in' : `${those[0].version}, worse in`
    return { columns: [{ name }, ...numberColumns, { name: '' }], rows }
  })
}

/** The totals of each kind of mutant that was tried, over these suites, what is to be mended first. */
function tallyKinds(suites: readonly SuiteTeeth[]): (MutantTally & { kind: MutantKind })[] {
  const all = suites.flatMap(({ kinds }) => kinds)
  const sum = (kind: MutantKind, key: 'caught' | 'survived' | 'accepted'): number =>
    all.reduce((total, each) => total + (each.kind === kind ? each[key] : 0), 0)
  return allKinds
    .map((kind) => ({
      ...{ kind, caught: sum(kind, 'caught'), survived: sum(kind, 'survived'), accepted: sum(kind, 'accepted') },
    }))
    .filter(({ caught, survived, accepted }) => caught + survived + accepted > 0)
    .sort((one, other) => Number(other.survived > 0) - Number(one.survived > 0))
}

/** "38 of 41 mutants of 19 kinds noticed; kinds that do not occur here: …": a score speaks of these alone. */
function describeKinds({ total, kinds: { tried, absent } }: TeethResult): string {
  const { caught, survived, accepted } = total
  const kindsTried = tried.length + absent.length
  return [
    `${caught} of ${count(caught + survived, 'mutant')} of ${count(tried.length, 'kind')} noticed`,
    ...(accepted === 0 ? [] : [`${accepted} more accepted`]),
    ...(absent.length === 0 ? [] : [`kinds that do not occur here: ${absent.join(', ')}`]),
    ...(kindsTried === allKinds.length ? [] : [`${count(allKinds.length - kindsTried, 'kind')} not asked for`]),
  ].join('; ')
}

const mostNamed = 3

/** The same expectation at the same place is one, whichever versions it would notice more of. */
function foldVersions(suggestions: readonly Suggestion[]): Suggestion[] {
  const placeOf = ({ catches: _, version: __, ...place }: Suggestion): string => JSON.stringify(place)
  return groupBy(suggestions, placeOf).map(([first, ...others]) => ({
    ...first,
    version: [first, ...others].map(({ version }) => version).join(', '),
    catches: [first, ...others].flatMap(({ catches }) => catches),
  }))
}

function findingOf(suggestion: Suggestion, survivors: readonly Survivor[]): Finding {
  const { catches, conversation, file, judged, line, suite, turn, under, version, yaml } = suggestion
  const all = catches.flatMap((at) => survivors[at] ?? [])
  const caught = groupBy(all, ({ file, line, turn, what }) => JSON.stringify([file, line, turn, what])).map(
    ([one]) => one,
  )
  const more = caught.length - mostNamed
  const place = turn === null ? '' : `, turn ${turn}`
  const suggested = yaml.split('\n').map((each) => verbatim(each, Number.POSITIVE_INFINITY))
  return {
    case: caught[0]?.id ?? '',
    group: [said(conversation === null ? suite : `${suite} > ${conversation}`), ' [', said(version), ']'],
    title: `under ${conversation === null ? 'every turn' : under}${place}`,
    label: judged === true ? `a judge might catch ${catches.length}` : `catches ${catches.length}`,
    at: { file, line },
    verdict: 'advice',
    what: '',
    short: ['this expectation would notice:', ...suggested],
    lines: [
      ...suggested.map((each) => toned('good', ['  ', each])),
      ...caught.slice(0, mostNamed).map((each) => (turn === null ? placedSurvivor(each) : survivorOf(each))),
      ...(more > 0 ? [toned('dim', `and ${more} more`)] : []),
    ],
    evidence: '',
    runs: [],
  }
}

const whoOf = ({ turn }: Survivor): string => (turn === null ? 'the conversation' : `turn ${turn}`)

/** "turn 2 still passes when lookup_order is not called". */
function survivorOf(survivor: Survivor): Words {
  const { advice, what } = survivor
  const judge = advice === undefined ? '' : [' (a judge without a licence advises: ', said(advice), ')']
  return [whoOf(survivor), ' still passes when ', said(what), judge]
}

const placedSurvivor = (survivor: Survivor): Words => [said(`${survivor.file}:${survivor.line} `), survivorOf(survivor)]
