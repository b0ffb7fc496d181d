import { describe, expect, it } from 'vitest'
import { chooseBy } from '../../base/choose-by.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { deskSuite, orderDesk } from './desk.fixture.ts'
import { listMutants } from './list-mutants.ts'
import { allKinds, type Mutant, type MutantKind } from './mutant/mutant.ts'
import type { MutableTalk } from './mutant/talk.ts'
import { namesSeen, surround } from './operators/operator.ts'
import { hearTalk, tryMutant } from './perform-teeth.ts'

const { client } = orderDesk()
const [plan] = plansOf(deskSuite('{ reply: { contains: Order } }', '{ reply: { contains: is } }'))

async function hear(): Promise<MutableTalk> {
  if (plan === undefined) throw new Error('no plan')
  return (await hearTalk(plan, { client: orderDesk().client, reconcile: true })).talk
}

function mutantsOf(talk: MutableTalk, seed = 'one'): Mutant[] {
  return listMutants(talk, surround(talk, chooseBy(seed), namesSeen([talk])))
}

/** The mutants of each kind for the desk, turn by turn. */
const expected: Record<MutantKind, string[]> = {
  'drop call': ['1 lookup_order (1) is not called', '1 lookup_order (2) is not called', '2 cancel_order is not called'],
  'add call': ['1 cancel_order is called as well', '2 lookup_order is called as well'],
  'repeat call': ['2 cancel_order is called twice'],
  'reorder calls': ['1 lookup_order (2) is called before lookup_order (1)'],
  'rename call': [
    '1 cancel_order is called instead of lookup_order (1)',
    '1 cancel_order is called instead of lookup_order (2)',
    '2 lookup_order is called instead of cancel_order',
  ],
  'change argument': [
    '1 lookup_order (1) gets order_id "1043" instead of "1042"',
    '1 lookup_order (2) gets order_id "2078" instead of "2077"',
    '2 cancel_order gets order_id "2078" instead of "2077"',
  ],
  'swap outputs': ["1 lookup_order (1) and lookup_order (2) get each other's output"],
  'fail output': ['1 lookup_order (1) fails', '1 lookup_order (2) fails', '2 cancel_order fails'],
  'wrong phase': [
    '1 lookup_order (1) runs in phase post instead of during',
    '1 lookup_order (2) runs in phase post instead of during',
    '2 cancel_order runs in phase post instead of during',
  ],
  'slow tool': [
    '1 lookup_order (1) takes 0.8 s instead of 10 ms',
    '1 lookup_order (2) takes 0.8 s instead of 10 ms',
    '2 cancel_order takes 0.8 s instead of 10 ms',
  ],
  'slow reply': ['1 the answer takes 1 s', '2 the answer takes 1 s'],
  'drop reply': ['1 the reply is missing', '2 the reply is missing'],
  'repeat reply': ['1 the reply comes twice', '2 the reply comes twice'],
  'replace reply': [
    '1 the agent only says "Sorry, I cannot help you with that."',
    '2 the agent only says "Sorry, I cannot help you with that."',
  ],
  'refuse help': [],
  'wrong promise': [],
  'leave out apology': [],
  'other language': [],
  'cut reply': ['1 the reply ends after "Order 1042 is shipped."'],
  'negate reply': ['1 the agent says "Order 1042 is not shipped."', '2 the agent says "It is not cancelled."'],
  'change number': ['1 the reply says "1043" instead of "1042"'],
  'change word': ['1 the reply says "something" instead of "shipped"'],
  'drop item': ['2 the button "Thanks" is missing'],
  'leak placeholder': [
    '1 the reply shows the placeholder $' + '{customer_name}',
    '2 the reply shows the placeholder $' + '{customer_name}',
  ],
  'other version': ['null version draft answers instead of 3'],
  'change button': [
    '2 the button "Thanks" has the text "other Thanks" instead of "Thanks"',
    '2 the button "Thanks" has the payload "other bye" instead of "bye"',
  ],
  'add button': [
    '1 the button "Delete everything" is shown as well',
    '2 the button "Delete everything" is shown as well',
  ],
  'change link': [],
  'add link': [
    '1 the reply also links to https://elsewhere.example/offer',
    '2 the reply also links to https://elsewhere.example/offer',
  ],
  'change file': [],
  'add file': ['1', '2'].flatMap((turn) =>
    ['image', 'video', 'audio', 'file offer.pdf'].map((item) => `${turn} the ${item} is shown as well`),
  ),
  'other agent': ['1 another-agent answers instead of desk', '2 another-agent answers instead of desk'],
  'background agent': ['1 a background agent speaks', '2 a background agent speaks'],
  'think secret': ['1 the thinking shows a secret', '2 the thinking shows a secret'],
  'add argument': [
    '1 lookup_order (1) also gets force',
    '1 lookup_order (2) also gets force',
    '2 cancel_order also gets force',
  ],
  'reorder list': [],
  'change output': [
    '1 lookup_order (1) returns status "something else" instead of "shipped"',
    '1 lookup_order (2) returns status "something else" instead of "packing"',
    '2 cancel_order returns cancelled false instead of true',
  ],
  'prefix number': ['1 the reply says "12077" instead of "2077"'],
  'leave out number': ['1 the reply does not say "1042"'],
  'shift date': [],
  'shorten list': [],
  'extend list': [],
  'drop post call': [],
  'add post call': ['null delete_everything is called as well after the conversation'],
}

describe('the mutants of a talk', () => {
  it.each(allKinds)('%s', async (kind) => {
    const mutants = mutantsOf(await hear()).filter((each) => each.kind === kind)
    const lines = mutants.map(({ turn, what }) => `${turn === null ? turn : turn + 1} ${what}`)
    expect(lines).toEqual(expected[kind])
  })

  it('are the same for the same seed, and need not be for another', async () => {
    const talk = await hear()
    expect(mutantsOf(talk)).toEqual(mutantsOf(await hear()))
    const seeds = ['one', 'two', 'three', 'four', 'five', 'six'].map((seed) => JSON.stringify(mutantsOf(talk, seed)))
    expect(new Set(seeds).size).toBeGreaterThan(1)
  })

  it('break no law that would fail for how they are played: session and turns agree, times go on', async () => {
    const talk = await hear()
    const laws: string[] = []
    for (const mutant of mutantsOf(talk)) {
      const { turns, outcomes } = await tryMutant(client, talk, mutant, true)
      const allOutcomes = [...turns.flatMap((turn) => turn.outcomes), ...outcomes]
      for (const outcome of allOutcomes) if (outcome.kind === 'law') laws.push(`${mutant.kind}: ${outcome.finding.law}`)
    }
    expect([...new Set(laws)].sort()).toEqual([
      'drop reply: agent answers',
      'leak placeholder: no placeholder',
      'other version: version answers',
    ])
  })

  it('play the talk as it was heard when there is none', async () => {
    const talk = await hear()
    const { verdict, turns } = await tryMutant(client, talk, null, true)
    expect([verdict, turns.map(({ entries }) => entries)]).toEqual([
      'passed',
      talk.turns.map(({ view }) => view.entries),
    ])
  })
})
