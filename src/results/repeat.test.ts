import { describe, expect, it } from 'vitest'
import { echo, fakeClient, plansOf, type Script } from './fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

const timeout = { kind: 'timed out', limitMs: 1 } as const

/** Plays attempts of one turn: `p` passes, `f` fails, `e` is errored. */
async function perform(repeat: string, attempts: string, mark = '') {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: talks\n    repeat: ${repeat}\n${mark}    turns: [{ user: hi, expect: { reply: You said hi } }]\n`
  const play: Script = (request, turn) => {
    const what = attempts[turn]
    return what === 'e' ? timeout : echo(what === 'f' ? { ...request, message: 'bye' } : request, 0)
  }
  const { client, sent } = fakeClient(play)
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(
    { ...plan, relaxed: new Set(['message echoed']) },
    { client, reconcile: false },
  )
  return { ...result, ran: sent.length, sessions: sent.map(({ sessionId }) => sessionId) }
}

describe('a repeated conversation', () => {
  it.each([
    // repeat, what the attempts would give, verdict, how many ran
    ['{ times: 3 }', 'ppp', 'passed', 3],
    ['{ times: 3 }', 'ppf', 'flaky', 3],
    ['{ times: 3 }', 'pfp', 'flaky', 2],
    ['{ times: 3 }', 'fpp', 'flaky', 2],
    ['{ times: 3 }', 'fff', 'failed', 3],
    ['{ times: 5, pass: 4 }', 'ppfpp', 'passed', 5],
    ['{ times: 5, pass: 2 }', 'ppppp', 'passed', 2],
    ['{ times: 5, pass: 3 }', 'fffff', 'failed', 5],
    ['{ times: 5, pass: 3 }', 'ffffp', 'flaky', 5],
    ['{ times: 5, pass: 3 }', 'pffff', 'flaky', 4],
    ['{ times: 3, pass: 3 }', 'ppe', 'errored', 3],
    ['{ times: 3, pass: 2 }', 'pep', 'passed', 3],
    ['{ times: 3, pass: 2 }', 'eff', 'flaky or failed', 3],
    ['{ times: 2 }', 'ee', 'errored', 2],
  ])('%s with %s is %s after %i', async (repeat, attempts, verdict, ran) => {
    const result = await perform(repeat, attempts)
    expect([verdict.split(' or ').includes(result.verdict), result.ran, result.verdict]).toEqual([
      true,
      ran,
      result.verdict,
    ])
  })
  it('begins each attempt in a session of its own', async () => {
    expect((await perform('{ times: 3 }', 'ppp')).sessions).toEqual([undefined, undefined, undefined])
  })
  it('says how many passed, how sure that is, and shows an attempt that tells why', async () => {
    const result = await perform('{ times: 5, pass: 4 }', 'ppfpp')
    expect(result.reason).toBe('4 of 5 attempts passed, 4 of 5 must; 95 % interval 28 to 99 %; 5 in a row: 33 %')
    expect(result.turns[0]?.verdict).toBe('passed')
    expect((await perform('{ times: 3 }', 'pfp')).turns[0]?.verdict).toBe('failed')
    expect(result.attempts).toMatchObject({ passed: 4, failed: 1, unjudged: 0 })
  })
  it('can be expected to fail, flaky or not', async () => {
    const mark = '    expected fail: { reason: ticket 7 }\n'
    expect((await perform('{ times: 2 }', 'pf', mark)).verdict).toBe('expected fail')
    expect((await perform('{ times: 2 }', 'pp', mark)).reason).toContain('take "expected fail" out')
  })
})
