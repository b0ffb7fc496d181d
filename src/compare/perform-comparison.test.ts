import { describe, expect, it } from 'vitest'
import { echo, fakeClient } from '../engine/verdict/fake-client.fixture.ts'
import { compareRuns } from './compare-text.fixture.ts'
import { comparisonExitCode } from './comparison.ts'
import { defaultPolicy } from './gate/gate-policy.ts'

/** Verdict, certainty and number of pairs, by name. */
async function verdictsOf(...args: Parameters<typeof compareRuns>): Promise<Record<string, string>> {
  const { comparison } = await compareRuns(...args)
  return Object.fromEntries(
    comparison.conversations.map(({ name, verdict, certainty, runs }) => [
      name,
      `${verdict}${certainty === null ? '' : ` (${certainty})`} after ${runs.a.length}`,
    ]),
  )
}

describe('a comparison', () => {
  it('calls a hard break once it is confirmed, and leaves what stays alone', async () => {
    expect(await verdictsOf({ breaks: ['p', 'f'], stays: ['p', 'p'], mends: ['f', 'p'], broken: ['f', 'f'] })).toEqual({
      breaks: 'regressed (hard break) after 4',
      mends: 'improved (hard break) after 4',
      broken: 'same after 3',
      stays: 'same after 3',
    })
  })
  it('does not call a break that it was told not to confirm', async () => {
    expect(await verdictsOf({ breaks: ['p', 'f'] }, { confirm: false }, 1)).toEqual({
      breaks: 'changed (unconfirmed) after 1',
    })
  })
  it('drops a suspicion that a further run does not bear out', async () => {
    expect(await verdictsOf({ wavers: ['p', 'ffpp'] }, {}, 2)).toEqual({ wavers: 'flaky after 3' })
  })
  it('calls a statistical difference where there are runs enough', async () => {
    const mostly = 'ffffpffffffff'
    expect(await verdictsOf({ drops: ['ppppppppppfp', mostly] }, {}, 12)).toEqual({
      drops: 'regressed (statistical) after 12',
    })
  })
  it('says of a law that no conversation is held to that it was judged in no pair', async () => {
    const { comparison } = await compareRuns(
      { stays: ['p', 'p'] },
      { shard: { index: 1, of: 1, total: 1, from: 0 } as never },
      3,
    )
    const laws = comparison.conversations[0]?.seen?.filter(({ level }) => level === 'laws') ?? []
    expect(laws.map(({ name, pairs, shown, values }) => [name, pairs, shown, values])).toEqual(
      ['message echoed', 'grounded', 'slices add up', 'version answers', 'phases follow blueprint'].map((law) => [
        law,
        0,
        0,
        [],
      ]),
    )
  })
  it('shuts the gate for a way of failing that one side never shows, though its pass rate alone is not sure', {
    tags: 'slow',
  }, async () => {
    const now = (count: number): string => 'f'.repeat(count).concat('p')
    const compared = async (count: number, ...more: Parameters<typeof compareRuns>[1][]) => {
      const { comparison } = await compareRuns({ slips: ['p', now(count)], stays: ['p', 'p'] }, more[0], 30)
      const { gate, newFailures, conversations } = comparison
      const slips = conversations.find(({ name }) => name === 'slips')
      return [gate.verdict, slips?.verdict, newFailures?.found[0]?.way, newFailures?.earlier.counted]
    }
    expect(await compared(5)).toEqual(['shut', 'flaky', 'turn 1: reply', 0])
    expect(await compared(3)).toEqual(['open', 'flaky', undefined, 0])
    const { comparison } = await compareRuns({ slips: ['p', now(5)], stays: ['p', 'p'] }, {}, 30)
    const [slips] = comparison.conversations
    const earlier = new Map([[slips?.id ?? '', { runs: 150, failed: {} }]])
    expect(await compared(4, { earlier })).toEqual(['shut', 'flaky', 'turn 1: reply', 1])
    expect(comparison.sentence).toBe(
      'Do not publish draft: new failures: "slips" fails at turn 1: reply in 5 of 30 runs, on default in 0 of 30; equal sides come out like this in at most 1.3 % of comparisons (wanted: no way of failing more often beyond chance).',
    )
    const policy = { ...defaultPolicy, newFailures: null }
    const off = await compareRuns({ slips: ['p', now(5)], stays: ['p', 'p'] }, { policy }, 30)
    expect([off.comparison.gate.verdict, off.comparison.newFailures]).toEqual(['open', undefined])
  })
  it('says before it runs what it will see of the smallest drop that matters, and after it how many more pairs would tell', async () => {
    const policy = { ...defaultPolicy, smallestDrop: 0.2 }
    const { comparison, events } = await compareRuns({ wavers: ['p', 'fp'], stays: ['p', 'p'] }, { policy }, 10)
    expect(events[0]).toMatchObject({
      sees: '10 pairs see a drop of 20 % from 95 % in one of 2 conversations with 0 % by its pass rate; 65 pairs make it 80 %',
    })
    const reasonOf = (wantedName: string) => comparison.conversations.find(({ name }) => name === wantedName)?.reason
    expect(reasonOf('wavers')).toBe(
      'passed 10 of 10 on default, 9 of 10 on draft; cannot tell a drop of 20 %: about 32 more pairs would',
    )
    const all = await compareRuns({ stays: ['p', 'p'] }, { policy: { ...policy, smallestDrop: 1 } }, 3)
    expect(all.events[0]).not.toHaveProperty('sees')
    const without = await compareRuns({ wavers: ['p', 'fp'], stays: ['p', 'p'] }, {}, 10)
    expect(without.events[0]).not.toHaveProperty('sees')
    expect(without.comparison.conversations.map(({ reason }) => reason).join()).not.toContain('cannot tell')
  })
  it('names the smallest drop where it alone opens the gate, in the rule, the sentence and the conversation', async () => {
    const scripts: Record<string, [string, string]> = { slips: ['p', 'fffffp'], stays: ['p', 'p'] }
    const outcomeAt = async (smallestDrop: number | null) => {
      const { comparison } = await compareRuns(scripts, { policy: { ...defaultPolicy, smallestDrop } }, 30)
      const rule = comparison.gate.rules.find(({ name }) => name === 'new failures')
      return { ...comparison, rule }
    }
    const [every, some] = [await outcomeAt(null), await outcomeAt(0.5)]
    expect([every.gate.verdict, every.rule?.smallestDrop]).toEqual(['shut', undefined])
    expect(every.sentence).not.toContain('smallest drop')
    expect([some.gate.verdict, some.rule?.smallestDrop]).toEqual(['open', 0.5])
    expect(some.rule?.seen).toMatch(
      /^none; certainly less than 50 %, the smallest drop that matters: "slips" fails at turn 1/,
    )
    expect(some.sentence).toMatch(
      /; what opens the gate is the smallest drop \(new failures: certainly less than 50 %, the smallest drop that matters\)\.$/,
    )
    const policy = { ...defaultPolicy, smallestDrop: 0.9 }
    const { comparison } = await compareRuns({ falls: ['p', `${'f'.repeat(15)}p`], stays: ['p', 'p'] }, { policy }, 30)
    const { verdict, reason } = comparison.conversations.find(({ name }) => name === 'falls') ?? {}
    expect([verdict, comparison.gate.verdict]).toEqual(['regressed', 'open'])
    expect(reason).toContain('; certainly less than 90 %, the smallest drop that matters, so it does not shut the gate')
    const rules = comparison.gate.rules.filter(({ smallestDrop }) => smallestDrop === 0.9)
    expect(rules.map(({ name }) => name)).toEqual(['regressions'])
  })
  it('counts no way of failing of what is excused', async () => {
    const mark = '    expected fail: { reason: known, until: 2026-07-01 }\n'
    const { comparison } = await compareRuns({ slips: ['p', 'fffffp'], stays: ['p', 'p'] }, {}, 30, { slips: mark })
    expect([comparison.newFailures, comparison.gate.verdict]).toEqual([undefined, 'open'])
  })
  it('cannot compare what could not be judged on a side', async () => {
    const { comparison } = await compareRuns({ lost: ['p', 'e'], fine: ['p', 'p'] })
    const conversation = comparison.conversations.find(({ name }) => name === 'lost')
    expect(conversation?.verdict).toBe('not comparable')
    expect(conversation?.reason).toBe(
      'no pair of runs could be judged: draft errored in 3 of 3 runs (it is not known what became of the turn: no answer within 1 ms)',
    )
    expect(comparison.gate.verdict).toBe('not judged')
    expect(comparisonExitCode(comparison, null)).toBe(3)
  })
  it('does not open for a side that errors where the other is judged, and says so wherever it opens', async () => {
    const twenty = (b: string) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, n): [string, [string, string]] => [`c${n}`, ['p', b]]))
    const third = (await compareRuns(twenty('ppe'), {}, 3)).comparison
    expect([third.gate.verdict, comparisonExitCode(third, null)]).toEqual(['not judged', 3])
    expect(third.sentence).toBe(
      'It is not settled whether draft may be published: runs of draft: 20 of 60 could not be judged, on default 0 of 60.',
    )
    expect(third.passed.b).toEqual({ passed: 40, judged: 40, lost: 20 })
    expect(third.conversations[0]?.reason).toBe(
      'passed 3 of 3 on default, 2 of 2 on draft; 1 of 3 runs on draft could not be judged',
    )
    const { comparison } = await compareRuns({ one: ['p', 'ppe'], other: ['p', 'p'] }, {}, 3)
    expect([comparison.gate.verdict, comparison.sentence]).toEqual([
      'open',
      'draft may be published: none of 2 conversations got worse in at least 2 runs each; 1 of 6 runs on draft could not be judged.',
    ])
    const both = (await compareRuns({ ...twenty('ppe'), down: ['ppe', 'ppe'] }, {}, 3)).comparison
    expect(both.gate.rules.find(({ name }) => name === 'lost runs')?.seen).toBe(
      '21 of 63 could not be judged, on default 1 of 63',
    )
  })
  it('calls no gain that goes away once the runs that errored count as failures', { tags: 'slow' }, async () => {
    const six = (a: string, b: string) =>
      Object.fromEntries(Array.from({ length: 6 }, (_, n): [string, [string, string]] => [`c${n}`, [a, b]]))
    const cycle = (bad: string): string => `pp${bad}`.repeat(10)
    const verdicts = async (a: string, b: string) => {
      const { comparison } = await compareRuns(six(a, b), {}, 30)
      return [...new Set(comparison.conversations.map(({ verdict }) => verdict))]
    }
    // Both sides succeed in 20 of 30 runs, but not in the same pairs.
    const shifted = 'fpp'.repeat(10)
    expect(await verdicts(shifted, cycle('p'))).toEqual(['improved'])
    const { comparison } = await compareRuns(six(shifted, cycle('e')), {}, 30)
    const [{ verdict, reason } = {}] = comparison.conversations
    expect([verdict, reason]).toEqual([
      'flaky',
      'passed 20 of 30 on default, 20 of 20 on draft; 10 of 30 runs on draft could not be judged; if those had failed, the gain could be chance',
    ])
    // A gain that is there all the same stays one.
    expect(await verdicts('f', cycle('e'))).toEqual(['improved'])
  })
  it('runs a break again until enough pairs were judged, however many are lost on both sides', async () => {
    const outage = `${'p'}ee${'p'.repeat(20)}`
    const { comparison } = await compareRuns({ slips: [outage, `f${outage.slice(1)}`] }, {}, 3)
    const [{ verdict, certainty, runs } = {}] = comparison.conversations
    expect([verdict, certainty, runs?.a.length]).toEqual(['flaky', null, 4])
    expect(comparison.sentence).not.toMatch(/^Do not publish/)
    // A service that stays away ends it: nothing is sure, and nothing is told worse.
    const shortRun = (await compareRuns({ slips: ['pe', 'fe'] }, {}, 3)).comparison
    expect([
      shortRun.gate.verdict,
      comparisonExitCode(shortRun, null),
      shortRun.conversations[0]?.runs.a.length,
    ]).toEqual([...['not judged', 3, 9]])
    // So does one that is lost on one side alone.
    const alone = (await compareRuns({ slips: ['p', 'fe'] }, {}, 3)).comparison
    expect([alone.gate.verdict, comparisonExitCode(alone, null)]).toEqual(['not judged', 3])
  })
  it('does not open for a crash in one conversation that hides behind a mended one in another', async () => {
    const { comparison } = await compareRuns(
      { worse: ['p', 'ppe'.repeat(10)], mended: ['ppe'.repeat(10), 'p'] },
      {},
      30,
    )
    const { sentence, gate } = comparison
    expect([gate.verdict, gate.rules.find(({ name }) => name === 'lost runs')?.verdict]).toEqual([
      ...['not judged', 'not judged'],
    ])
    expect(sentence).toContain('runs of draft: 10 of 60 could not be judged, on default 10 of 60')
  })
  it('adds no pairs for ever to a conversation that always errors', async () => {
    const untilSure = { pairs: 60, turns: 1_000 }
    const { comparison } = await compareRuns({ gone: ['p', 'e'], stays: ['p', 'p'] }, { untilSure }, 3)
    expect(Math.max(...comparison.conversations.map(({ runs }) => runs.b.length))).toBeLessThan(8)
  })
  it('takes a side that passes and fails for flaky, also where its partners errored', async () => {
    const { comparison } = await compareRuns({ slips: ['ppe', 'ppf'], stays: ['p', 'p'] }, {}, 3)
    const slips = comparison.conversations.find(({ name }) => name === 'slips')
    expect([slips?.verdict, slips?.shown.b?.verdict]).toEqual(['flaky', 'failed'])
  })
  it('is not open where a suite could not be read, and says which', async () => {
    const at = { line: 1, column: 1, length: 1 }
    const problems = [{ file: 'suites/broken.yaml', code: 'yaml-syntax' as const, message: 'x', place: at }]
    const { comparison } = await compareRuns({ stays: ['p', 'p'] }, { problems: problems as never }, 3)
    expect([comparison.gate.verdict, comparisonExitCode(comparison, null)]).toEqual(['not judged', 2])
    expect(comparison.sentence).toBe(
      'It is not settled whether draft may be published: broken suites: suites/broken.yaml.',
    )
  })
  it('keeps to a turn budget on both sides together, and is not open without what did not fit', async () => {
    const within = (turns: number, scripts: Parameters<typeof compareRuns>[0]) =>
      compareRuns(scripts, {}, 2, {}, { turns, timeMs: null })
    const { comparison, order } = await within(5, { fits: ['p', 'p'], waits: ['p', 'p'] })
    const waits = comparison.conversations.find(({ name }) => name === 'waits')
    expect(order).toBe('abbab')
    expect(waits?.reason).toMatch(
      /^no pair .* default not reached in 2 of 2 runs \(turn budget of 5: none is left, and this may take 1\); draft not reached in 1 of 2 runs /,
    )
    expect(comparisonExitCode(comparison, null)).toBe(3)
    const cut = (await within(3, { fits: ['p', 'p'] })).comparison
    expect([cut.gate.verdict, comparisonExitCode(cut, null)]).toEqual(['not judged', 3])
    const whole = (await within(4, { fits: ['p', 'p'] })).comparison
    expect([whole.gate.verdict, comparisonExitCode(whole, null)]).toEqual(['open', 0])
  })
  it('runs the sides one after the other, each beginning in turn', async () => {
    const { order } = await compareRuns({ fine: ['p', 'p'] }, {}, 4)
    expect(order).toBe('abbaabba')
    const both = await compareRuns({ one: ['p', 'p'], other: ['p', 'p'] }, {}, 3)
    expect(both.order).toBe('abbaab' + 'baabba')
  })
  it('begins with b in every second conversation, so that one pair of each tells a cold start from a slow side', async () => {
    const ten = Object.fromEntries(
      Array.from({ length: 10 }, (_, n): [string, [string, string]] => [`c${n}`, ['p', 'p']]),
    )
    const { comparison, order } = await compareRuns(ten, {}, 1)
    expect(order).toBe('abba'.repeat(5))
    const firsts = comparison.conversations.map(
      ({ seen }) => seen?.find(({ level }) => level === 'latency')?.times?.[0]?.first,
    )
    expect(firsts.filter((first) => first === 'b')).toHaveLength(5)
  })
  it('holds no outage of a moment against one side, though conversations that run at once run in step', async () => {
    const twenty = Object.fromEntries(
      Array.from({ length: 20 }, (_, n): [string, [string, string]] => [`c${n}`, ['p', 'p']]),
    )
    // Whichever side asks, the service says the wrong thing from the ninth to the sixteenth turn.
    let turns = 0
    const client = fakeClient((request) => {
      turns += 1
      return echo(turns > 8 && turns <= 16 ? { ...request, message: 'something else' } : request, 0)
    }).client
    const context = { client, reconcile: false }
    const { comparison } = await compareRuns(twenty, { contexts: { a: context, b: context }, concurrency: 8 }, 3)
    expect([comparison.passed.a.passed, comparison.passed.b.passed]).toEqual([56, 56])
    expect(comparison.gate.verdict).toBe('open')
  })
  it('lets either side run first as often beside runs of a with itself, and either of these two', async () => {
    const { order } = await compareRuns({ one: ['p', 'p'], other: ['p', 'p'] }, { calibrate: 'floor' }, 6)
    // The second run of a is the last, the middle and the first of three, in rotation.
    expect(order).toBe(
      ['aba', 'baa', 'aab', 'baa', 'aab', 'aba'].join('') + ['baa', 'aab', 'aba', 'aba', 'baa', 'aab'].join(''),
    )
  })
  it('adds runs where the verdict is open, within the turns it may send', async () => {
    const wavers = { wavers: ['p', 'fpfffpffffff'] as [string, string], fine: ['p', 'p'] as [string, string] }
    const { comparison } = await compareRuns(wavers, { untilSure: { pairs: 24, turns: 1_000 } })
    const [first, second] = comparison.conversations
    expect([first?.name, first?.verdict, second?.name, second?.verdict]).toEqual([
      'wavers',
      'regressed',
      'fine',
      'same',
    ])
    expect(first?.runs.a.length).toBeGreaterThan(6)
    expect(second?.runs.a.length).toBeLessThan(8)
    const short = await compareRuns(wavers, { untilSure: { pairs: 24, turns: 20 } })
    expect(short.comparison.turns).toBeLessThanOrEqual(20)
    expect(short.comparison.conversations[0]?.verdict).toBe('flaky')
  })
  it('measures how much a side differs from itself, and calls nothing within that', async () => {
    const { comparison, order } = await compareRuns(
      { wavers: ['pfpfpfpf', 'ffff'], fine: ['p', 'p'] },
      { calibrate: 'floor' },
      4,
    )
    expect(order.length).toBe(24)
    expect(comparison.noise).toMatchObject({ pairs: 8 })
    expect(comparison.noise?.discordant).toBeGreaterThan(0)
    expect(comparison.conversations.find(({ name }) => name === 'wavers')?.verdict).toBe('flaky')
  })
  it('calls its sides calibrated where they are one', async () => {
    const { comparison } = await compareRuns({ wavers: ['p', 'fp'], fine: ['p', 'p'] }, { calibrate: 'only' })
    expect(comparison.sentence).toBe('default differs from itself in 1 of 6 pairs of runs, in 1 conversation.')
    expect(comparisonExitCode(comparison, null)).toBe(0)
  })
  it('looks away from what is expected to fail, until the day', async () => {
    const expectFail = (until: string) => ({ breaks: `    expected fail: { reason: ticket 7, until: ${until} }\n` })
    const before = await compareRuns({ breaks: ['p', 'f'], fine: ['p', 'p'] }, {}, null, expectFail('2026-07-01'))
    expect(before.comparison.conversations[0]).toMatchObject({ verdict: 'regressed', excused: 'ticket 7' })
    expect(before.comparison.gate.verdict).toBe('open')
    const after = await compareRuns({ breaks: ['p', 'f'], fine: ['p', 'p'] }, {}, null, expectFail('2026-05-01'))
    expect(after.comparison.gate.verdict).toBe('shut')
  })
})

