import { mostFrequent } from '../../base/group-by.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'
import { maskText } from '../../engine/transcript/mask-volatile.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { type ConversationResult, endedByItself, turnTime } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { findShared, maskByKind } from '../diff/bind-names.ts'
import type { Feature, Features } from '../features/collect-features.ts'
import { createFeatureReader, type ReadFeatures } from '../features/feature-reader.ts'
import { type DifferenceLevel, differenceLevels, type ReviewDifference } from '../model/review-shape.ts'
import type { TurnChange } from '../model/turn-comparison.ts'
import { listTraits, type Trait } from './run-traits.ts'
import { wordOf } from './word-of.ts'

/** At most this many differences of a conversation are kept. */
const most = 200

/** Stands for values of which nearly every run has its own. */
const varies = '<varies>'

/** What one run shows by key; null where it cannot be known. */
interface Seen {
  run: ConversationResult
  features: Features
  traits: Map<string, Trait>
}

type Found = Omit<ReviewDifference, 'runs'>

/** What runs of b show and none of a, the gravest first; values of nearly every run say nothing. Null: no worse. */
export function listDifferences(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
  { changes, ways }: { changes: readonly TurnChange[]; ways: ((run: ConversationResult) => string | null) | null },
  read: ReadFeatures = createFeatureReader(),
): ReviewDifference[] {
  const onA = a.filter(({ verdict }) => isJudged(verdict))
  const onB = b.flatMap((run, index) => (isJudged(run.verdict) ? [{ run, index }] : []))
  if (onA.length === 0 || onB.length === 0) return []
  const runs = onB.map(({ run }) => run)
  const shared = findShared(onA, runs)
  const seenOf = (run: ConversationResult): Seen => {
    const facts = maskByKind(run, shared)
    return { run, features: read(run, shared), traits: listTraits(run, facts) }
  }
  const [seenA, seenB] = [onA.map(seenOf), runs.map(seenOf)]
  const differences = new Map<string, ReviewDifference>()
  const add = (place: number, difference: Found): void => {
    const entry = differences.get(difference.id) ?? { ...difference, runs: [] }
    differences.set(difference.id, { ...entry, runs: [...entry.runs, onB[place]?.index ?? 0] })
  }
  for (const [place, all] of differingFeatures(seenA, seenB).entries()) for (const each of all) add(place, each)
  for (const [place, sight] of seenB.entries()) for (const each of differingTraits(seenA, sight)) add(place, each)
  for (const [place, { run }] of seenB.entries()) {
    const way = ways === null ? null : ways(run)
    const isExplained = [...differences.values()].some(({ runs }) => runs.includes(onB[place]?.index ?? 0))
    if (way !== null && !isExplained && onA.some((each) => ways?.(each) === way))
      add(place, foundOf('expectations', null, ['fails more often', way], `fails more often at ${way}`))
  }
  const worded = changes.filter(({ level }) => level === 'reply')
  if (differences.size === 0 && worded.length > 0) {
    const sentences = changedSentences(seenA, seenB)
    const text = worded.map((each) => each.text).join('; ')
    for (const place of onB.keys()) add(place, foundOf('reply', null, ['words', ...sentences], text))
  }
  const ordered = [...differences.values()].sort(
    (one, other) =>
      differenceLevels.indexOf(one.level) - differenceLevels.indexOf(other.level) ||
      (one.turn ?? most) - (other.turn ?? most),
  )
  return ordered.slice(0, most)
}

/** The fingerprints of the expectations and laws that a run alone breaks, as a comparison would have them. */
export function listFailureIds(run: ConversationResult): string[] {
  const traits = listTraits(run, maskByKind(run, findShared([run], [run])))
  return [...traits].flatMap(([key, { level, turn, value }]) =>
    level === 'laws' || level === 'expectations' ? [foundOf(level, turn, [key, value], '').id] : [],
  )
}

/** `what` names kind, place and value; the fingerprint is a hash of it, without anything of this machine. */
function foundOf(level: DifferenceLevel, turn: number | null, what: readonly string[], text: string): Found {
  const where = turn === null ? '' : `turn ${turn + 1}: `
  const id = wordOf([turn, ...what], 10)
  return { id, level, turn, text: `${where}${text}`, kind: [level, what[0]].join(' ') }
}

