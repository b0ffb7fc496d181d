import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideSecrets } from '../../base/privacy/named-secrets.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import { resolveVariables } from '../../suite/language/script/variable-values.ts'
import { looksLikePeers } from './draft/recognise-peer.ts'
import { conversationsOf, importFiles } from './import.fixture.ts'
import { importPeers } from './import-peers.ts'

/** Any text that is not only white space; what the format itself cannot hold is left out. */
const hostile = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'[]{}#:-?!&*|>%@`"\'\\$/ ,aZ0\u0085\u2028\ufeff'), maxLength: 60 }),
    fc.constantFrom(
      'none',
      '{{x}}',
      '{{ x }}}}',
      '{{{{a}}}}',
      '{{braces_1}}',
      `{{${' '.repeat(3_000)}`,
      '{% if %}',
      '# me',
      '? !',
    ),
  )
  .filter((text) => text.trim() !== '' && !/\p{Surrogate}/u.test(text) && !text.includes('\0'))

/** What a suite sends and expects, with its variables filled in. */
function saidIn(draft: ReturnType<typeof importFiles>): unknown[] {
  const [conversation] = conversationsOf(draft.suites[0]?.text ?? '')
  const { values, numerals } = resolveVariables(conversation?.variables ?? { values: {}, numerals: {} }, {})
  const [turn] = fillVariables(conversation?.turns ?? [], values, numerals)
  const { text, items } = turn?.expect?.reply ?? {}
  return [turn?.user?.value, text ?? items?.[0]?.matcher]
}

describe('any text', () => {
  it('comes through Voiceflow as it was', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, message, expected) => {
        const validate = [{ type: 'contains', value: expected }]
        const test = { name, interactions: [{ user: { type: 'text', text: message }, agent: { validate } }] }
        const [user, matcher] = saidIn(importFiles({ 'test.json': JSON.stringify(test) }, 'voiceflow'))
        expect(user).toBe(message)
        expect(matcher).toMatchObject({ kind: 'contains', parts: [{ kind: 'equals', value: expected }] })
      }),
      { seed: 16, numRuns: 150 },
    )
  })

  it('comes through Rasa as it was', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(hostile, hostile, (message, expected) => {
        const steps = [{ user: message }, { bot: expected }]
        const rasa = saidIn(
          importFiles({ 'a.json': JSON.stringify({ test_cases: [{ test_case: message, steps }] }) }, 'rasa'),
        )
        expect(rasa).toMatchObject([message, { parts: [{ value: expected }] }])
      }),
      { seed: 16, numRuns: 100 },
    )
  })

  it('is a convo of Botium or refused, and never breaks a suite', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 6 }), (lines) => {
        const { suites, refused } = importFiles(
          { 'a.convo.txt': `a\n#me\n${lines.join('\n')}\n#bot\n${lines.join('\n')}` },
          'botium',
        )
        expect(suites.length + refused.length).toBeGreaterThan(0)
        expect(refused.filter(({ message }) => message.includes('could not be read'))).toEqual([])
      }),
      { seed: 16, numRuns: 150 },
    )
  })
})