describe('what is excused', () => {
  const excuse = (name: string) => ({ [name]: '    expected fail: { reason: ticket 7, until: 2026-07-01 }\n' })
  it('must be judged all the same, since only failures are excused', async () => {
    const outcome = await compareRuns({ lost: ['p', 'e'], fine: ['p', 'p'] }, {}, null, excuse('lost'))
    expect(outcome.comparison.gate.rules).toContainEqual(
      expect.objectContaining({ name: 'not comparable', verdict: 'broken', seen: '1: "lost"' }),
    )
    expect([outcome.comparison.gate.verdict, comparisonExitCode(outcome.comparison, null)]).toEqual(['not judged', 3])
    const partly = await compareRuns({ partly: ['p', 'pee'], fine: ['p', 'p'] }, {}, 3, excuse('partly'))
    expect([partly.comparison.gate.verdict, comparisonExitCode(partly.comparison, null)]).toEqual(['not judged', 3])
  })
  it('opens no gate where what is new or changed never passed, unless that is excused', async () => {
    const scripts: Parameters<typeof compareRuns>[0] = { asks: ['f', 'f'], stays: ['p', 'p'] }
    const changedSince = (): string => 'main (abc1234)'
    const { comparison } = await compareRuns(scripts, { changedSince })
    expect([comparison.gate.verdict, comparisonExitCode(comparison, null)]).toEqual(['not judged', 4])
    const seen =
      '"asks" is new or changed since main (abc1234), and no run of either side passed: mend the conversation or the agent, or mark it "expected fail"'
    expect(comparison.gate.rules.filter(({ verdict }) => verdict !== 'held')).toEqual([
      { name: 'new conversations', verdict: 'not judged', wanted: 'each passes at least once', seen },
    ])
    expect(comparison.sentence).toBe(`It is not settled whether draft may be published: ${seen}.`)
    expect(comparison.conversations.map((each) => each.changedSince)).toEqual(['main (abc1234)', undefined])
    for (const open of [
      await compareRuns(scripts),
      await compareRuns(scripts, { changedSince }, null, {
        asks: '    expected fail: { reason: it is known, until: 2099-01-01 }\n',
      }),
      await compareRuns({ ...scripts, asks: ['f', 'fffp'] }, { changedSince }, 4),
    ])
      expect(open.comparison.gate.verdict).toBe('open')
  })
  it('may fail on both sides, and is no baseline', async () => {
    const outcome = await compareRuns({ known: ['f', 'f'], fine: ['p', 'p'] }, {}, null, excuse('known'))
    expect(comparisonExitCode(outcome.comparison, null)).toBe(0)
    const alone = await compareRuns({ known: ['p', 'p'], fails: ['f', 'f'] }, {}, null, excuse('known'))
    expect([alone.comparison.gate.verdict, comparisonExitCode(alone.comparison, null)]).toEqual(['not judged', 4])
  })
})

