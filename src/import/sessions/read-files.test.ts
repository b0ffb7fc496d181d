import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { readFiles } from './read-files.ts'
import { sessionOf } from './talk.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const session = sessionOf([said('user', 'Hi'), said('assistant', 'Hello', 1)])
const envelope = { responseCode: 200, message: 'success', data: session }
const line = JSON.stringify(session)

function read(content: string | Buffer, name = 'sessions.json') {
  writeFileSync(join(folder, name), content)
  const { talks, refused } = readFiles(join(folder, name), (path) => basename(path))
  return {
    talks,
    refused: refused.map(({ origin: { file, line: at, column }, message }) => `${file}:${at}:${column}: ${message}`),
  }
}

describe('readFiles', () => {
  it.each([
    ['the data of a fetch', line, 1],
    ['its answer', JSON.stringify(envelope, null, 2), 1],
    ['with a byte order mark', `\uFEFF${line}`, 1],
    ['a list', JSON.stringify([session, envelope]), 2],
    ['sessions under a key', JSON.stringify({ sessions: [session] }), 1],
    ['JSON lines', `${line}\n\n${JSON.stringify(envelope)}\r\n`, 2],
    ['a dialogue', '{"id":"d","turns":[{"user":"Hi","calls":[],"assistant":"Hello"}]}', 1],
    ['messages of a model', '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}', 1],
  ])('reads %s', (_, content, count) => {
    const { talks, refused } = read(content)
    expect([talks.length, refused]).toEqual([count, []])
  })
  it.each([
    ['empty', ' \n', 'sessions.json:1:1: the file is empty'],
    [
      'with a member twice',
      line.replace('"sessionId":', '"sessionId":"other","sessionId":'),
      'sessions.json:1:1: the member sessionId is given twice',
    ],
    ['cut off', JSON.stringify(envelope, null, 2).slice(0, 200), /^sessions\.json:\d+:\d+: the JSON ends too early/],
    ['broken', '{\n  "transcript": [,]\n}', 'sessions.json:2:18: this is not valid JSON'],
    ['HTML', '<html>\n<body></body></html>', 'sessions.json:1:1: this is a web page'],
    [
      'YAML',
      'suite: Orders\nagent: desk\n',
      'sessions.json:1:1: this is no kind of file that is known: stored sessions and traces are JSON, scripts of other tools YAML, JSON or text',
    ],
    ['TOML', '[tool.x]\na = 1\n', /^sessions\.json:1:1: this is no kind of file that is known/],
    [
      'binary',
      Buffer.from([0, 1, 2, 255, 254]),
      /^sessions\.json:1:1: the file cannot be read: line 1, column 4 has a byte that is no UTF-8/,
    ],
    ['a number', '42', 'sessions.json:1:1: this is no session'],
    ['an empty list', '[]', 'sessions.json:1:1: the list is empty'],
    ['another document', '{ "name": "tableread" }', 'sessions.json:1:1: this is no session: it has no transcript'],
    [
      'the export of a chat app',
      '[{ "uuid": "a", "chat_messages": [{ "sender": "human", "text": "Hi" }] }]',
      'sessions.json:1:2: this is the export of a chat app, whose talks are of another agent',
    ],
    [
      'another',
      '[{ "mapping": { "a": { "message": null } } }]',
      'sessions.json:1:2: this is the export of a chat app, whose talks are of another agent',
    ],
    [
      'an answer that refuses',
      '{"responseCode":404,"errorCode":"sessionNotFound","message":"no such session","data":null}',
      'sessions.json:1:1: the service refused the fetch: no such session',
    ],
    [
      'a result',
      '{"schemaVersion":1,"conversations":[]}',
      'sessions.json:1:1: this is the result of a run, and no session',
    ],
    [
      'a later version',
      '{"schemaVersion":9,"transcript":[]}',
      'sessions.json:1:1: the file has schemaVersion 9, which this Tableread does not know',
    ],
    [
      'an unknown channel',
      JSON.stringify({ ...session, communicationChannelType: 'telegram' }, null, 2),
      /^sessions\.json:9:31: communicationChannelType: expected one of email, .*, but here is "telegram"$/,
    ],
    [
      'an entry without a moment, in a list',
      `[\n${line},\n${line.replace(/,"timestamp":"[^"]*"/, '')}]`,
      /^sessions\.json:3:\d+: transcript\[0\]\.timestamp: expected string, but here is nothing$/,
    ],
  ])('says where and why a file is none: %s', (_, content, message) => {
    const { refused } = read(content)
    expect(refused).toHaveLength(1)
    if (typeof message === 'string') expect(refused[0]).toBe(message)
    else expect(refused[0]).toMatch(message)
  })
  it('gives a place in the file wherever it was cut off', () => {
    const text = JSON.stringify(envelope, null, 2)
    for (let end = 1; end < text.length - 1; end += 7) {
      const { talks, refused } = read(text.slice(0, end))
      const [, line = '', column = ''] = /^sessions\.json:(\d+):(\d+): /.exec(refused[0] ?? '') ?? []
      const lines = text.slice(0, end).split('\n')
      expect([talks.length, refused.length, Number(line) <= lines.length]).toEqual([0, 1, true])
      expect(Number(column)).toBeLessThanOrEqual((lines[Number(line) - 1]?.length ?? 0) + 1)
    }
  })
  it('keeps what is good of JSON lines, and lists the rest', () => {
    const { talks, refused } = read(`${line}\n{"transcript": [\n${line}\n{"a":1}\n`, 'many.jsonl')
    expect(talks).toHaveLength(2)
    expect(refused).toEqual([
      'many.jsonl:2:17: the JSON ends too early: the file was cut off',
      'many.jsonl:4:1: this is no session: it has no transcript',
    ])
  })
  it('keeps entries of a type that is not known out of the talk, and says so', () => {
    const newer = { ...session, transcript: [...session.transcript, { type: 'hologram', shape: 'cube' }] }
    expect(read(JSON.stringify(newer)).talks[0]?.leftOut).toEqual(['an entry of a type that is not known'])
  })
  it('reads JSON lines of 50 MB, and refuses one document of that size', { tags: 'stress' }, () => {
    const long = JSON.stringify(sessionOf([said('user', 'x'.repeat(100_000)), said('assistant', 'Hello', 1)]))
    const large = read(`${long}\n`.repeat(500), 'large.jsonl')
    expect([large.talks.length, large.refused]).toEqual([500, []])
    const one = read(`[\n${`${long},\n`.repeat(500)}${line}]`, 'large.json')
    expect(one).toEqual({
      talks: [],
      refused: ['large.json:1:1: the file has 50 MB, more than a session has (16 MB), and is not JSON lines'],
    })
    const wide = read(`${line}\n"${'x'.repeat(17 * 1024 * 1024)}"\n${line}\n`, 'wide.jsonl')
    expect([wide.talks.length, wide.refused]).toEqual([2, ['wide.jsonl:2:1: the line has more than 16 MB']])
  })
  it('reads the JSON files below a folder, and no others', () => {
    const below = join(folder, 'below')
    mkdirSync(join(below, 'deeper'), { recursive: true })
    writeFileSync(join(below, 'deeper/a.json'), line)
    writeFileSync(join(below, 'b.ndjson'), `${line}\n${line}`)
    writeFileSync(join(below, 'notes.txt'), 'no JSON')
    const { talks, refused } = readFiles(below, (path) => basename(path))
    expect([talks.map(({ origin }) => `${origin.file}:${origin.line}`), refused]).toEqual([
      ['b.ndjson:1', 'b.ndjson:2', 'a.json:1'],
      [],
    ])
  })
})
