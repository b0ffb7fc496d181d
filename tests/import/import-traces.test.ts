import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import { looksLikePeers } from '../../src/import/peers/draft/recognise-peer.ts'
import { sessionOf } from '../../src/import/sessions/talk.fixture.ts'
import * as traces from '../../src/import/traces/traces.fixture.ts'
import { runWarm } from '../warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-traces-'))
const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off' }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = (values: readonly unknown[]): string => values.map((each) => `${JSON.stringify(each)}\n`).join('')
const session = sessionOf([said('user', 'Hi'), said('assistant', 'Hello {{name}}', 1)])

beforeAll(() => {
  const { otlp, langfuse, langsmith, privateChat } = traces
  for (const [name, values] of Object.entries({ otlp, langfuse, langsmith, privateChat }))
    writeFileSync(join(folder, `${name}.jsonl`), lines(values))
  writeFileSync(join(folder, 'session.json'), JSON.stringify(session))
  writeFileSync(join(folder, 'convo.convo.txt'), 'hello\n\n#me\nHi\n\n#bot\nHello\n')
})

it('imports traces of several formats at once, says what it took, and the draft runs once it was read', async () => {
  const files = ['otlp.jsonl', 'langfuse.jsonl', 'session.json']
  const { code, err } = await runWarm(['import', '--from', 'auto', ...files, '--keep', 'all', '-o', 'draft.yaml'], {
    folder,
    env,
  })
  expect([code, err]).toEqual([
    0,
    expect.stringContaining(
      'otlp.jsonl: read as otlp\nlangfuse.jsonl: read as langfuse\nsession.json: read as stored sessions\n',
    ),
  ])
  const text = readFileSync(join(folder, 'draft.yaml'), 'utf8')
  expect(text).toContain('# left out: 1 system prompt')
  expect(text).not.toContain('You know the weather')
  writeFileSync(join(folder, 'read.yaml'), text.replace('reviewed: false', 'reviewed: true'))
  const linted = await runWarm(['lint', 'read.yaml', '--no-blueprints'], { folder, env })
  expect(linted.code).toBe(0)
})

it('expects no silence of tools from a chat of WhatsApp, which shows no calls', async () => {
  const chat = `[12/11/23, 9:41:07\u202fAM] Shop: \u200eMessages are end-to-end encrypted.
[12/11/23, 9:41:07\u202fAM] Mia: Where is it?
[12/11/23, 9:42:07\u202fAM] Shop: On its way.
\u200e[12/11/23, 9:43:07\u202fAM] Mia: \u200eimage omitted
[12/11/23, 9:44:07\u202fAM] Shop: Thanks.
`
  writeFileSync(join(folder, 'chat.txt'), chat)
  const flags = ['--agent', 'desk', '--from', 'auto', '-o', 'chat.yaml']
  const { code, err } = await runWarm(['import', 'chat.txt', ...flags], { folder, env })
  expect([code, err]).toEqual([0, expect.stringContaining('chat.txt: read as openai-chat\n')])
  const text = readFileSync(join(folder, 'chat.yaml'), 'utf8')
  expect(text).toContain('# left out: 1 list of calls, which a chat does not show')
  expect(text.match(/- user: .*|reply: .*|calls:.*/g)).toEqual([
    '- user: "Where is it?"',
    'reply: { present: true }',
    '- user: "[image]"',
    'reply: { present: true }',
  ])
})

const asks = { role: 'user', content: 'hi' }
const answers = (more: object) => [asks, { role: 'assistant', content: 'ok 1042', ...more }]
it.each([
  ['an object', answers({ tool_calls: { name: 'cancel', arguments: {} } }), '- cancel: { exactly: {}, phase: during }'],
  ['a text of one', answers({ tool_calls: '{"name":"cancel"}' }), '- cancel: { phase: during }'],
  ['objects by number', answers({ tool_calls: { 0: { name: 'cancel' } } }), '- cancel: { phase: during }'],
  [
    'another key',
    answers({ toolCalls: [{ name: 'cancel', args: { a: 1 } }] }),
    '- cancel: { exactly: { a: 1 }, phase: during }',
  ],
  ['uses', answers({ tool_uses: [{ name: 'cancel', input: {} }] }), '- cancel: { exactly: {}, phase: during }'],
  ['a text', answers({ tool_calls: 'cancel()' }), '# left out: 1 call under tool_calls, which cannot be read'],
  ['a name', answers({ function_call: 'cancel' }), '# left out: 1 call under function_call, which cannot be read'],
  [
    'an output alone',
    [asks, { role: 'tool', tool_call_id: 'q', content: 'x' }, ...answers({}).slice(1)],
    'outputs paired:',
  ],
])('reads calls that are %s, and never rules calls out where it cannot', async (_, messages, line) => {
  writeFileSync(join(folder, 'calls.jsonl'), lines([{ messages }]))
  for (const from of [['--from', 'auto'], []]) {
    const { code, out, err } = await runWarm(['import', 'calls.jsonl', '--agent', 'desk', ...from], { folder, env })
    expect(out).not.toContain('calls: none')
    if (code === 0) expect(out).toContain(line)
    else expect([from, err]).toEqual([[], expect.stringMatching(/--from (?:auto|openai-chat)|expected/)])
  }
})

