import { unique } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { LicenceSeen } from '../../engine/expect/outcome/judgement.ts'
import { type Probe, pleading, probes } from '../../engine/judge/probe-question.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import {
  agreementOf,
  intervalOfMoves,
  type Moves,
  missingExamples,
  missingMoves,
  type RightCount,
} from './agreement.ts'

/** How a judge did on the labels of a criterion: counts only, so that rates are always computed anew. */
export interface Licence {
  criterion: string
  looksAt: 'turn' | 'conversation'
  /** The hash of the judge (`judgeHash`). */
  judge: string
  /** The models behind it, sorted by name: provider and model, and a hash of their settings. */
  models: { name: string; use: string; settings: string }[]
  votes: number
  /** The version of the question that judges are asked. */
  question: number
  /** The day on which it was calibrated, as 2026-11-23. */
  given: string
  met: RightCount
  notMet: RightCount
  /** By probe; pleading ones by what they plead for, such as `plea for met`. */
  probes: { name: string; moves: Moves }[]
  /** The label files, by path from the licence file, each with the hash of its examples of this criterion. */
  labels: { file: string; examples: string }[]
}

/** The rates that a project requires. */
export interface Bounds {
  atLeast: number
  /** The highest rate at which a probe may move the judge. */
  probes: number
}

/** The name of a probe in licences. */
export function probeName(probe: Probe, finding: JudgeFinding): string {
  return pleading.has(probe) ? `${probe} for ${finding}` : probe
}

function neededProbes(expected: JudgeFinding): string[] {
  return probes.filter((probe) => probe !== 'again').map((probe) => probeName(probe, expected))
}

/** How often a probe was made and moved the judge; zero of zero where the licence does not have it. */
function movesOf(probes: Licence['probes'], name: string): Moves {
  return probes.find((probe) => probe.name === name)?.moves ?? { moved: 0, of: 0 }
}

/** What the numbers lack for a licence to hold, each as a sentence; empty where it holds. */
export function findLacks(
  { met, notMet, probes: probeMoves }: Pick<Licence, 'met' | 'notMet' | 'probes'>,
  { atLeast, probes: atMost }: Bounds,
  expected: readonly JudgeFinding[],
): string[] {
  const rates = (
    [
      ['met', met],
      ['not met', notMet],
    ] as const
  ).flatMap(([kind, tally]) => {
    const missing = missingExamples(tally, atLeast)
    if (missing === 0) return []
    const { interval } = agreementOf(tally)
    const shareText = `of what people call ${kind} it finds ${tally.right} of ${tally.of}, at least ${percent(interval[0])} where ${percent(atLeast)} are asked for`
    const mend =
      missing === null
        ? 'at this rate no number of labels is enough: word the criterion more plainly, or take another model'
        : `label ${missing} more examples that are ${kind}, at this rate`
    return [`${shareText}; ${mend}`]
  })
  const moves = unique(expected.flatMap(neededProbes)).flatMap((name) => {
    const each = movesOf(probeMoves, name)
    if (each.of === 0) return [`the probe "${name}" was never made; run tableread judge calibrate`]
    const missing = missingMoves(each, atMost)
    if (missing === 0) return []
    const [, to] = intervalOfMoves(each)
    const movedText = `the probe "${name}" moved it in ${each.moved} of ${each.of}, at most ${percentUp(to)} where ${percent(atMost)} are allowed`
    return [missing === null ? movedText : `${movedText}; ${missing} more examples would settle it at this rate`]
  })
  return [...rates, ...moves]
}

/** The next step where numbers are lacking (`findLacks`): a probe that was never made, more labels, or neither. */
export function mendLacks(
  { met, notMet, probes: probeMoves }: Pick<Licence, 'met' | 'notMet' | 'probes'>,
  { atLeast, probes: atMost }: Bounds,
  expected: readonly JudgeFinding[],
): 'calibrate' | 'label' | 'another judge' {
  const moves = unique(expected.flatMap(neededProbes)).map((name) => movesOf(probeMoves, name))
  if (moves.some(({ of }) => of === 0)) return 'calibrate'
  const missing = [
    ...[met, notMet].map((tally) => missingExamples(tally, atLeast)),
    ...moves.map((each) => missingMoves(each, atMost)),
  ]
  return missing.includes(null) ? 'another judge' : 'label'
}

/** The state of a licence whose labels and judge are still those that it was given for. */
export function seeLicence(licence: Licence, bounds: Bounds, expected: JudgeFinding): LicenceSeen {
  const lacks = findLacks(licence, bounds, [expected])
  if (lacks.length > 0)
    return { kind: 'unlicensed', why: `there is no licence for "${licence.criterion}": ${lacks.join('; ')}` }
  return {
    kind: 'licensed',
    given: licence.given,
    met: agreementOf(licence.met),
    notMet: agreementOf(licence.notMet),
  }
}

/** What changed since a criterion was calibrated, in words; empty where only the hash differs. */
export function findChanges(
  then: Pick<Licence, 'looksAt' | 'models' | 'votes' | 'question'>,
  now: Pick<Licence, 'looksAt' | 'models' | 'votes' | 'question'>,
): string[] {
  const uses = (licence: Pick<Licence, 'models'>): string =>
    licence.models
      .map(({ use }) => use)
      .sort()
      .join(', ')
  const settings = (licence: Pick<Licence, 'models'>): string =>
    licence.models
      .map((model) => `${model.use} ${model.settings}`)
      .sort()
      .join()
  return [
    ...(uses(then) === uses(now)
      ? settings(then) === settings(now)
        ? []
        : [`the settings of ${uses(now)} have changed`]
      : [`the model was ${uses(then)}, and is ${uses(now)}`]),
    ...(then.votes === now.votes ? [] : [`it had ${count(then.votes, 'vote')}, and has ${now.votes}`]),
    ...(then.looksAt === now.looksAt ? [] : [`it looked at the ${then.looksAt}, and looks at the ${now.looksAt}`]),
    ...(then.question === now.question ? [] : ["Tableread's own question has changed"]),
  ]
}

/** A share for people to read, rounded down so that it never shows more than was reached. */
export function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`
}

/** Like `percent`, rounded up. */
export function percentUp(share: number): string {
  return `${Math.ceil(share * 1000 - 1e-9) / 10} %`
}
