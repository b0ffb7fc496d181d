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
