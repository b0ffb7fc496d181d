import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { judged } from '../../report/judged.fixture.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { featureLevels } from '../model/comparison-words.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import type { ListedFeature } from '../model/feature-evidence.ts'
import { concludeFeatures } from './conclude-features.ts'
import { madeRun, madeTurn } from './features.fixture.ts'
import { observeConversation } from './observe-conversation.ts'

type Turns = ConversationResult['turns']

const [conversations, pairs] = [5, 20]
const all = conversations * pairs
const at = { line: 1, column: 1, length: 1 }
const hello = madeTurn(0, [])
const side = (label: string) => ({ label, agent: null, version: label, target: 'local' })

/** The conclusion on conversations in which a and b each do something in the given number of a hundred runs. */
function conclude(often: { a: number; b: number }, does: () => Turns, leaves: () => Turns) {
  const talks = Array.from({ length: conversations }, (_, conversation) => {
    const runs = (name: 'a' | 'b') =>
      Array.from({ length: pairs }, (__, pair) => {
        // spread over all conversations, in different pairs on the two sides
        const place = ((pair * conversations + conversation) * 37 + (name === 'b' ? 11 : 0)) % all
        return madeRun([hello, ...(place < often[name] ? does() : leaves())])
      })
    const { seen } = observeConversation({ a: runs('a'), b: runs('b'), begins: 'a' }, pairs)
    const rest = { excused: null, verdict: 'flaky' as const, runs: { a: [], b: [] } }
    return { id: `talk ${conversation}`, seen, ...rest } satisfies Partial<ConversationComparison>
  })
  const features = concludeFeatures(talks, { a: side('default'), b: side('draft') })
  if (features === undefined) throw new Error('nothing was looked at')
  return features
}

const one =
  (...turnArgs: Parameters<typeof madeTurn>) =>
  (): Turns => [madeTurn(...turnArgs)]
const answer = (...entries: TranscriptEntry[]) => one(1, [], [said('assistant', 'ok'), ...entries])
const plain = answer()
const call = (name: string, args: Record<string, string> = {}) => one(1, [[name, args]])
const button = { type: 'button', text: 'Track', payload: 't' } as const
const law: Outcome = {
  kind: 'law',
  verdict: 'failed',
  at,
  finding: { law: 'no placeholder', message: 'x', index: null },
}
const inPhase = (phase: 'pre' | 'during') => (): Turns =>
  call('look')().map((turn) => ({
    ...turn,
    entries: turn.entries.map((entry) =>
      entry.type === 'function_call' || entry.type === 'function_call_output' ? { ...entry, phase } : entry,
    ),
  }))
const thinks: TranscriptEntry = { type: 'thinking', thinking: 'hm', timestamp: '2026-01-01T00:00:00.000Z' } as never
const finds = (says: 'met' | 'not met') =>
  one(1, [], 'ok', { outcomes: [judged(says === 'met' ? 'passed' : 'failed', says, [])] })

/** For each level: what is done, the alternative, and the text where only b or only a does it. */
const kinds: [level: (typeof featureLevels)[number], text: string, does: () => Turns, leaves: () => Turns][] = [
  ['calls', 'calls refund', call('refund'), plain],
  ['calls', 'calls look twice in a turn', one(1, [['look', {}], ['look', {}]]), call('look')], // biome-ignore format: one line
  ['order', 'calls y, x in a turn', one(1, [['y', {}], ['x', {}]]), one(1, [['x', {}], ['y', {}]])], // biome-ignore format: one line
  ['phases', 'calls look in phase pre', inPhase('pre'), inPhase('during')],
  ['arguments', 'calls look with carrier "Q"', call('look', { carrier: 'Q' }), call('look', { carrier: 'P' })],
  ['arguments', 'calls look with note "x"', call('look', { id: '1', note: 'x' }), call('look', { id: '1' })],
  ['outputs', 'gets n 2 from look', one(1, [['look', {}, '{"n":2}']]), one(1, [['look', {}, '{"n":1}']])],
  ['outputs', 'gets m 2 from look', one(1, [['look', {}, '{"n":1,"m":2}']]), one(1, [['look', {}, '{"n":1}']])],
  ['outputs', 'gets errors of look', one(1, [['look', {}, 'x', true]]), one(1, [['look', {}, 'x']])],
  ['handoff', 'lets human speak', one(1, [], [said('assistant', 'ok', 0, 'human')]), plain],
  ['items', 'shows button "Track" (payload t)', answer(said('assistant', [button])), answer(said('assistant', 'x'))],
  ['messages', 'replies twice in a turn', answer(said('assistant', 'x')), plain],
  ['laws', 'breaks the law “no placeholder”', one(1, [], 'ok', { outcomes: [law] }), plain],
  ['judged', 'is judged not met for “is sorry before it offers a thing”', finds('not met'), finds('met')],
  ['other entries', 'has a thought', answer(thinks), plain],
]
const leaf = (text: string) => text.replace(/ "?(Q|x|2)"?(?= from|$)/, '')

