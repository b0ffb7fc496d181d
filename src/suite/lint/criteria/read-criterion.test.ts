import { describe, expect, it } from 'vitest'
import { best } from '../../../base/measure-growth.fixture.ts'
import { criteria, heldOut } from './criteria.fixture.ts'
import { type CriterionHint, readCriterion } from './read-criterion.ts'

const letters: Record<CriterionHint['kind'], string> = { 'two-in-one': '2', negated: 'n', exact: 'e', vague: 'v' }

/** Each criterion of a list, with the hints that it deserves and those that it gets. */
function told(list: string): { criterion: string; wanted: string; got: string }[] {
  return [...list.matchAll(/^([-2nev]+)\s*\| (.+)$/gm)].map(([, kinds = '', criterion = '']) => ({
    criterion,
    wanted: kinds.replace('-', ''),
    got: readCriterion(criterion)
      .map(({ kind }) => letters[kind])
      .join(''),
  }))
}

const all = [...told(criteria), ...told(heldOut)]
const without = (some: string, others: string): string[] => [...some].filter((letter) => !others.includes(letter))

describe('hints about criteria', () => {
  it('are given for nothing in less than one of twenty criteria', () => {
    const sound = all.filter(({ wanted }) => wanted === '')
    expect(sound.length).toBeGreaterThan(120)
    const wrong = all.filter(({ wanted, got }) => without(got, wanted).length > 0).map(({ criterion }) => criterion)
    expect(wrong.length, wrong.join('; ')).toBeLessThan(sound.length / 20)
  })
  it('are missing for less than one of ten that deserve one', () => {
    const due = all.filter(({ wanted }) => wanted !== '')
    expect(due.length).toBeGreaterThan(100)
    const missed = due.filter(({ wanted, got }) => without(wanted, got).length > 0).map(({ criterion }) => criterion)
    expect(missed.length, missed.join('; ')).toBeLessThan(due.length / 10)
  })
  it.each([
    ['apologises and offers a voucher', 'split it: "apologises", and "offers a voucher"'],
    [
      'The agent should apologise and offer a refund',
      'split it: "The agent should apologise", and "The agent should offer a refund"',
    ],
    [
      'greets the customer, asks for the number; thanks them',
      'split it: "greets the customer", and "asks for the number", and "thanks them"',
    ],
    ['not only apologises but also offers a voucher', 'split it: "apologises", and "offers a voucher"'],
    ['The agent does not blame the customer', 'write { criterion: "The agent blames the customer", expect: not met }'],
    ['never asks for the password', 'write { criterion: "asks for the password", expect: not met }'],
    ['is not rude', 'write { criterion: "is rude", expect: not met }'],
    ['contains no personal data', 'write { criterion: "contains personal data", expect: not met }'],
    ['contains the word "sorry"', 'write reply: { contains: "sorry" }'],
    ['is shorter than 50 words', 'write reply: { words: { … } }'],
    ['calls the tool lookup_order', 'write calls: [lookup_order], or calls: { never: […] }'],
    ['the reply is in German', 'write reply: { language: de }'],
  ])('say how to write it: %s', (criterion, hint) => {
    expect(readCriterion(criterion).map((each) => each.hint)).toEqual([hint])
  })
  it('tell of twice no where what must not be is expected not to be met', () => {
    const [hint] = readCriterion('does not blame the customer', true)
    expect(hint?.message).toContain('twice no')
  })
  it('take no time worth naming, whatever stands there', { tags: 'slow' }, async () => {
    for (const piece of ['and ', 'apologises and ', '"', 'the agent ', 'a, ', '{{', "'", '(', 'ne a ', 'no '])
      expect(await best(3, () => readCriterion(piece.repeat(2_000 / piece.length))), piece).toBeLessThan(500_000)
  })
})
