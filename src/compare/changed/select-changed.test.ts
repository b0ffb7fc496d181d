import { describe, expect, it } from 'vitest'
import { hashName, type TouchedParts } from '../../engine/verdict/touched.ts'
import type { StateDifference } from './find-differences.ts'
import { type ChangeCandidate, selectChanged } from './select-changed.ts'

const record = (tools: string[], agents = ['desk']): TouchedParts => ({
  tools: tools.map(hashName),
  agents: agents.map(hashName),
  whole: true,
})
const tool = (...tools: string[]): StateDifference => ({ what: tools.join(), touches: { tools, agents: [] } })
const agent = (name: string): StateDifference => ({ what: name, touches: { tools: [], agents: [name] } })
const setting: StateDifference = { what: 'llmService', touches: null }

/** Three conversations: one looks up, one pays and hears a human, one says hello. */
function chosen(differences: readonly StateDifference[], ...others: Partial<ChangeCandidate>[]): string {
  const agentIds = new Set(['desk', 'human'])
  const all = [record(['look_up']), record(['pay'], ['desk', 'human']), record([])].map(
    (each, index): ChangeCandidate => {
      return { differences, known: agentIds, record: each, script: 'hello', ...others[index] }
    },
  )
  return selectChanged(all)
    .map((each) => each?.why.slice(0, 1) ?? '-')
    .join('')
}

describe('which conversations a difference chooses', () => {
  it.each<[string, StateDifference[], string]>([
    ['nothing', [], '---'],
    ['a setting', [setting], 'eee'],
    ['a tool', [tool('look_up')], 't--'],
    ['one of two tools that a sentence names', [tool('look_up', 'pay')], 'tt-'],
    ['two tools', [tool('look_up'), tool('pay')], 'tt-'],
    ['an agent', [agent('human')], '-t-'],
    ['a tool and a setting', [tool('look_up'), setting], 'eee'],
    ['a tool that nobody calls', [tool('cancel')], 'eee'],
    ['a tool that somebody calls and one that nobody does', [tool('look_up'), tool('cancel')], 'eee'],
  ])('%s', (_, differences, expected) => expect(chosen(differences)).toBe(expected))
  it('says what of the differences it is for', () => {
    const all = [record(['pay']), record(['pay', 'look_up'])].map(
      (each): ChangeCandidate => ({
        ...{ differences: [tool('look_up'), tool('pay')], known: new Set(['desk']) },
        ...{ record: each, script: '' },
      }),
    )
    const same = all.map((each) => ({ ...each, differences: all[0]?.differences ?? [] }))
    expect(selectChanged(same).map((each) => each?.differs)).toEqual([['pay'], ['look_up', 'pay']])
  })
  it('chooses what names the tool, though it never called it', () => {
    expect(chosen([tool('look_up')], {}, {}, { script: '{"never":[{"tool":"look_up"}]}' })).toBe('t-t')
  })
  it('chooses what is not known, whatever differs', () => {
    expect(chosen([], { record: null })).toBe('u--')
    expect(chosen([tool('look_up')], {}, {}, { record: null })).toBe('t-u')
  })
  it('chooses where somebody spoke of whom nothing is known', () => {
    expect(chosen([tool('look_up')], {}, { known: new Set(['desk']) })).toBe('tu-')
  })
  it('looks at what differs in their own agents', () => {
    expect(chosen([tool('look_up')], {}, { differences: [] }, { differences: [] })).toBe('t--')
    expect(chosen([], {}, {}, { differences: [setting] })).toBe('--e')
  })
})
