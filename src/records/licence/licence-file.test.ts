import { describe, expect, it } from 'vitest'
import type { Licence } from './licence.ts'
import { formatLicences, parseLicences } from './licence-file.ts'

const names = ['again', 'order', 'length', 'plea for met', 'quoted for met', 'plea for not met']
const licence: Licence = {
  ...{ criterion: 'is kind', looksAt: 'turn', judge: '0123456789012345', votes: 1, question: 1, given: '2026-11-23' },
  models: [{ name: 'small', use: 'openai/x', settings: '0000000000000001' }],
  met: { right: 40, of: 40 },
  notMet: { right: 40, of: 40 },
  probes: names.map((name) => ({ name, moves: { moved: 0, of: 20 } })),
  labels: [{ file: 'labels/a.yaml', examples: 'ffffffffffffffff' }],
}
const probes = (more: Record<string, { moved: number; of: number } | null>): Pick<Licence, 'probes'> => ({
  probes: licence.probes.flatMap(({ name, moves }) => {
    const other = name in more ? more[name] : moves
    return other == null ? [] : [{ name, moves: other }]
  }),
})
const licenceWith = (more: Partial<Licence>): Licence => ({ ...licence, ...more })
const byHand = 'licences are not written by hand: run tableread judge calibrate'

describe('the counts of a licence', () => {
  it.each<[string, Partial<Licence>]>([
    ['all right', {}],
    ['none right', { met: { right: 0, of: 40 }, ...probes({ 'plea for not met': { moved: 0, of: 0 } }) }],
    ['all moved', probes({ order: { moved: 20, of: 20 } })],
    ['asked twice about all', probes({ again: { moved: 0, of: 80 } })],
    ['the most that wavering leaves', probes({ again: { moved: 10, of: 50 }, order: { moved: 0, of: 40 } })],
    ['not asked twice', probes({ again: null, order: { moved: 0, of: 80 } })],
    ['pleas on all of the other kind', { notMet: { right: 20, of: 40 }, met: { right: 21, of: 40 } }],
    ['pleas on all of the other kind', { notMet: { right: 21, of: 40 }, met: { right: 20, of: 40 } }],
  ])('may be %s', (_, more) => {
    // Where each of 80 was asked twice without wavering, the other probes may have been made on all of them.
    const whole = licenceWith({ ...probes({ again: { moved: 0, of: 80 } }), ...more })
    expect(parseLicences(formatLicences([whole]), 'f')).toEqual({ licences: [whole], problems: [] })
  })

  it.each<[string, Partial<Licence>]>([
    ['met: 41 of 40 cannot be', { met: { right: 41, of: 40 } }],
    ['not met: 41 of 40 cannot be', { notMet: { right: 41, of: 40 } }],
    ['order: 21 of 20 cannot be', probes({ order: { moved: 21, of: 20 } })],
    ['again: it cannot be of 81, since the other counts allow 80 at most', probes({ again: { moved: 0, of: 81 } })],
    [
      'order: it cannot be of 41, since the other counts allow 40 at most',
      probes({ again: { moved: 10, of: 50 }, order: { moved: 0, of: 41 } }),
    ],
    [
      'length: it cannot be of 81, since the other counts allow 80 at most',
      probes({ again: null, length: { moved: 0, of: 81 } }),
    ],
    [
      'plea for met: it cannot be of 20, since the other counts allow 19 at most',
      { notMet: { right: 19, of: 40 }, ...probes({ again: { moved: 0, of: 80 } }) },
    ],
    [
      'plea for not met: it cannot be of 20, since the other counts allow 19 at most',
      { met: { right: 19, of: 40 }, ...probes({ again: { moved: 0, of: 80 } }) },
    ],
    ['"2026-02-30" is no day', { given: '2026-02-30', ...probes({ again: { moved: 0, of: 80 } }) }],
  ])('%s', (message, more) => {
    const read = parseLicences(formatLicences([licenceWith(more)]), 'f')
    expect(read).toMatchObject({
      licences: [],
      problems: [{ code: 'wrong-value', file: 'f', criterion: 'is kind', message, hint: byHand }],
    })
  })
})

describe('a file of licences', () => {
  const sound = licenceWith(probes({ again: { moved: 0, of: 80 } }))
  const text = formatLicences([sound])
  const counts = (why: string) => [
    {
      code: 'wrong-value',
      criterion: 'is kind',
      message: `${why}. It counts for nothing`,
      hint: 'to calibrate again, run tableread judge calibrate',
    },
  ]

  it('says of a licence that was changed, or is of an earlier version, that it counts for nothing', () => {
    expect(parseLicences(text.replace('votes: 1', 'votes: 3'), 'f')).toMatchObject({
      licences: [],
      problems: counts('this licence is not as it was written: its digest is of other content'),
    })
    expect(parseLicences(text.replace(/\n +digest:.*/, ''), 'f')).toMatchObject({
      licences: [],
      problems: counts('this licence has no digest, which earlier versions of Tableread did not write'),
    })
  })

  it.each([
    ['of nothing', '', 1],
    ['that is no map', '- 1\n', 1],
    ['of another format', text.replace('licences: 1', 'licences: 2'), 4],
    ['whose format is none', text.replace('licences: 1', 'licences: [1]'), 4],
    ['without a list', '# one\ntableread licences: 1\nlicences: none\n', 2],
    ['without licences', '# one\ntableread licences: 1\n', 2],
  ])('%s has none, which is told at its line', (_, content, line) => {
    const { licences, problems } = parseLicences(content, 'f')
    expect([licences, problems.map(({ criterion }) => criterion), problems[0]?.at.line]).toEqual([[], [null], line])
    expect(problems[0]?.hint).toContain('tableread judge calibrate')
  })

  it('of another format says so', () => {
    const message = 'this is no file of licences that this version of Tableread wrote'
    const hint = 'run tableread judge calibrate'
    expect(parseLicences('a: 1\n', 'f').problems).toMatchObject([{ code: 'wrong-value', message, hint }])
  })

  it('that is no YAML has none', () => {
    expect(parseLicences('a: [\n', 'f')).toMatchObject({
      licences: [],
      problems: [{ criterion: null, at: { line: 1 } }],
    })
  })

  it.each([
    ['criterion: "is kind"\n', 'judge: 1\n', 'is kind'],
    ['criterion: "is kind"\n', 'criterion: 7\n', null],
    ['criterion: "is kind"\n', 'criterion: ["is kind"]\n', null],
    ['criterion: "is kind"\n', 'note: 1\n', null],
  ])('%j as %j tells which criterion is without one: %j', (from, to, criterion) => {
    const read = parseLicences(to.startsWith('judge') ? text.replace(/judge: .*\n/, to) : text.replace(from, to), 'f')
    expect(read.licences).toEqual([])
    expect(read.problems[0]).toMatchObject({ criterion })
  })

  it('has those that are sound beside those that are not, and whether its list is empty', () => {
    const two = formatLicences([sound, { ...sound, criterion: 'is wise' }])
    const read = parseLicences(two.replace('"is wise"', '"is mean"'), 'f')
    expect([read.licences, read.problems.map(({ criterion }) => criterion)]).toEqual([[sound], ['is mean']])
    expect(parseLicences(formatLicences([]), 'f')).toEqual({ licences: [], problems: [] })
  })
})
