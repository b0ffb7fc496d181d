import { describe, expect, it } from 'vitest'
import { evidenceOf } from '../model/comparison-verdict.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { conversationOf, passOf, runsOf } from './conversation.fixture.ts'
import { evidenceRules, lackOfBaseline, lacksEvidence } from './evidence-rules.ts'
import type { GateFacts, GateRule } from './gate-policy.ts'

const share = 2 / 3
const coverage = { a: { agents: [] }, b: { agents: [] } }

function judge(conversations: ConversationComparison[], noise: GateFacts['noise'] = null, least = share) {
  return evidenceRules(least, { conversations, coverage, pooled: null, newFailures: null, noise, baseline: 'default' })
}

/** A conversation by the letters of its runs and of its judged pairs (null: none were judged). */
function talk(a: string, b: string, pairs: string | null, facts: Partial<ConversationComparison> = {}) {
  const pass = pairs === null ? null : passOf(pairs)
  return conversationOf({ runs: { a: runsOf(a), b: runsOf(b) }, pass, ...facts })
}

/** The rule on judged pairs, with its verdict. */
function pairs(...conversations: ConversationComparison[]) {
  const [rule] = judge(conversations)
  return [rule?.verdict, rule?.seen]
}

describe('the rules on evidence', () => {
  it('hold where enough was judged and the trusted side passed', () => {
    expect(judge([conversationOf(), talk('ppp', 'ppe', 'pp')], evidenceOf(5, 6, share))).toEqual([
      { name: 'judged pairs', verdict: 'held', wanted: 'at least 66.7 %', seen: '5 of 6' },
      {
        ...{ name: 'lost runs', verdict: 'held', wanted: 'no more than on default, beyond chance' },
        seen: '1 of 6 could not be judged, on default 0 of 6',
      },
      { name: 'noise floor', verdict: 'held', wanted: 'at least 66.7 %', seen: '5 of 6' },
      { name: 'baseline', verdict: 'held', wanted: 'default passes at least once', seen: 'default passed 5 of 5 runs' },
    ])
  })
  it('ask for nothing of nothing', () => {
    expect(judge([], evidenceOf(1, 3, share))).toEqual([])
  })
  it('spell the share that is wanted without needless decimals', () => {
    expect(judge([conversationOf()], null, 0.5)[0]?.wanted).toBe('at least 50 %')
  })
  it('do not judge a noise floor that rests on too few runs', () => {
    expect(judge([conversationOf()], evidenceOf(1, 3, share))[1]).toEqual({
      name: 'noise floor',
      verdict: 'not judged',
      wanted: 'at least 66.7 %',
      seen: 'judged 1 of 3 pairs, needs 2',
    })
  })
})