const valueLevels: ReadonlySet<DifferenceLevel> = new Set(['arguments', 'outputs', 'items'])

/** For each run of b, the features that it has a value of which no run of a has. */
function differingFeatures(a: readonly Seen[], b: readonly Seen[]): Found[][] {
  const features = new Map<string, Feature>()
  for (const { features: own } of [...a, ...b])
    for (const [key, { feature }] of own)
      if (!feature.graded && feature.level !== 'turns' && feature.level !== 'judged') features.set(key, feature)
  const all = b.map((): Found[] => [])
  for (const [key, feature] of features) {
    const [onA, onB] = [a, b].map((side) => side.map((each) => valueIn(each, key, feature)))
    const knownValues = new Set(onA?.filter((value) => value !== null))
    if (onA === undefined || onB === undefined || knownValues.size === 0) continue
    const isValue = valueLevels.has(feature.level)
    if (isValue && isFickle(onA, 2)) continue
    const usual = mostFrequent(onA.filter((value) => value !== null)) ?? ''
    const isOwn = isValue && isFickle(onB, 3)
    for (const [place, value] of onB.entries()) {
      if (value === null || knownValues.has(value)) continue
      const text = feature.describe(usual, value)
      const { level, turn, tool = '', name = '' } = feature
      const kind = `${level} ${tool} ${name}`
      const difference = isOwn
        ? foundOf(level, turn, [key, varies], `${tool}: ${name} is another one in each run`)
        : foundOf(level, turn, [key, value], text)
      all[place]?.push({ ...difference, kind: level === 'calls' ? `${kind} ${howCalled(usual, value)}` : kind })
    }
  }
  const jointly = jointCalls(a, b)
  return all.map((own, place) => {
    const calls = new Set(own.flatMap(({ level, turn }) => (level === 'calls' ? [turn] : [])))
    const kindByCall = new Map(
      own.flatMap(({ kind, level, turn }) => (level === 'calls' ? [[`${turn} ${toolOf(kind)}`, kind] as const] : [])),
    )
    // Of a call that is gone, and but for its arguments of one that is new, nothing else need be said.
    const isSaid = ({ level, kind, turn }: Found): boolean => {
      const call = kindByCall.get(`${turn} ${toolOf(kind)}`) ?? ''
      return call.endsWith(' gone') || (call.endsWith(' new') && level !== 'arguments')
    }
    const joint = own.some(({ level }) => level === 'calls' || level === 'order') ? (jointly[place] ?? []) : []
    const quieted = own.map((each) =>
      (each.level === 'order' && calls.has(each.turn)) || (each.level !== 'calls' && isSaid(each))
        ? { ...each, quiet: true as const }
        : each,
    )
    return [...quieted, ...joint]
  })
}

const toolOf = (kind: string): string => kind.split(' ')[1] ?? ''

/** How the number of calls differs: a tool that is called where it was not is `new`. */
function howCalled(usual: string, now: string): string {
  if (usual === '0') return 'new'
  return now === '0' ? 'gone' : Number(now) > Number(usual) ? 'more' : 'fewer'
}

/** All calls of a run together, so that one that came elsewhere and then not at all is another difference. */
function jointCalls(a: readonly Seen[], b: readonly Seen[]): Found[][] {
  const allOf = ({ run }: Seen): string =>
    run.turns
      .flatMap(({ entries }) => entries.flatMap((entry) => (entry.type === 'function_call' ? [entry.name] : [])))
      .sort()
      .join(', ')
  const knownCalls = new Set(a.map(allOf))
  return b.map((sight) => {
    const value = allOf(sight)
    return knownCalls.has(value)
      ? []
      : [{ ...foundOf('order', null, ['all calls', value], `calls ${value}`), quiet: true as const }]
  })
}

/** The value of a run; null where it did not get there, or does not show it. */
function valueIn({ run, features }: Seen, key: string, feature: Feature): string | null {
  const own = features.get(key)
  if (own !== undefined) return own.value
  const turn = run.turns[feature.turn]
  if (turn === undefined ? !endedByItself(run) : !isJudged(turn.verdict)) return null
  const needed = feature.requires === null ? undefined : features.get(feature.requires)
  return needed?.value === null ? null : feature.absent
}