describe('files that are no scripts', () => {
  const cases: [name: string, file: string, content: string | Buffer, message: RegExp, line: number][] = [
    ['an empty file', 'a.convo.txt', ' \n', /^the file is empty/, 1],
    ['a truncated JSON', 'a.json', '{ "convos": [\n { "name": "a', /quote|bracket|ends|end/i, 2],
    ['broken YAML', 'a.yaml', 'test_cases:\n- test_case: a\n  steps: [\n', /./, 3],
    ['a foreign YAML', 'a.yaml', 'services:\n  web: {}\n', /^this is no script of Botium/, 1],
    ['a list where a mapping belongs', 'a.yaml', '- 1\n', /^this is no script/, 1],
    ['a binary file', 'a.convo.txt', Buffer.from([65, 10, 0, 1]), /^the file is no text/, 2],
    ['a file that is no UTF-8', 'a.convo.txt', Buffer.from([65, 10, 66, 0xe4, 10]), /no UTF-8/, 2],
    ['UTF-16', 'a.txt', Buffer.from([0xff, 0xfe, 65, 0]), /UTF-16/, 1],
    ['a spreadsheet', 'a.xlsx', 'PK', /^spreadsheets/, 1],
    ['a text without sections', 'a.txt', 'hello\nworld\n', /^this is no script/, 1],
  ]
  it.each(cases)('refuses %s, with its place', (_, file, content, message, line) => {
    const { suites, refused, aside } = importFiles({ [file]: content })
    expect(suites).toEqual([])
    const [only, second] = [...refused, ...aside]
    expect(second).toBeUndefined()
    expect(only?.message).toMatch(message)
    expect(only?.origin).toMatchObject({ file, line })
  })

  it('refuses 50 MB without reading them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tableread-peers-'))
    try {
      const path = join(folder, 'a.convo.txt')
      writeFileSync(path, '')
      truncateSync(path, 50_000_000)
      const { refused } = importPeers([path], { from: null, agent: null, show: () => 'a.convo.txt' })
      expect(refused[0]?.message).toBe('the file has 50 MB, more than a script has (4 MB)')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('refuses a file whose suite would be too large, as a whole', { tags: 'stress' }, () => {
    const lines = Array.from({ length: 24_000 }, (_, index) => `#me\nhello\n#bot\n!hi $x${index}\n`)
    const { suites, refused } = importFiles({ 'a.convo.txt': `a\n${lines.join('')}` })
    expect([suites.length, refused.map(({ hint }) => hint)]).toEqual([0, ['split the file']])
    expect(refused[0]?.message).toMatch(/^its suite could not be read: the file has \d+ characters, more than 4000000/)
  })

  it('keeps what is good beside what is not', () => {
    const draft = importFiles({
      'good.convo.txt': 'a\n#me\nhello\n#bot\nhi\n',
      'bad.yaml': 'convos: [\n',
      'tests.yml': 'test_cases:\n- {}\n- steps: [{ user: a }, { bot: b }]\n',
    })
    expect(draft.suites.map(({ file, peer }) => [file, peer])).toEqual([
      ['good.convo.txt', 'botium'],
      ['tests.yml', 'rasa'],
    ])
    expect(draft.refused.map(({ origin }) => [origin.file, origin.line])).toEqual([
      ['bad.yaml', 1],
      ['tests.yml', 2],
    ])
  })
})

it('makes names that stand twice in a file differ', () => {
  const convo = { name: 'twice', steps: [{ me: ['a'] }, { bot: ['b'] }] }
  const draft = importFiles({ 'a.json': JSON.stringify({ convos: [convo, convo] }) })
  expect(conversationsOf(draft.suites[0]?.text ?? '').map(({ name }) => name.value)).toEqual(['twice', 'twice (2)'])
})

it('tells scripts of peers from other files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-peers-'))
  try {
    writeFileSync(join(folder, 'session.json'), '{ "sessionId": "1", "transcript": [] }')
    expect(looksLikePeers([folder])).toBe(false)
    writeFileSync(join(folder, 'b.convo.txt'), 'a\n#me\nhello\n')
    expect(looksLikePeers([folder])).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('hides keys, and what stands after names that say it is a secret', () => {
  expect(hideSecrets('UPDATE_CUSTOM HEADER|Authorization|Bearer abc123', '(hidden)')).toBe(
    'UPDATE_CUSTOM HEADER|Authorization|Bearer (hidden)',
  )
  expect(hideSecrets('{"apiKey":"VF.DM.1","name":"a"}', '(hidden)')).toBe('{"apiKey":"(hidden)","name":"a"}')
  expect(hideSecrets('use sk-abcdefghijklmnop1234 here', '(hidden)')).toBe('use (hidden) here')
  expect(hideSecrets('INTENT greeting', '(hidden)')).toBe('INTENT greeting')
})

it('leaves no secret of a hook in the suite or the report', () => {
  const draft = importFiles({
    'a.convo.txt': 'a\n#begin\nUPDATE_CUSTOM HEADER|api_key|s3cr3t\n#me\n{"text": "hi", "token": "s3cr3t"}\n#bot\nhi\n',
  })
  expect(JSON.stringify(draft)).not.toContain('s3cr3t')
  expect(draft.suites[0]?.notes).toHaveLength(2)
})
