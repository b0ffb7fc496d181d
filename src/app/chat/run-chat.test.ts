import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { runChat } from './run-chat.ts'
import { type FakeAgent, type FakeDesk, fakeDesk, linesOf, refusal } from './talk.fixture.ts'

const begin = { agent: 'desk', version: 'draft', metadata: {} }
const echo: FakeAgent = ({ message = 'Welcome.', agentVersion }) => `${agentVersion} heard ${message}`
const talk = async (desk: FakeDesk, ...lines: string[]) => ({
  end: await runChat(begin, linesOf(...lines), desk),
  shown: desk.shown(),
})
const sessions = ({ asked }: FakeDesk) =>
  asked.map(({ sessionId, agentVersion, message }) => [sessionId ?? 'new', agentVersion, message ?? null])

describe('runChat', () => {
  it('goes on in one session, inline and addressed to nobody', async () => {
    const desk = fakeDesk(echo)
    const { end, shown } = await talk(desk, 'hello', '', 'bye')
    expect([end, sessions(desk)]).toEqual([
      'quit',
      [
        ['new', 'draft', 'hello'],
        ['s-1', 'draft', 'bye'],
      ],
    ])
    expect(desk.asked[0]).toEqual({
      doReturnResponse: true,
      agentName: 'desk',
      agentVersion: 'draft',
      message: 'hello',
    })
    expect(shown).toBe(
      '> hello\ndraft heard hello\n  1 ms, 0 ms by the transcript\n> bye\ndraft heard bye\n  1 ms, 0 ms by the transcript',
    )
  })
  it('lets the agent open, and begins with the user where it does not', async () => {
    const opens = { ...fakeDesk(echo), agentMayOpen: true }
    expect((await talk(opens, 'hi')).shown).toMatch(/^draft heard Welcome\.\n/)
    expect(sessions(opens)[1]?.[0]).toBe('s-1')
    const refuses = {
      ...fakeDesk((request) => (request.message === undefined ? refusal(400, 'messageRequired', 'no') : 'Hi.')),
      agentMayOpen: true,
    }
    const { end, shown } = await talk(refuses, 'hi')
    expect([end, shown.split('\n')[0]]).toEqual(['quit', '  the agent does not open; you begin'])
    const silent = { ...fakeDesk((request) => (request.message === undefined ? [] : 'Hi.')), agentMayOpen: true }
    await talk(silent, 'hi')
    expect(sessions(silent)[1]?.[0]).toBe('new')
  })
  it('ends a pipe at the first message that nothing answers, and not a terminal', { tags: 'slow' }, async () => {
    const broken: FakeAgent = ({ message }) => (message === 'b' ? { kind: 'timed out', limitMs: 1_000 } : 'ok')
    const pipe = fakeDesk(broken)
    const { end, shown } = await talk(pipe, 'a', 'b', 'c')
    expect([end, pipe.asked.length]).toEqual(['unanswered', 2])
    expect(shown).toContain(
      'it is not known what became of the turn: no answer within 1000 ms\n  the stored session does not',
    )
    expect(shown).toContain('\n  raise it with --time-limit, if the agent is known to be slow')
    const terminal = fakeDesk(broken, true)
    expect([(await talk(terminal, 'a', 'b', 'c')).end, terminal.asked.length]).toEqual(['quit', 3])
  })
  it('says the last message anew in a fresh session, after those before it', async () => {
    const desk = fakeDesk(echo)
    await talk(desk, 'a', 'b', '/again', 'c')
    expect(sessions(desk)).toEqual([
      ['new', 'draft', 'a'],
      ['s-1', 'draft', 'b'],
      ['new', 'draft', 'a'],
      ['s-2', 'draft', 'b'],
      ['s-2', 'draft', 'c'],
    ])
  })
  it('says again what nothing answered, and stays where it was when that fails', async () => {
    let down = true
    const desk = fakeDesk(({ message }) => (message === 'b' && down ? { kind: 'aborted' } : 'ok'), true)
    async function* lines() {
      yield* ['a', 'b', '/again']
      down = false
      yield* ['/again', 'c']
    }
    await runChat(begin, lines(), desk)
    expect(sessions(desk).map(([session, , message]) => `${session} ${message}`)).toEqual([
      ...['new a', 's-1 b', 'new a', 's-2 b', 'new a', 's-3 b', 's-3 c'],
    ])
    expect(desk.shown()).toContain('this was turn 2 of a fresh session; the talk stays where it was')
  })
  it('begins anew with /new, /version and /metadata', async () => {
    const desk = fakeDesk(echo)
    await talk(desk, 'a', '/new', 'b', '/version 2', 'c', '/metadata tier=gold', 'd', '/metadata', '/version')
    expect(sessions(desk)).toEqual([
      ['new', 'draft', 'a'],
      ['new', 'draft', 'b'],
      ['new', 2, 'c'],
      ['new', 2, 'd'],
    ])
    expect(desk.asked[3]?.metadata).toEqual({ given: 'tier=gold' })
    expect(desk.shown()).toMatch(/given=tier=gold\n> \/version\n2$/)
  })
  it('shows what another version answers, in a session of its own', async () => {
    const desk = fakeDesk(echo)
    const { end, shown } = await talk(desk, 'a', 'b', '/diff', 'c')
    expect([end, sessions(desk).slice(2)]).toEqual([
      'quit',
      [
        ['new', 'default', 'a'],
        ['s-2', 'default', 'b'],
        ['s-1', 'draft', 'c'],
      ],
    ])
    expect(shown).toContain(
      'draft\n  draft heard b\n    1 ms, 0 ms by the transcript\ndefault\n  default heard b\n    1 ms, 0 ms by the transcript\n1 earlier turn differs too\n~ reply: [-draft-]{+default+} heard b',
    )
  })
  it('tells where the other version stopped', async () => {
    const desk = fakeDesk(({ agentVersion, message = '' }) =>
      agentVersion === 9 && message === 'b' ? refusal(404, 'agentVersionNotFound', 'no version 9') : 'ok',
    )
    const { end, shown } = await talk(desk, 'a', 'b', '/diff 9')
    expect(end).toBe('unanswered')
    expect(shown).toContain(
      '9 gave no answer to turn 2\nthe service refused the turn: 404 agentVersionNotFound: no version 9',
    )
  })
  it.each([
    ['/sav', 'there is no command /sav\n  did you mean /save?'],
    ['/version drft', '"drft" is not an agent version\n  did you mean draft?'],
    ['/diff', 'there is no answer to compare yet\n  say something first'],
    ['/again', 'there is no message to say again\n  say something first'],
    ['/save', 'not saved: this desk keeps nothing\n  none'],
    ['/say', 'there is nothing to say\n  write /say and the words'],
  ])('tells a pipe at the end that %s could not be carried out', async (entered, message) => {
    const pipe = await talk(fakeDesk(echo), entered)
    expect([pipe.end, pipe.shown]).toEqual(['mistaken', `> ${entered}\n${message}`])
    expect((await talk(fakeDesk(echo, true), entered)).end).toBe('quit')
  })
  it('presses buttons by their number, and ends with /quit', async () => {
    const desk = fakeDesk(({ message = '' }) => [
      said('user', message),
      said('assistant', [
        { type: 'text', text: 'Shall I?' },
        { type: 'button', text: 'Yes', payload: 'y' },
      ]),
    ])
    const { shown } = await talk(desk, 'a', '1', '/quit', 'never')
    expect(desk.asked.map(({ message }) => message)).toEqual(['a', 'Yes'])
    expect(shown).toContain('Shall I?\n  [1] Yes\n')
  })
  it('names the agent that was meant, where the service lists it', async () => {
    const desk = fakeDesk(() => refusal(404, 'agentNotFound', 'there is no such agent'))
    await runChat({ ...begin, agent: 'dsk' }, linesOf('a'), desk)
    expect(desk.shown()).toContain('the service lists no agent dsk: did you mean desk?')
  })
})