describe('the rule on judged pairs', () => {
  it('names each conversation with too few, and says what it needs', () => {
    expect(pairs(conversationOf(), talk('ppp', 'pee', 'p', { name: 'one' }))).toEqual([
      'not judged',
      '"one": judged 1 of 3 pairs, needs 2',
    ])
  })
  it('names three and counts the others', () => {
    const short = (name: string) => talk('ppp', 'pee', 'p', { name })
    const lack = 'judged 1 of 3 pairs, needs 2'
    const three = ['one', 'two', 'three'].map((name) => `"${name}": ${lack}`).join('; ')
    expect(pairs(short('one'), short('two'), short('three'))).toEqual(['not judged', three])
    const five = ['one', 'two', 'three', 'four', 'five'].map(short)
    expect(pairs(...five)).toEqual(['not judged', `${three} and 2 more`])
  })
  it('speaks of all together where no conversation lacks anything on its own', () => {
    const incomparable = talk('ppp', 'eee', null, { verdict: 'not comparable' })
    expect(pairs(incomparable, incomparable, conversationOf())).toEqual([
      'not judged',
      'all together: judged 3 of 9 pairs, needs 6',
    ])
    expect(pairs(incomparable, conversationOf(), conversationOf())).toEqual(['held', '6 of 9'])
  })
  it('counts runs that were never made, of either side, even where the rest was not comparable', () => {
    expect(pairs(talk('ppp', 'ppn', 'pp'))).toEqual(['not judged', '"talks": 1 of 6 runs not reached'])
    expect(pairs(talk('nnp', 'ppp', 'p'))).toEqual(['not judged', '"talks": 2 of 6 runs not reached'])
    expect(pairs(talk('ppp', 'uuu', null, { verdict: 'not comparable' }))).toEqual([
      'not judged',
      '"talks": 3 of 6 runs unsafe',
    ])
  })
  it('calls runs that were not made by what befell the first', () => {
    expect(pairs(talk('pup', 'ppn', 'p'))[1]).toBe('"talks": 2 of 6 runs unsafe')
    expect(pairs(talk('pnp', 'ppu', 'p'))[1]).toBe('"talks": 2 of 6 runs not reached')
  })
  it('counts the pairs that were made, the shorter side of both, where the rest was never begun', () => {
    const extras = { evidence: evidenceOf(2, 3, share) }
    expect(pairs(talk('pp', 'pp', 'pp', extras))).toEqual(['not judged', '"talks": made 2 of 3 pairs'])
    expect(pairs(talk('ppp', 'pp', 'pp', extras))).toEqual(['not judged', '"talks": made 2 of 3 pairs'])
    expect(pairs(talk('pp', 'ppp', 'pp', extras))).toEqual(['not judged', '"talks": made 2 of 3 pairs'])
    expect(pairs(talk('ppp', 'ppe', 'pp', extras))).toEqual(['held', '2 of 3'])
  })
})

describe('the rule on the baseline', () => {
  const baseline = (...letters: string[]) => {
    const rules = judge(letters.map((each) => talk(each.replace(/./g, 'p'), each.replace(/./g, 'p'), each)))
    return rules.filter(({ name }) => name === 'baseline')
  }

  it('counts the passes of the trusted side, whatever the other does', () => {
    expect(baseline('pab', 'ffa')[0]).toMatchObject({ verdict: 'held', seen: 'default passed 3 of 6 runs' })
    expect(baseline('p')[0]).toMatchObject({ verdict: 'held', seen: 'default passed 1 of 1 run' })
  })
  it('is not judged where the trusted side never passes', () => {
    expect(baseline('bfb')).toEqual([
      {
        name: 'baseline',
        verdict: 'not judged',
        wanted: 'default passes at least once',
        seen: 'no baseline: default passed 0 of 3 runs',
      },
    ])
    expect(baseline('f')[0]?.seen).toBe('no baseline: default passed 0 of 1 run')
  })
  it('leaves conversations without a judged pair aside, and is silent where there are no others', () => {
    const incomparable = talk('ppp', 'eee', null, { verdict: 'not comparable' })
    expect(judge([incomparable, conversationOf()])[2]).toMatchObject({
      verdict: 'held',
      seen: 'default passed 3 of 3 runs',
    })
    expect(judge([incomparable]).map(({ name }) => name)).toEqual(['judged pairs', 'lost runs'])
  })
})

describe('the rule on crashes', () => {
  const crashRules = (conversations: ConversationComparison[], excused: ConversationComparison[] = []) =>
    evidenceRules(share, {
      ...{ conversations, excused, coverage, pooled: null, newFailures: null, noise: null, baseline: 'default' },
    }).filter(({ name }) => name === 'crashes')

  it('is left out where the side in question never crashed, or only where that is excused', () => {
    expect(crashRules([talk('pcc', 'ppp', 'p')])).toEqual([])
    expect(crashRules([talk('ppp', 'ppp', 'ppp')], [talk('ppp', 'ccc', 'p')])).toEqual([])
  })
  it.each<[string, string, string]>([
    ['held', 'pppp', 'ppcc'],
    ['not judged', 'pppp', 'pccc'],
    ['held', 'cccc', 'cccc'],
    ['held', 'cpppp', 'pcccp'],
    ['not judged', 'cppppp', 'pccccc'],
  ])('is %s of %s and %s', (verdict, a, b) => {
    const [left, right] = [a, b].map((runs) => runs.split('c').length - 1)
    const seen = `${right} of ${b.length} crashed, on default ${left} of ${a.length}`
    const name = 'crashes'
    const rule = { name, verdict, wanted: 'no more than on default, beyond chance', seen }
    expect(crashRules([talk(a, b, 'p')])).toEqual([rule])
    expect(lacksEvidence({ rules: [rule as GateRule] })).toBe(verdict === 'not judged')
  })
})