describe('how often', () => {
  it('is known of every kind', () => {
    const levels = new Set([...kinds.map(([level]) => level), 'turns', 'latency'])
    expect([...levels].sort()).toEqual([...featureLevels].sort())
  })
  const find = (features: readonly ListedFeature[], level: string, text: string) =>
    features.find((each) => each.level === level && (each.text.startsWith(text) || each.text.startsWith(leaf(text))))

  it.each(kinds)('is told of %s as it was planted: %s', { tags: 'slow' }, (level, text, does, leaves) => {
    const { listed, sentence } = conclude({ a: 0, b: 26 }, does, leaves)
    const feature = find(listed, level, text)
    expect(feature).toMatchObject({ text: `${text} more often`, often: 'more', a: 0, b: 26, pairs: all })
    expect(feature?.interval?.[0]).toBeLessThan(0.26)
    expect(feature?.interval?.[1]).toBeGreaterThan(0.26)
    expect(sentence).not.toMatch(/now calls|no longer|instead of (?!none)/)
  })
  it.each(kinds)('is told of %s that b does less often: %s', { tags: 'slow' }, (level, text, does, leaves) => {
    const { listed, sentence } = conclude({ a: 100, b: 70 }, does, leaves)
    const rows = listed.map((each) => [each.level, each.often, each.a, each.b, each.pairs])
    expect([
      [level, 'less', 100, 70, all],
      [level, 'more', 0, 30, all],
    ]).toContainEqual(rows.find(([each]) => each === level))
    expect(sentence).not.toMatch(/now calls|no longer/)
    expect(find(listed, level, text) ?? listed[0]).toBeDefined()
  })
  it('says so in the sentence', { tags: 'slow' }, () => {
    expect(conclude({ a: 100, b: 88 }, call('lookup'), plain).sentence).toBe(
      'draft calls lookup less often (88 of 100 runs instead of 100) in 5 of 5 conversations; 1 difference may follow from it; nothing else is beyond chance.',
    )
    expect(conclude({ a: 28, b: 88 }, call('refund'), plain).sentence).toMatch(
      /^draft calls refund more often \(88 of 100 runs instead of 28\) in 5 of 5 conversations;/,
    )
    expect(conclude({ a: 0, b: 100 }, call('refund'), plain).sentence).toMatch(/^draft now calls refund in/)
    expect(conclude({ a: 100, b: 0 }, call('refund'), plain).sentence).toMatch(/^draft no longer calls refund in/)
  })
  it('counts turns where both sides do it, in fewer of them', () => {
    const twice = () => [madeTurn(1, [['look', {}]]), madeTurn(2, [['look', {}]])]
    const { listed, sentence } = conclude({ a: 100, b: 0 }, twice, () => [madeTurn(1, [['look', {}]]), madeTurn(2, [])])
    expect(listed[0]).toMatchObject({ text: 'calls look in fewer turns', often: 'turns', a: 0, b: 100, turn: 2 })
    expect(sentence).toMatch(/^draft calls look in fewer turns \(in 100 of 100 pairs\) in 5 of 5 conversations;/)
  })
  it('does not say that something is shown less often where every run shows it', () => {
    let run = 0
    const shows = () => {
      run += 1
      return [said('assistant', [{ ...button, text: `Track ${run % 2}` }])]
    }
    const turns = (last: boolean) => () => [
      madeTurn(1, [], shows()),
      madeTurn(2, [], last ? shows() : [said('assistant', 'ok')]),
    ]
    const { listed } = conclude({ a: 95, b: 10 }, turns(true), turns(false))
    const feature = listed.find(({ level, value }) => level === 'items' && value === '')
    expect(feature).toMatchObject({ text: 'shows a button in fewer turns', often: 'turns' })
  })
  it('counts ends of conversations among all pairs', () => {
    const { listed, sentence } = conclude({ a: 0, b: 22 }, () => [], plain)
    expect(listed.map(({ text, a, b, pairs: of }) => [text, a, b, of])).toEqual([
      ['ends conversations sooner', 0, 22, 100],
    ])
    expect(sentence).toBe(
      'draft ends conversations sooner (in 22 of 100 pairs) in 5 of 5 conversations; nothing else is beyond chance.',
    )
  })
  it('leaves out pairs that did not get to the turn, and of arguments those without the call', () => {
    let run = 0
    const some = (turns: () => Turns) => (): Turns => {
      run += 1
      return run % 10 === 0 ? [madeTurn(1, [], '', { verdict: 'not reached', entries: [] })] : turns()
    }
    const { listed } = conclude({ a: 0, b: 30 }, some(call('refund')), some(plain))
    expect(find(listed, 'calls', 'calls refund')?.pairs).toBeLessThan(all)
    run = 0
    const calls = (args: Record<string, string>) => (): Turns => {
      run += 1
      return run % 10 === 0 ? plain() : call('look', args)()
    }
    const without = conclude({ a: 0, b: 30 }, calls({ note: 'x' }), calls({})).listed
    expect(find(without, 'arguments', 'calls look with note')?.pairs).toBeLessThan(all)
    expect(find(without, 'arguments', 'calls look with note')?.pairs).toBeGreaterThan(all / 2)
  })
})