/** Whether nearly each of at least `fewest` runs has a value of its own. */
function isFickle(values: readonly (string | null)[], fewest: number): boolean {
  const texts = values.filter((value) => value !== null && value !== '')
  return texts.length >= fewest && 2 * new Set(texts).size > texts.length && new Set(texts).size > 1
}

/** The traits of a run of b that no run of a has, among those that got as far. */
function differingTraits(a: readonly Seen[], { run, traits }: Seen): Found[] {
  const traitsFound = [...traits].flatMap(
    ([key, { level, turn, value, text, quiet, kind: traitKind, tools = [] }]): Found[] => {
      const reached = a.filter((each) => turn === null || isJudged(each.run.turns[turn]?.verdict))
      if (reached.length === 0 || reached.some((each) => each.traits.get(key)?.value === value)) return []
      const own = foundOf(level, turn, [key, value], text)
      const isNew = tools.some((tool) => !reached.some((each) => each.traits.get(key)?.tools?.includes(tool)))
      const kind = `${level} ${traitKind ?? key.replace(/^\S+ /, '')}${isNew ? ' new' : ''}`
      return [{ ...own, kind, ...(quiet === true ? { quiet } : {}) }]
    },
  )
  // Of figures that have other digits, or that nobody gave, nothing else need be said.
  const turns = new Set(
    traitsFound.flatMap(({ kind, turn }) => (/^reply (?:numbers|states)$/.test(kind) ? [turn] : [])),
  )
  const quieted = traitsFound.map((each) =>
    each.kind === 'reply figure' && turns.has(each.turn) ? { ...each, quiet: true as const } : each,
  )
  return [...quieted, ...grownMeasures(a, run)]
}

type Turn = ConversationResult['turns'][number]

/** A measure of a turn, and what it is called where it is far above the most that any run of a has. */
interface Measure {
  /** Null where it was not measured. */
  of(turn: Turn): number | null
  /** Null where it is not far above. */
  grown(own: number, most: number): { level: DifferenceLevel; what: string[]; text: string } | null
}

/** Kept in docs/review.md. What is added to a reply is approved by how much it is: its id changes with each further half. */
const measures: readonly Measure[] = [
  {
    of: turnTime,
    grown: (ms, most) =>
      ms < 5 * most || ms < most + 2_000 ? null : { level: 'latency', what: ['slow'], text: 'takes far longer' },
  },
  {
    of: ({ entries }) => splitSentences(viewTurn(entries).replyText).length,
    grown(count, most) {
      const size = String(Math.floor(Math.log(count) / Math.log(1.5)))
      const text = `the reply has ${count} sentences instead of ${most}`
      return most === 0 || count < 1.5 * most ? null : { level: 'reply', what: ['says more', size], text }
    },
  },
]

function grownMeasures(a: readonly Seen[], run: ConversationResult): Found[] {
  return run.turns.flatMap((turn, index) =>
    measures.flatMap(({ of, grown }) => {
      const own = of(turn)
      const others = a.flatMap(({ run: { turns } }) => {
        const other = turns[index]
        return other !== undefined && isJudged(other.verdict) ? (of(other) ?? []) : []
      })
      const growth = own === null || others.length === 0 ? null : grown(own, Math.max(...others))
      return growth === null ? [] : [foundOf(growth.level, index, growth.what, growth.text)]
    }),
  )
}

/** The sentences of b's usual replies that no run of a says, masked, in order. */
function changedSentences(a: readonly Seen[], b: readonly Seen[]): string[] {
  const sentencesOf = ({ run }: Seen, turn: number): string[] => {
    const reply = viewTurn(run.turns[turn]?.entries ?? []).replyText
    return splitSentences(maskText(reply, maskByKind(run, new Set()))).map((each) => each.trim())
  }
  const turns = Math.max(...b.map(({ run }) => run.turns.length))
  return Array.from({ length: turns }, (_, turn) => {
    const sentences = new Set(a.flatMap((sight) => sentencesOf(sight, turn)))
    const usual = mostFrequent(b.map((sight) => JSON.stringify(sentencesOf(sight, turn)))) ?? '[]'
    return (JSON.parse(usual) as string[]).filter((each) => !sentences.has(each)).map((each) => `${turn} ${each}`)
  })
    .flat()
    .sort()
}
