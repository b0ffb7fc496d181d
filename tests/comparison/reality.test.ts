// @module-tag stress
import { describe, expect, it } from 'vitest'
import type { NoiseFloor } from '../../src/compare/model/comparison-verdict.ts'
import { type CalledVerdict, callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import type { Pair } from '../../src/compare/statistics/paired-test.ts'
import { findShared } from '../shared-data.ts'
import { knownFlips } from './known-flips.ts'
import { realGate } from './real-gate.ts'
import { sameModel, sameModelRate } from './same-model.ts'
import { percent, readPage, tableInDocs, writeTable } from './table-in-docs.ts'
import { byTask, readTrials, type Trial } from './trials.ts'

const { there, note, at } = findShared('trajectories.jsonl')
const absent = !there
const trials = absent ? [] : readTrials(at('trajectories.jsonl'))
const name = `real runs${note}`

const fourTrials = byTask(trials.filter(({ benchmark }) => benchmark === 'tau-bench'))
const seed = 20_261_121

/**
 * The verdicts of a comparison whose conversations are tasks with one pair each, as task ids by verdict and
 * certainty.
 */
function flipsOf(pairs: ReadonlyMap<string, Pair>, noise: NoiseFloor | null = null): Record<string, string[]> {
  const tasks = [...pairs.keys()]
  const called = callVerdicts(
    [...pairs].map(([id, pair]) => ({ id, pairs: [pair] })),
    { alpha: 0.05, noise },
  )
  const nameOf = ({ verdict, certainty }: CalledVerdict): string =>
    certainty === null ? verdict : `${verdict}, ${certainty}`
  return Object.fromEntries(
    [...new Set(called.map(nameOf))].map((verdict) => [
      verdict,
      tasks.filter((_, index) => called[index] !== undefined && nameOf(called[index]) === verdict),
    ]),
  )
}

const passed = (pairs: ReadonlyMap<string, Pair>): [a: number, b: number] => [
  [...pairs.values()].filter(([a]) => a).length,
  [...pairs.values()].filter(([, b]) => b).length,
]

/** Both models on each task of a domain: gpt-4.1 and its fine-tune. */
function twoModels(domain: string): Map<string, Pair> {
  const of = (isWanted: (trial: Trial) => boolean): Map<string, boolean[]> =>
    byTask(trials.filter((trial) => trial.benchmark === 'tau2-bench' && trial.domain === domain && isWanted(trial)))
  const [base, tuned] = [of(({ model }) => model === 'gpt-4.1'), of(({ model }) => model !== 'gpt-4.1')]
  return new Map([...base].map(([task, [a = false]]) => [task, [a, tuned.get(task)?.[0] ?? false]]))
}

describe.skipIf(absent)(name, () => {
  it('of one model are called different from each other no more often than one in twenty', () => {
    const tasks = [...fourTrials.values()]
    expect([tasks.length, tasks.every(({ length }) => length === 4)]).toEqual([25, true])
    const rates = sameModel.map((way) => sameModelRate(way, tasks, seed))
    const table = writeTable([
      [
        'gpt-4o against itself',
        'a difference called for sure',
        'any left unconfirmed',
        'conversations left unconfirmed',
      ],
      ...sameModel.map(({ name }, index) => [
        name,
        percent(rates[index]?.sure ?? 1, 1),
        percent(rates[index]?.anyUnconfirmed ?? 1),
        percent(rates[index]?.unconfirmed ?? 1, 1),
      ]),
    ])
    console.log(table)
    for (const { sure } of rates) expect(sure).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / 1_000))
    expect(tableInDocs('real', table)).toBe(table)
  })

  it('of one model shut no gate more often than one in twenty, and a task that gets worse does', {
    timeout: 3_600_000,
  }, () => {
    const comparisons = Number(process.env.COMPARISONS ?? 1_000)
    const tasks = [...fourTrials.values()]
    const rows = [
      ['gpt-4o against itself', 0],
      ['one task that never failed fails in 20 % more', 0.2],
      ['one task that never failed fails in 30 % more', 0.3],
    ] as const
    const rates = rows.map(([, worse]) =>
      [0, 150].map((earlier) => realGate(tasks, { earlier, worse }, seed, comparisons)),
    )
    for (const { after } of rates[0] ?? [])
      expect(after).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons))
    const table = writeTable([
      ['25 tasks, 30 pairs', 'no earlier runs', '150 earlier runs'],
      ...rows.map(([name], index) => [
        name,
        ...(rates[index] ?? []).map(({ before, after }) => `${percent(before, 1)} → ${percent(after, 1)}`),
      ]),
    ])
    if (process.env.COMPARISONS === undefined) expect(tableInDocs('real gate', table)).toBe(table)
    else console.log(table)
  })

  it.each(['airline', 'telecom'] as const)('of two models list the known flips of %s', (domain) => {
    const flips = flipsOf(twoModels(domain))
    const { same, improved, regressed, of } = knownFlips[domain]
    expect(flips['improved, unconfirmed'] ?? []).toEqual(improved)
    expect(flips['regressed, unconfirmed'] ?? []).toEqual(regressed)
    expect([flips.same?.length, passed(twoModels(domain))]).toEqual([same, of])
    const tasks = same + improved.length + regressed.length
    expect(readPage()).toContain(`| ${[`${domain}, ${tasks}`, ...of, improved.length, regressed.length].join(' | ')} |`)
  })

  it('of two models differ for sure in telecom as a whole, and not in airline', () => {
    const whole = ['airline', 'telecom'].map((domain) => ({ pairs: [...twoModels(domain).values()] }))
    expect(callVerdicts(whole, { alpha: 0.05 }).map(({ verdict, certainty }) => [verdict, certainty])).toEqual([
      ['flaky', null],
      ['improved', 'statistical'],
    ])
  })

  it('with equal totals still show what flips, both ways', () => {
    const pairs = new Map([...fourTrials].map(([task, [, a = false, , b = false]]): [string, Pair] => [task, [a, b]]))
    expect(passed(pairs)).toEqual([8, 8])
    expect(flipsOf(pairs)).toMatchObject({
      'improved, unconfirmed': ['15', '16', '17'],
      'regressed, unconfirmed': ['1', '5', '13'],
    })
    const airline = twoModels('airline')
    for (const task of ['2', '24', '26']) airline.delete(task)
    expect(passed(airline)).toEqual([10, 10])
    expect(flipsOf(airline)).toMatchObject({
      'improved, unconfirmed': ['37', '44', '48'],
      'regressed, unconfirmed': ['18', '29', '45'],
    })
  })

  it('take single flips back once the noise is measured', () => {
    const again = [...fourTrials].map(([task, [first, second]]) => ({ task, differs: first !== second }))
    const noisy = again.filter(({ differs }) => differs).map(({ task }) => task)
    const noise = { pairs: 25, discordant: noisy.length, conversations: noisy, turnMs: null, measuredAt: '' }
    expect(noise.discordant).toBe(6)
    const pairs = new Map([...fourTrials].map(([task, [, , a = false, b = false]]): [string, Pair] => [task, [a, b]]))
    expect(Object.keys(flipsOf(pairs)).toSorted()).toEqual(['improved, unconfirmed', 'regressed, unconfirmed', 'same'])
    expect(flipsOf(pairs, noise).flaky).toEqual(['2', '7', '13', '16', '17'])
    expect(Object.keys(flipsOf(pairs, noise)).toSorted()).toEqual(['flaky', 'same'])
  })
})