describe('the rule on lost runs', () => {
  const describeRules = (...talks: [a: string, b: string][]) => {
    const rules = judge(talks.map(([a, b]) => talk(a, b, 'p')))
    return rules.flatMap(({ name, verdict, seen }) => (name === 'lost runs' ? [[verdict, seen]] : []))
  }

  it('is left out where the side in question lost none, whatever the other one lost', () => {
    expect(describeRules(['ppp', 'pfp'], ['eee', 'ppp'])).toEqual([])
  })
  it('is not judged from five runs on that it alone lost, over all conversations together', () => {
    expect(describeRules(['ppp', 'pee'], ['ppp', 'pee'])).toEqual([
      ['held', '4 of 6 could not be judged, on default 0 of 6'],
    ])
    expect(describeRules(['ppp', 'pee'], ['ppp', 'eee'])).toEqual([
      ['not judged', '5 of 6 could not be judged, on default 0 of 6'],
    ])
    expect(describeRules(['ppp', 'pee'], ['ppf', 'eee'])).toHaveLength(1)
  })
  it('takes an outage that hit both sides for none of either', () => {
    expect(describeRules(['peeee', 'peeee'], ['eeppp', 'ppppp'])).toEqual([
      ['held', '4 of 10 could not be judged, on default 6 of 10'],
    ])
    expect(describeRules(['ppppppppeeeee', 'eeeeeppppppep'])).toEqual([
      ['held', '6 of 13 could not be judged, on default 5 of 13'],
    ])
  })
  it('looks at each conversation as well, at a fifth of the level that all together have', () => {
    const [p, e] = ['p'.repeat(9), 'e'.repeat(9)]
    expect(describeRules([p, e], [e, p])[0]?.[0]).toBe('not judged')
    expect(describeRules([p.slice(2), e.slice(2)], [e, p])[0]?.[0]).toBe('held')
  })
})

describe('a gate lacks evidence', () => {
  const rule = (name: string, verdict: GateRule['verdict']): GateRule => ({ name, verdict, wanted: '', seen: '' })

  it('where the judged pairs or the noise floor were too few, beside whatever else', () => {
    const heldRule = rule('hard breaks', 'held')
    expect(lacksEvidence({ rules: [heldRule, rule('judged pairs', 'not judged')] })).toBe(true)
    expect(lacksEvidence({ rules: [rule('noise floor', 'not judged'), heldRule] })).toBe(true)
    expect(lacksEvidence({ rules: [rule('lost runs', 'not judged'), heldRule] })).toBe(true)
  })
  it('and not where these hold, or where another rule does not', () => {
    expect(lacksEvidence({ rules: [rule('judged pairs', 'held'), rule('noise floor', 'held')] })).toBe(false)
    expect(lacksEvidence({ rules: [rule('hard breaks', 'broken'), rule('baseline', 'not judged')] })).toBe(false)
    expect(lacksEvidence({ rules: [] })).toBe(false)
  })
})

describe('the lack of a baseline', () => {
  it('is what the rule on it says, whatever else keeps the gate closed', () => {
    const never = judge([talk('fff', 'fee', 'f')], evidenceOf(1, 3, share))
    expect(never.map(({ verdict }) => verdict)).toEqual(['not judged', 'held', 'not judged', 'not judged'])
    expect(lackOfBaseline({ rules: never })).toBe('no baseline: default passed 0 of 1 run')
    const rules = judge([talk('ppp', 'pee', 'p')], evidenceOf(1, 3, share))
    expect(rules.map(({ verdict }) => verdict)).toEqual(['not judged', 'held', 'not judged', 'held'])
    expect(lackOfBaseline({ rules })).toBeNull()
  })
})
