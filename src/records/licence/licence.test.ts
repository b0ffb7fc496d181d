import { describe, expect, it } from 'vitest'
import { binomialAtMost } from '../../base/binomial.ts'
import { agreementOf, intervalOfMoves, kappaOf, missingExamples, missingMoves } from './agreement.ts'
import {
  findChanges,
  findLacks,
  type Licence,
  mendLacks,
  percent,
  percentUp,
  probeName,
  seeLicence,
} from './licence.ts'

const bounds = { atLeast: 0.9, probes: 0.15 }
const probes = (more: Record<string, { moved: number; of: number }> = {}): Licence['probes'] =>
  Object.entries({
    again: { moved: 9, of: 9 },
    order: { moved: 0, of: 40 },
    length: { moved: 0, of: 40 },
    'plea for met': { moved: 0, of: 40 },
    'quoted for met': { moved: 0, of: 40 },
    'markup for met': { moved: 0, of: 40 },
    ...more,
  }).map(([name, moves]) => ({ name, moves }))
const licence: Licence = {
  ...{ criterion: 'is kind', looksAt: 'turn', judge: 'x', votes: 1, question: 1, given: '2026-11-23', labels: [] },
  models: [
    { name: 'b', use: 'openai/b', settings: '2' },
    { name: 'a', use: 'openai/a', settings: '1' },
  ],
  met: { right: 40, of: 40 },
  notMet: { right: 40, of: 40 },
  probes: probes(),
}
const never = (name: string): string => `the probe "${name}" was never made; run tableread judge calibrate`

describe('what a licence lacks', () => {
  it.each<[what: string, more: Partial<Licence>, lacks: string[]]>([
    ['nothing', {}, []],
    ['nothing by wavering', { probes: probes({ again: { moved: 40, of: 40 } }) }, []],
    [
      'labels that are met',
      { met: { right: 35, of: 35 } },
      [
        'of what people call met it finds 35 of 35, at least 89.9 % where 90 % are asked for; label 1 more examples that are met, at this rate',
      ],
    ],
    [
      'labels that are not met',
      { notMet: { right: 30, of: 30 } },
      [
        'of what people call not met it finds 30 of 30, at least 88.4 % where 90 % are asked for; label 6 more examples that are not met, at this rate',
      ],
    ],
    [
      'a better judge',
      { met: { right: 36, of: 40 } },
      [
        'of what people call met it finds 36 of 40, at least 76.3 % where 90 % are asked for; at this rate no number of labels is enough: word the criterion more plainly, or take another model',
      ],
    ],
    ['a probe that was never made', { probes: probes({ order: { moved: 0, of: 0 } }) }, [never('order')]],
    ['every probe', { probes: [] }, ['order', 'length', 'plea for met', 'quoted for met', 'markup for met'].map(never)],
    [
      'more examples for a probe',
      { probes: probes({ 'plea for met': { moved: 1, of: 20 } }) },
      [
        'the probe "plea for met" moved it in 1 of 20, at most 24.9 % where 15 % are allowed; 36 more examples would settle it at this rate',
      ],
    ],
    [
      'a judge that is not moved',
      { probes: probes({ order: { moved: 20, of: 40 } }) },
      ['the probe "order" moved it in 20 of 40, at most 66.2 % where 15 % are allowed'],
    ],
  ])('%s', (_, more, lacks) => {
    expect(findLacks({ ...licence, ...more }, bounds, ['met'])).toEqual(lacks)
    const why = `there is no licence for "is kind": ${lacks.join('; ')}`
    expect(seeLicence({ ...licence, ...more }, bounds, 'met')).toEqual(
      lacks.length > 0
        ? { kind: 'unlicensed', why }
        : { kind: 'licensed', given: '2026-11-23', met: agreementOf(licence.met), notMet: agreementOf(licence.notMet) },
    )
  })
  it('is told for every verdict that is expected, once', () => {
    const lacks = findLacks(licence, bounds, ['met', 'not met'])
    expect(lacks).toEqual(['plea for not met', 'quoted for not met', 'markup for not met'].map(never))
    expect(findLacks({ ...licence, probes: [] }, bounds, ['met', 'not met'])).toHaveLength(8)
    expect(seeLicence(licence, bounds, 'not met')).toMatchObject({ kind: 'unlicensed' })
  })
  it('names probes by what they plead for, where they do', () => {
    expect([probeName('order', 'met'), probeName('plea', 'met'), probeName('markup', 'not met')]).toEqual([
      'order',
      'plea for met',
      'markup for not met',
    ])
  })
})

