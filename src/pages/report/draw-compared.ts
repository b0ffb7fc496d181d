import { count } from '../../base/text/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { describeParting } from '../../compare/features/feature-row.ts'
import type { PassStatistics } from '../../compare/model/comparison-verdict.ts'
import type { RunSummary, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TurnComparison } from '../../compare/model/turn-comparison.ts'
import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { describeUsage } from '../../engine/verdict/describe-usage.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import { element } from '../kit/element.ts'
import { factList } from '../kit/json-block.ts'
import { part } from './data-table.ts'
import { drawPairedTurn, type PairView, reachedBy } from './draw-paired-turn.ts'
import { drawTranscript } from './draw-run.ts'
import { drawEntries, drawNotes, drawTurnHead } from './draw-turn.ts'
import { comparedTimes, latencyChart } from './latency.ts'
import type { Body, KeptRun, ShownPair } from './report-document.ts'
import { compareCommand, drawCommand } from './run-again.ts'
import { drawRuns, drawTrends } from './run-strips.ts'
import { bothSides, sidePair } from './side-pair.ts'

type Compared = Body & { kind: 'comparison' }

export function drawCompared(
  body: Compared,
  { sides, alpha }: Pick<Comparison, 'sides' | 'alpha'>,
  keptRuns: readonly KeptRun[],
  again: readonly string[] = [],
): HTMLElement[] {
  const { conversation } = body
  const { id, runs, shown, latency, changes, suite, agent, tags, parts, continues } = conversation
  const labels = [sides.a.label, sides.b.label] as const
  const chart = latencyChart('Times over all runs', comparedTimes(latency, labels))
  const [a, b] = bothSides((side) => ({
    label: labels[side === 'a' ? 0 : 1],
    runs: runs[side],
    shown: shown[side]?.sessionId ?? null,
  }))
  const causes = (['a', 'b'] as const).map((side): [string, string | null] => {
    const { kind, why } = shown[side]?.cause ?? {}
    return [`cause on ${labels[side === 'a' ? 0 : 1]}`, kind === undefined ? null : `${kind}: ${why}`]
  })
  const numbers = element('details', 'held', element('summary', {}, 'Statistics'))
  numbers.append(...drawStatistics(body, labels, alpha))
  return [
    factList([...causes, ['script', id], ['suite', suite], ['agent', agent], ['tags', tags.join(', ') || null]]),
    ...[
      drawCommand(compareCommand(conversation, sides, continues === undefined ? again : ['--deep', ...again])),
    ].filter((each) => each !== null),
    part('Runs', drawRuns([a, b]), ...drawUsage([a, b]), numbers),
    ...(changes.length === 0 && parts === undefined ? [] : [part('What differs', ...drawChanges(body))]),
    part('Transcripts', ...drawBoth(body, labels)),
    ...drawTrends(body.trends, keptRuns),
    ...(chart === null ? [] : [part('Latency', chart)]),
  ]
}

function drawStatistics({ conversation }: Compared, labels: readonly [string, string], alpha: number): HTMLElement[] {
  const { pass, look = 0 } = conversation
  if (pass === null) return [element('p', 'muted', 'No pair of runs could be judged, so that there are no numbers.')]
  const { sentence, facts } = describeStatistics(pass, { labels, alpha, look })
  return [element('p', 'prose', sentence), factList(facts)]
}

/** The usage of models and judges in all runs of each side; empty if there was none. */
function drawUsage(sides: readonly { label: string; runs: readonly RunSummary[] }[]): HTMLElement[] {
  const facts = sides.flatMap(({ label, runs }): [string, string | null][] => [
    [`${label}, ${count(runs.length, 'run')}`, describeUsage(sumUsage(runs.flatMap(({ usage = [] }) => usage)))],
    [`${label}, judges`, describeUsage(sumUsage(runs.flatMap(({ judging = [] }) => judging)))],
  ])
  return facts.every(([, usage]) => usage === null) ? [] : [factList(facts)]
}

function drawChanges({ conversation: { changes, parts } }: Compared): HTMLElement[] {
  const lines = changes.map(({ level, text }) =>
    element('li', {}, element('span', 'label', level), element('span', 'text', text)),
  )
  return [
    ...(parts === undefined ? [] : [element('p', 'prose', `The sides ${describeParting(parts)}.`)]),
    ...(lines.length === 0 ? [] : [element('ul', 'changes', ...lines)]),
  ]
}

export function drawBoth(
  { conversation, notes }: Omit<ShownPair, 'kind' | 'labels'>,
  labels: readonly [string, string],
): HTMLElement[] {
  const { shown, turns, agent, file } = conversation
  const heads = sidePair(labels, element('span', {}, labels[0]), element('span', {}, labels[1]), 'heads')
  const context: PairView = {
    labels,
    file,
    a: { result: shown.a, agent: shown.a?.agent ?? agent, notes: notes.a },
    b: { result: shown.b, agent: shown.b?.agent ?? agent, notes: notes.b },
  }
  heads.setAttribute('aria-hidden', 'true')
  if (turns.length === 0) return [heads, drawUnaligned(context)]
  return [
    heads,
    element('div', 'transcript', ...drawGiven(context), ...drawTurns(turns, context), ...drawSession(context)),
  ]
}