describe('the sentence', () => {
  const sentence = async (...args: Parameters<typeof compareRuns>): Promise<string> =>
    (await compareRuns(...args)).comparison.sentence
  it.each<[string, Record<string, [string, string]>]>([
    ['draft may be published: none of 2 conversations got worse in 3 runs each.', { one: ['p', 'p'], two: ['p', 'p'] }],
    [
      'draft may be published: none of 2 conversations got worse in at least 3 runs each; 1 improved.',
      { one: ['f', 'p'], two: ['p', 'p'] },
    ],
    [
      'No certain break of draft: none of 2 conversations surely got worse in 3 runs each; 1 flaky; "one" failed in 2 of 3 runs of draft alone, and --until-sure goes on until that is certain or is not.',
      { one: ['p', 'ffp'], two: ['p', 'p'] },
    ],
    [
      'draft may be published: none of 2 conversations got worse in 3 runs each; 1 flaky.',
      { one: ['p', 'fpp'], two: ['p', 'p'] },
    ],
    ['Do not publish draft: 1 of 2 conversations got worse ("one"); 1 improved.', { one: ['p', 'f'], two: ['f', 'p'] }],
    [
      'Nothing could be compared: no pair of runs could be judged: draft errored in 3 of 3 runs (it is not known what became of the turn: no answer within 1 ms).',
      { one: ['p', 'e'] },
    ],
    [
      'Nothing could be compared: it is not known what became of the turn: no answer within 1 ms; 6 of 6 runs on default could not be judged; 6 of 6 runs on draft could not be judged.',
      { one: ['e', 'e'], two: ['e', 'e'] },
    ],
    [
      'It is not settled whether draft may be published: 1 conversation could not be compared; all together: judged 3 of 6 pairs, needs 4.',
      { one: ['p', 'e'], two: ['p', 'p'] },
    ],
  ])('%s', async (text, scripts) => {
    expect(await sentence(scripts)).toBe(text)
  })
  it('names the rules that are broken where nothing got worse', async () => {
    expect(await sentence({ one: ['pf', 'pf'] }, { policy: { ...defaultPolicy, passRate: 0.9 } })).toBe(
      'Do not publish draft: pass rate: 33.3 % (1 of 3) (wanted: at least 90 %).',
    )
  })
})

describe('a break that noise might explain', () => {
  it('stays unconfirmed where the conversation never differed from itself, and shuts the gate', async () => {
    const { comparison } = await compareRuns({ breaks: ['p', 'f'] }, { calibrate: 'floor', confirm: false }, 2)
    expect(comparison.conversations[0]).toMatchObject({ verdict: 'changed', certainty: 'unconfirmed' })
    expect(comparison.gate.verdict).toBe('shut')
  })
})