describe('what leads on where a licence lacks something', () => {
  it.each<[ReturnType<typeof mendLacks>, Partial<Licence>, expected?: ('met' | 'not met')[]]>([
    ['label', { met: { right: 35, of: 35 } }],
    ['label', { notMet: { right: 30, of: 30 } }],
    ['label', { met: { right: 0, of: 0 } }],
    ['label', { probes: probes({ 'plea for met': { moved: 1, of: 20 } }) }],
    ['another judge', { met: { right: 36, of: 40 } }],
    ['another judge', { notMet: { right: 36, of: 40 } }],
    ['another judge', { met: { right: 35, of: 35 }, probes: probes({ order: { moved: 20, of: 40 } }) }],
    ['calibrate', { probes: [] }],
    ['calibrate', { probes: probes({ order: { moved: 0, of: 0 } }) }],
    ['calibrate', { met: { right: 36, of: 40 }, probes: probes({ length: { moved: 0, of: 0 } }) }],
    ['calibrate', { met: { right: 35, of: 35 } }, ['met', 'not met']],
    ['another judge', { met: { right: 36, of: 40 }, probes: probes({ again: { moved: 0, of: 0 } }) }],
  ])('%s: %j', (way, more, expected = ['met']) => {
    expect(mendLacks({ ...licence, ...more }, bounds, expected)).toBe(way)
  })
})

describe('what changed since a calibration', () => {
  const [b, a] = licence.models
  it.each<[Partial<Licence>, string[]]>([
    [{}, []],
    [{ models: [...licence.models].reverse() }, []],
    [{ models: licence.models.map((model) => ({ ...model, name: `${model.name}2` })) }, []],
    [{ models: licence.models.slice(1) }, ['the model was openai/a, openai/b, and is openai/a']],
    [
      { models: licence.models.map((model) => ({ ...model, settings: '3' })) },
      ['the settings of openai/a, openai/b have changed'],
    ],
    [
      {
        models: [
          { ...(b as Licence['models'][0]), settings: '1' },
          { ...(a as Licence['models'][0]), settings: '2' },
        ],
      },
      ['the settings of openai/a, openai/b have changed'],
    ],
    [{ votes: 3 }, ['it had 1 vote, and has 3']],
    [{ looksAt: 'conversation' }, ['it looked at the turn, and looks at the conversation']],
    [{ question: 2 }, ["Tableread's own question has changed"]],
  ])('%j', (more, changes) => {
    expect(findChanges(licence, { ...licence, ...more })).toEqual(changes)
  })
})

describe('the figures of a licence', () => {
  it('are never rounded to what they do not reach, or beyond what they exceed', () => {
    expect([0.8999, 0.9, 0.3, 1, 0].map(percent)).toEqual(['89.9 %', '90 %', '30 %', '100 %', '0 %'])
    expect([0.1501, 0.15, 0.3, 1, 0].map(percentUp)).toEqual(['15.1 %', '15 %', '30 %', '100 %', '0 %'])
  })
  it('have the interval of Clopper and Pearson, and none of nothing', () => {
    expect(agreementOf({ right: 3, of: 4 })).toEqual({
      ...{ right: 3, of: 4 },
      interval: [expect.closeTo(0.1941, 4), expect.closeTo(0.9937, 4)],
    })
    expect(intervalOfMoves({ moved: 3, of: 4 })).toEqual(agreementOf({ right: 3, of: 4 }).interval)
    expect([agreementOf({ right: 0, of: 0 }).interval, intervalOfMoves({ moved: 0, of: 0 })]).toEqual([
      [0, 1],
      [0, 1],
    ])
  })
  const reaches = (right: number, of: number, atLeast: number): boolean =>
    right > 0 && 1 - binomialAtMost(right - 1, of, atLeast) <= 0.025
  it.each([
    [10, 10, 0.9],
    [19, 20, 0.85],
    [95, 100, 0.9],
    [190, 200, 0.93],
    [48, 50, 0.9],
    [9, 10, 0.85],
  ])('say how many more are missing, one by one: %i of %i for %f', (right, of, atLeast) => {
    const rate = right / of
    let count = of
    while (!reaches(Math.floor(rate * count + 1e-9), count, atLeast)) count += 1
    const missing = missingExamples({ right, of }, atLeast)
    expect(missing).not.toBeNull()
    // The steps grow, so a rate that only just reaches it once may be skipped.
    expect(missing).toBeGreaterThanOrEqual(count - of)
    expect(reaches(Math.floor(rate * (of + Number(missing)) + 1e-9), of + Number(missing), atLeast)).toBe(true)
  })
  it.each<[right: number, of: number, atLeast: number, missing: number | null]>([
    [0, 0, 0.9, 36],
    [0, 0, 0, 1],
    [0, 0, 1, null],
    [5, 5, 1, null],
    [5, 5, 0, 0],
    [0, 5, 0, 0],
    [0, 5, 0.1, null],
    [9, 10, 0.9, null],
    [35, 35, 0.9, 1],
    [36, 36, 0.9, 0],
    [901, 1000, 0.9, null],
    [0, 0, 0.999, null],
    [0, 0, 0.99877, 2_998],
    [0, 0, 0.99878, null],
  ])('%i of %i for %f lack %s', (right, of, atLeast, missing) => {
    expect(missingExamples({ right, of }, atLeast)).toBe(missing)
    expect(missingMoves({ moved: of - right, of }, 1 - atLeast)).toBe(missing)
  })
  it('agree with kappa by hand', () => {
    expect(kappaOf([['met', 'met']])).toBeNull()
    expect(
      kappaOf([
        ['met', 'met'],
        ['not met', 'cannot tell'],
      ]),
    ).toBeCloseTo(1 / 3, 10)
    expect(
      kappaOf([
        ['met', 'not met'],
        ['not met', 'met'],
      ]),
    ).toBe(-1)
  })
})