/** Turns that only one side reached are folded; the first unlike one is marked, as the reader is taken there. */
function drawTurns(turns: readonly TurnComparison[], context: PairView): HTMLElement[] {
  const first = turns.find(({ verdict }) => verdict !== 'same')
  const sections: HTMLElement[] = []
  const sides = turns.map((turn) => reachedBy(turn, context))
  for (let index = 0; index < turns.length; ) {
    const side = sides[index] ?? null
    const stretch = side === null ? -1 : sides.slice(index).findIndex((each) => each !== side)
    const end = side === null ? index + 1 : stretch < 0 ? turns.length : index + stretch
    const some = turns.slice(index, end)
    const pairedSections = some.map((turn) => {
      const section = drawPairedTurn(turn, context)
      section.toggleAttribute('data-differs', turn === first)
      return section
    })
    if (side === null || some.length === 1) sections.push(...pairedSections)
    else sections.push(foldTurns(some, pairedSections, side, context))
    index = end
  }
  return sections
}

/** `Turns 4 to 8 not sent on draft`. */
function foldTurns(
  some: readonly TurnComparison[],
  sections: readonly HTMLElement[],
  side: SideKey,
  { labels: [a, b], ...context }: PairView,
): HTMLElement {
  const [from, to] = [some[0], some.at(-1)].map((turn) => {
    const place = turn?.[side] ?? 0
    return (context[side].result?.turns[place]?.index ?? place) + 1
  })
  const text = `Turns ${from} to ${to} not sent on ${side === 'a' ? b : a}`
  const summary = element('summary', {}, element('h5', {}, text))
  const details = element('details', { class: 'turn unreached', 'data-differs': null }, summary)
  const holds = sections.some((section) => section.hasAttribute('data-differs'))
  for (const section of sections) section.removeAttribute('data-differs')
  details.toggleAttribute('data-differs', holds)
  details.append(...sections)
  return details
}

/** Draws sides that were not aligned, for example because one never ran. */
function drawUnaligned({ labels, a, b }: PairView): HTMLElement {
  const [leftElement, right] = [a, b].map(({ result, notes }) =>
    result === null
      ? element('p', 'nothing', 'there is no run to show')
      : element('div', 'transcript single', ...drawTranscript(result, notes)),
  )
  return sidePair(labels, leftElement ?? null, right ?? null, 'unaligned')
}

/** What each side began with; where a trusted version was asked for it, its words may differ. */
function drawGiven({ labels, a, b }: PairView): HTMLElement[] {
  const [leftElement, right] = [a, b].map(({ result, agent }) =>
    result?.history === undefined ? null : element('div', 'session-end', ...drawEntries(result.history, agent, false)),
  )
  return drawAside('given', labels, leftElement ?? null, right ?? null)
}

/** A part beside the turns; none where neither side has anything to show. */
function drawAside(
  place: 'given' | null,
  labels: readonly [string, string],
  leftElement: HTMLElement | null,
  right: HTMLElement | null,
): HTMLElement[] {
  if (leftElement === null && right === null) return []
  const head = drawTurnHead(place, null, null, [])
  return [
    element('section', place === null ? 'turn' : 'turn given', head, sidePair(labels, leftElement, right, 'session')),
  ]
}

function drawSession({ labels, file, a, b }: PairView): HTMLElement[] {
  const [leftElement, right] = [a, b].map(({ result, agent, notes }) => {
    const entries = result?.afterTurns ?? []
    const notesElement = drawNotes(notes, null, file)
    if (entries.length === 0 && notesElement === null) return null
    const failed = pairCalls(entries).calls.some(({ output }) => output?.isError === true)
    return element('div', 'session-end', ...drawEntries(entries, agent, failed), notesElement)
  })
  return drawAside(null, labels, leftElement ?? null, right ?? null)
}

/** The result of the paired runs in plain words; those of the look, which chose the conversation, do not count. */
export function describeStatistics(
  pass: PassStatistics,
  { labels: [a, b], alpha, look = 0 }: { labels: readonly [string, string]; alpha: number; look?: number },
): { sentence: string; facts: [name: string, value: string][] } {
  const { pairs, bothPassed, onlyA, onlyB, neitherPassed, effect, interval, p, adjusted, breakRisk } = pass
  const differ = onlyA + onlyB
  const after = look > 0 ? ' after the first look' : ''
  const sentence =
    differ === 0
      ? `In ${count(pairs, 'pair')} of runs${after} both sides came out alike every time.`
      : `In ${differ} of ${count(pairs, 'pair')} of runs${after} only one side passed: ${a} alone ${times(onlyA)}, ${b} alone ${times(onlyB)}. ` +
        `Equal sides would differ at least this much in ${share(p)} of comparisons (${share(adjusted)} allowing for all conversations); below ${share(alpha)} counts as a difference.`
  const facts: [string, string][] = [
    ['both passed', String(bothPassed)],
    [`only ${a}`, String(onlyA)],
    [`only ${b}`, String(onlyB)],
    ['neither passed', String(neitherPassed)],
    [`${b} against ${a}`, `${points(effect)} (95 %: ${points(interval[0])} to ${points(interval[1])})`],
    ['exact paired test', `p ${number(p)}, adjusted ${number(adjusted)}`],
  ]
  if (breakRisk !== null) facts.push(['chance of such a break', `at most ${share(breakRisk)} between equal sides`])
  return { sentence, facts }
}

/** A share from 0 to 1 as a percentage, with as many digits as it needs. */
function share(value: number): string {
  const percent = value * 100
  if (percent > 0 && percent < 0.01) return 'less than 0.01 %'
  return `${Number(percent.toFixed(percent < 1 ? 2 : percent < 10 ? 1 : 0))} %`
}

function points(effect: number): string {
  const rounded = Math.round(effect * 100)
  return rounded === 0 ? '0 points' : `${rounded < 0 ? '−' : '+'}${count(Math.abs(rounded), 'point')}`
}

const number = (p: number): string => (p > 0 && p < 0.0001 ? '< 0.0001' : `${Number(p.toFixed(4))}`)
const times = (amount: number): string => (amount === 1 ? 'once' : `${amount} times`)
