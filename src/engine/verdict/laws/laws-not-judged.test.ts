import { describe, expect, it } from 'vitest'
import { type LawName, lawNames } from '../../../base/law-name.ts'
import { plansOf } from '../fake-client.fixture.ts'
import { type LawContext, lawsNotJudged } from './laws-not-judged.ts'

const read: LawContext = { reconcile: true, knowsBlueprint: () => true }

/** The laws that are not judged in the first turn of a conversation. */
function notJudged(conversation: string, context: LawContext = read, versions?: string[]): LawName[] {
  const [plan] = plansOf(`suite: S\nagent: desk\nconversations:\n  - name: one\n${conversation}\n`, versions)
  if (plan === undefined) throw new Error('no plan')
  const laws = lawsNotJudged(plan, 0, context)
  return lawNames.filter((law) => laws.has(law))
}

const hi = '    turns: [{ user: hi, expect: { reply: hello } }]'

describe('the laws that nobody looks at', () => {
  it('are `grounded` alone, where a script says nothing', () => {
    expect(notJudged(hi)).toEqual(['grounded'])
    expect(notJudged(`    laws: { grounded: on }\n${hi}`)).toEqual([])
    expect(notJudged('    turns: [{ user: hi, expect: { reply: { grounded: true } } }]')).toEqual([])
  })
  it.each(lawNames.filter((law) => law !== 'grounded'))('are what a script relaxes: %s', (law) => {
    expect(notJudged(`    laws: { ${law}: it says so }\n${hi}`)).toContain(law)
  })
  it('are an answer where none is wanted', () => {
    const law = 'agent answers'
    const silent = ['none', '{ messages: 0 }', '{ present: false }', '{ not: { present: true } }']
    for (const reply of [...silent, '{ any: [{ present: false }, { contains: x }] }']) {
      expect(notJudged(`    turns: [{ user: hi, expect: { reply: ${reply} } }]`)).toContain(law)
      expect(notJudged(`    every turn: { reply: ${reply} }\n${hi.replace('reply: hello', 'calls: none')}`)).toContain(
        law,
      )
    }
    for (const reply of ['{ messages: { at most: 1 } }', '{ not: { contains: x } }', '{ present: true }'])
      expect(notJudged(`    turns: [{ user: hi, expect: { reply: ${reply} } }]`)).not.toContain(law)
  })
  it('are those of the stored session where nobody reads it', () => {
    const blind = { ...read, reconcile: false }
    expect(notJudged(hi, blind)).toEqual(['phases follow blueprint', 'grounded', 'slices add up', 'version answers'])
    expect(notJudged(`${hi}\n    session: { calls: { never: [find] } }`, blind)).toEqual(['grounded'])
  })
  it('are the phases of a version whose blueprint is not known', () => {
    const law = 'phases follow blueprint'
    expect(notJudged(hi, { ...read, knowsBlueprint: () => false })).toContain(law)
    expect(notJudged(hi, read, ['draft'])).toContain(law)
  })
})
