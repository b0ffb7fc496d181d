import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { MutantKind } from './mutant/mutant.ts'
import type { TeethResult } from './mutant/teeth-result.ts'
import { performTeeth } from './perform-teeth.ts'

const at = (ms: number): { timestamp: string } => ({ timestamp: new Date(Date.UTC(2026, 0, 1) + ms).toISOString() })

/** A desk that opens a ticket, books two parts for a date, and then looks the ticket up. */
const desk = () =>
  fakeClient(({ message = '' }, turn) =>
    turn === 0
      ? [
          said('user', message, 0),
          { ...called('book', 'c1', { day: '2026-01-04T10:00:00+01:00', parts: ['lens', 'frame'] }), ...at(1_000) },
          { ...gave('book', 'c1', '{"ticket":"T-1042"}'), ...at(2_000) },
          { ...said('assistant', 'Booked. Your ticket is T-1042.', 0), ...at(3_000) },
        ]
      : [
          said('user', message, 0),
          { ...called('find', 'c2', { id: 'T-1042' }), ...at(4_000) },
          { ...gave('find', 'c2', '{"found":true}'), ...at(5_000) },
          { ...said('assistant', 'It is there.', 0), ...at(6_000) },
        ],
  )

async function measure(kind: MutantKind, first: string, more = '', second = '{ calls: [find] }'): Promise<TeethResult> {
  const suite = `suite: Desk
agent: desk
conversations:
  - name: books
    turns:
      - user: Book a lens and a frame for Thursday
        expect: ${first}${more}
      - user: Is it there?
        expect: ${second}
`
  const checks = { run: async (_: unknown, material: unknown) => JSON.stringify(material).includes('"frame"') }
  const meansOf = () => Promise.resolve({ client: desk().client, checks })
  const settings = { client: desk().client, reconcile: true, target: 'desk', tableread: '0', concurrency: 1 }
  return performTeeth(plansOf(suite), { ...settings, seed: 'one', kinds: [kind], accepted: [], meansOf, checks })
}

/** Of a word: what it alone catches, the turn with it, and the nearest turn without. */
const words: [word: string, kind: MutantKind, with_: string[], without: string[]][] = [
  [
    'a capture of a part',
    'leave out number',
    ['{ reply: { contains: ticket } }', '\n        capture: { ticket: { reply: "/(T-\\\\d+)/" } }'],
    ['{ reply: { contains: ticket } }', '\n        capture: { ticket: reply }'],
  ],
  [
    'a captured part that a later turn uses',
    'change number',
    [
      '{ reply: { contains: ticket } }',
      '\n        capture: { ticket: { reply: "/(T-\\\\d+)/" } }',
      '{ calls: [{ find: { with: { id: "{{ticket}}" } } }] }',
    ],
    ['{ reply: { contains: ticket } }', '', '{ calls: [find] }'],
  ],
  [
    'on',
    'shift date',
    ['{ calls: [{ book: { with: { day: { on: today + 3 d } } } }] }'],
    ['{ calls: [{ book: { with: { day: { after: now } } } }] }'],
  ],
  [
    'in any order',
    'shorten list',
    ['{ calls: [{ book: { with: { parts: { in any order: [frame, lens] } } } }] }'],
    ['{ calls: [{ book: { with: { parts: { contains: [lens] } } } }] }'],
  ],
  [
    'in any order',
    'extend list',
    ['{ calls: [{ book: { with: { parts: { in any order: [frame, lens] } } } }] }'],
    ['{ calls: [{ book: { with: { parts: { contains: [lens, frame] } } } }] }'],
  ],
  ['only', 'add call', ['{ calls: { only: [book] } }'], ['{ calls: [book] }']],
  ['only', 'rename call', ['{ calls: { only: [book] } }'], ['{ reply: { contains: ticket } }']],
  ['check', 'shorten list', ['{ check: polite }'], ['{ calls: [book] }']],
]

describe('a word that suites have', () => {
  it.each(words)(
    '%s: it catches what "%s" makes worse',
    async (_, kind, [text = '', ...more], [plain = '', ...rest]) => {
      const turnOne = (result: TeethResult): unknown => {
        expect(result.conversations.map(({ unscored }) => unscored)).toEqual([null])
        return result.survivors.filter(({ turn }) => turn === 1).map(({ what }) => what)
      }
      const [strict, loose] = [await measure(kind, text, ...more), await measure(kind, plain, ...rest)]
      expect(turnOne(strict)).toEqual([])
      expect(strict.total.caught).toBeGreaterThan(0)
      expect(turnOne(loose)).not.toEqual([])
    },
  )

  it.each<[MutantKind, RegExp]>([
    ['shift date', /on: today \+ 3 d|day: "?2026-01-04/],
    ['shorten list', /in any order: \[lens, frame\]|length: 2/],
    ['leave out number', /1042/],
  ])('is suggested for what %s leaves alive', async (kind, yaml) => {
    const { suggestions } = await measure(kind, '{ calls: [book] }')
    expect(suggestions.map((each) => each.yaml).join('\n')).toMatch(yaml)
  })
})