it('takes a list of calls with nothing in it for none, under any key', async () => {
  writeFileSync(join(folder, 'calls.jsonl'), lines([{ messages: answers({ toolCalls: [], function_call: null }) }]))
  for (const from of [['--from', 'auto'], []]) {
    const { code, out } = await runWarm(['import', 'calls.jsonl', '--agent', 'desk', ...from], { folder, env })
    expect([code, out]).toEqual([0, expect.stringContaining('calls: none')])
  }
})

it.each([[null], [[]], [undefined]])('keeps the turn of a user whose text is %j', async (content) => {
  const second = [
    { role: 'user', content },
    { role: 'assistant', content: 'more 1043' },
  ]
  writeFileSync(join(folder, 'empty.jsonl'), lines([{ messages: [...answers({}), ...second] }, { messages: second }]))
  const { code, out } = await runWarm(['import', 'empty.jsonl', '--agent', 'desk', '--from', 'auto', '--keep', 'all'], {
    folder,
    env,
  })
  expect([code, out.match(/- user: .*|- agent starts.*/g)]).toEqual([
    0,
    ['- user: "hi"', '- user: "[nothing]"', '- user: "[nothing]"'],
  ])
  expect(out).toContain('# left out: 1 message of the user without a text')
})

it('tells with --json as what each file was read', async () => {
  const { out } = await runWarm(['import', '--from', 'auto', 'langsmith.jsonl', '--json'], { folder, env })
  expect(JSON.parse(out)).toMatchObject({ conversations: 1, files: [{ file: 'langsmith.jsonl', format: 'langsmith' }] })
})

it.each([
  ['import otlp.jsonl', 'this is not a session: it looks like otlp', 'import it with --from otlp', 2],
  [
    'import otlp.jsonl --from langsmith',
    'the file looks like otlp (resourceSpans), and not like langsmith',
    'import it with --from otlp',
    2,
  ],
  ['import session.json --from otlp', 'looks like stored sessions', 'leave --from out', 2],
  ['import session-1 --from otlp', 'there is no file or folder session-1', 'name files of otlp', 2],
  [
    'import convo.convo.txt otlp.jsonl --from auto',
    'convo.convo.txt holds scripts of another tool, and otlp.jsonl does not',
    'one after the other',
    2,
  ],
  ['import convo.convo.txt --from auto', '1 conversation', '', 0],
  ['import otlp.jsonl --from jaeger', 'Allowed choices are openai-chat', '', 2],
])('%s', async (line, message, hint, expected) => {
  const { code, err } = await runWarm(line.split(' '), { folder, env })
  expect(err).toContain(message)
  expect(err).toContain(hint)
  expect(code).toBe(expected)
})

it('shows nothing private of a trace, wherever it says something', async () => {
  const { out, err } = await runWarm(
    ['import', '--from', 'auto', 'privateChat.jsonl', '--json', '--recordings', 'r.jsonl'],
    { folder, env },
  )
  for (const each of [out, err, readFileSync(join(folder, 'r.jsonl'), 'utf8')])
    expect(each).not.toMatch(/ermintrude|falkenrath|555 ?12|4711/i)
})

it('takes a session in which a placeholder leaked for a session, and not for a prompt of promptfoo', async () => {
  expect(looksLikePeers([join(folder, 'session.json')])).toBe(false)
  const { code } = await runWarm(['import', 'session.json'], { folder, env })
  expect(code).toBe(0)
})
