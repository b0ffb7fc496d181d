import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { runChat } from './run-chat.ts'
import type { SimulatedPart } from './screen.ts'
import { type FakeAgent, type FakeDesk, fakeDesk, linesOf } from './talk.fixture.ts'

/** Asks for the order number, and refunds once it has it. */
const refunds: FakeAgent = ({ message = '' }) => {
  const order = /\d{4}/.exec(message)?.[0]
  const own = said('user', message)
  if (order === undefined) return [own, said('assistant', 'What is your order number?')]
  return [
    own,
    called('issue_refund', 'c-1', { order_id: order }),
    gave('issue_refund', 'c-1'),
    said('assistant', 'Done.'),
  ]
}

function partOf(user: string, more = ''): SimulatedPart {
  const text = `suite: S
agent: desk
conversations:
  - name: gets a refund
${more.replace(/^(?=.)/gm, '    ')}
    simulated user:
      wants: a refund for order {order}
      knows: { order: "1042", email: asha@example.com }
      opens with: I want a refund
      done when: { calls: [issue_refund] }
${user.replace(/^/gm, '      ')}
`
  const parsed = parseScript(text, 's.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const defaults = { versions: ['draft'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  const [plan] = planScript(parsed.script, defaults)
  if (plan === undefined) throw new Error('no plan')
  return { plan, context: { reconcile: false } }
}

interface Attended {
  agent?: FakeAgent
  user?: string
  more?: string
  interactive?: boolean
  /** How the service answers what only the local one has. */
  local?: () => Promise<unknown>
}

async function attend(
  lines: string[],
  { agent = refunds, user = '', more = '', interactive = false, local }: Attended = {},
) {
  const simulated = partOf(user, more)
  const fake = fakeDesk(agent, interactive)
  const desk: FakeDesk = { ...fake, client: { ...fake.client, local } as FakeDesk['client'], simulated }
  const { metadata, version } = simulated.plan
  const end = await runChat({ agent: 'desk', version, metadata }, linesOf(...lines), desk)
  return { end, shown: desk.shown(), sent: desk.asked.map(({ message }) => message), desk }
}

describe('a talk that a person may take over', () => {
  it('sends what the user would say where nothing else is entered, and goes on with the person alone once it is over', async () => {
    const { end, sent, shown, desk } = await attend(['', '', 'thanks'])
    expect([end, sent]).toEqual(['quit', ['I want a refund', 'Order: 1042.', 'thanks']])
    expect(new Set(desk.asked.slice(1).map(({ sessionId }) => sessionId))).toEqual(new Set(['s-1']))
    expect(shown.replace(/^ {2}(?:\d+ ms|call).*\n/gm, '')).toBe(
      `  would say: I want a refund
> I want a refund
What is your order number?
  would say: Order: 1042.
> Order: 1042.
Done.
the simulated user has what it wants: a refund for order 1042
  from here on you speak yourself; /new restarts the simulated user
> thanks
What is your order number?
  1 ms, 0 ms by the transcript`,
    )
  })

  it('sends nothing before the person lets it', async () => {
    const { sent, shown } = await attend([])
    expect([sent, shown]).toEqual([[], '  would say: I want a refund'])
  })

  it('says what is typed instead, and has not said what it meant to', async () => {
    const user = `repeats at most: 1
answers: [{ when: order number, says: It is the last one }, { when: never, says: never }]`
    const { sent, shown } = await attend(['', 'what?', 'hm', '', ''], { user })
    expect(sent).toEqual(['I want a refund', 'what?', 'hm', 'It is the last one'])
    expect(shown.match(/would say: It is the last one/g)).toHaveLength(3)
    expect(shown).toContain('would give up: the agent says the same again and again: "What is your order number?"')
    expect(shown).toContain('the simulated user gives up: the agent says the same')
  })

  it('takes back a slip and a question without an answer that the person spoke for', async () => {
    const always: FakeAgent = ({ message = '' }) =>
      /blue/.test(message) ? refunds({ message: '1042' } as never) : 'Which colour?'
    const { shown, end } = await attend(['', 'The blue one'], { agent: always, user: 'slips: question back' })
    expect([end, shown.includes('has what it wants')]).toEqual(['quit', true])
    const unheard = await attend(['', '', '', '', '', ''], { agent: always, user: 'patience: 2 turns' })
    expect(unheard.shown).toContain(
      'answers what is asked: nothing on its card answers what turn 1 asked: "Which colour?"',
    )
  })

  it('does not open again, and tells no fact twice, where the person opened', async () => {
    const { sent } = await attend(['Hi, my email is asha@example.com', '', ''], { user: 'reveals: one a turn' })
    expect(sent).toEqual(['Hi, my email is asha@example.com', 'Order: 1042.'])
  })

  it('goes on by itself with /auto, and leaves everything to the person with /me', async () => {
    expect((await attend(['/auto'])).sent).toEqual(['I want a refund', 'Order: 1042.'])
    const mine = await attend(['/me', '', 'hello', '/me', ''])
    expect(mine.sent).toEqual(['hello', 'Order: 1042.'])
    expect(mine.shown.match(/would say: /g)).toHaveLength(2)
    expect((await attend(['/me', '/auto'])).sent).toEqual(['I want a refund', 'Order: 1042.'])
  })

  it('lets the person go on where it would end by a mistake of its own', async () => {
    const user = 'answers: [{ when: order number, says: "goodbye" }]'
    const ends = await attend(['', '', 'still there?'], { user })
    expect(ends.shown).toContain('would end here through its own mistake: no early stop: it ends the talk')
    expect(ends.shown).toContain('the simulated user at turn 2, no early stop')
    expect(ends.sent).toEqual(['I want a refund', 'still there?'])
    const goes = await attend(['', 'It is 1042'], { user })
    expect([goes.sent.at(-1), goes.shown.includes('has what it wants')]).toEqual(['It is 1042', true])
  })

  it('begins anew with /new, /version and /metadata, and says with /again what was said so far', async () => {
    const { desk, end } = await attend(['', '/version 2', 'mine', '/again', '/metadata tier=gold', ''])
    expect(end).toBe('quit')
    expect(desk.asked.map((each) => [each.sessionId ?? 'new', each.agentVersion, each.message, each.metadata])).toEqual(
      [
        ['new', 'draft', 'I want a refund', undefined],
        ['new', 2, 'mine', undefined],
        ['new', 2, 'mine', undefined],
        ['new', 2, 'I want a refund', { given: 'tier=gold' }],
      ],
    )
  })

  it('shows a history that the trusted version was asked, and says it to no other session', async () => {
    const more = 'history: [{ user: hi }, { agent: How can I help? }]'
    const local = async () => ({ ok: false, failure: { kind: 'blocked', reason: 'nothing else leaves' }, timeMs: 0 })
    const { shown, sent, end, desk } = await attend(['1042', '/again', '/trace'], { more, local })
    expect([end, sent]).toEqual(['unanswered', ['hi', '1042']])
    expect(desk.asked.map(({ agentVersion }) => agentVersion)).toEqual(['default', 'draft'])
    expect(shown).toMatch(/^ {2}its history:\n> hi\nWhat is your order number\?\n {2}would say: [^\n]*\n> 1042\n/)
    expect(shown).toMatch(/> \/again\n[^\n]*nothing else leaves[\s\S]*the talk stays where it was$/)
  })

  it('sends the turns in writing first, with what they say, and tells what is broken without ending for it', async () => {
    const more = `metadata: { tier: gold }
every turn: { reply: { not: { contains: order number } } }
turns: [{ user: hello, metadata: { page: cart }, expect: { reply: { contains: Hi } } }]`
    const { desk, sent, shown } = await attend(['', ''], { more })
    expect(sent).toEqual(['hello', 'I want a refund', 'Order: 1042.'])
    expect(desk.asked[0]?.metadata).toEqual({ tier: 'gold', page: 'cart' })
    expect(shown).toMatch(/^> hello\nWhat is your order number\?\n.*\n {2}line 7: [^>]*Hi/)
    expect(shown.match(/line 6: /g)?.length).toBeGreaterThanOrEqual(2)
    expect(shown).toContain('the simulated user has what it wants')
  })

  it('ends a pipe where nothing answers, and leaves a terminal where it was', async () => {
    const down: FakeAgent = ({ message }) => (message === 'I want a refund' ? { kind: 'timed out', limitMs: 9 } : 'ok')
    const pipe = await attend(['', 'b'], { agent: down })
    expect([pipe.end, pipe.sent]).toEqual(['unanswered', ['I want a refund']])
    const terminal = await attend(['', 'b'], { agent: down, interactive: true })
    expect([terminal.end, terminal.sent]).toEqual(['quit', ['I want a refund', 'b']])
  })

  it.each([
    ['/atuo', 'there is no command /atuo\n  did you mean /auto?'],
    ['/again', 'there is no message to say again\n  say something first'],
    ['/version drft', '"drft" is not an agent version\n  did you mean draft?'],
    ['/say', 'there is nothing to say\n  write /say and the words'],
  ])('tells a pipe at the end that %s could not be carried out', async (entered, message) => {
    const { end, shown, sent } = await attend([entered])
    expect([end, sent, shown]).toEqual(['mistaken', [], `  would say: I want a refund\n> ${entered}\n${message}`])
  })

  it('says of /auto and /me where there is no simulated user, or its talk is over', async () => {
    const over = await attend(['/auto', '/me'])
    expect([over.end, over.shown.includes('the talk of the simulated user is over')]).toEqual(['mistaken', true])
    const desk = fakeDesk(refunds)
    expect(await runChat({ agent: 'desk', version: 'draft', metadata: {} }, linesOf('/auto'), desk)).toBe('mistaken')
    expect(desk.shown()).toContain('there is no simulated user here')
  })
})
