import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { formatTape } from './format-tape.ts'
import { parseTape, readTape } from './read-tape.ts'
import { tapeOf, turnOf } from './tape.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-tapes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sound = formatTape(tapeOf(turnOf('Hi', 'Hello')))
const problemsOf = (text: string): string => {
  const read = parseTape(text, 'tapes/a.yaml')
  return read.kind === 'broken' ? read.problems.map((each) => formatProblem(each, text)).join('\n') : read.kind
}

describe('a tape file that is none', () => {
  it.each<[string, string, RegExp]>([
    ['empty', '', /^tapes\/a.yaml:1:1: the file is empty .*\n.*hint: record it again: npx tableread record/s],
    ['foreign', 'suite: Orders\nagent: desk\n', /^tapes\/a.yaml:1:1: this is no tape/],
    ['a list', '- 1\n', /^tapes\/a.yaml:1:1: this is no tape/],
    ['HTML', '<!doctype html>\n<p>no: such: page', /^tapes\/a.yaml:\d+:\d+: /],
    ['truncated', sound.slice(0, sound.indexOf('attempts:')), /^tapes\/a.yaml:3:1: a tape needs the key "attempts"/],
    [
      'cut in a request',
      sound.slice(0, sound.indexOf('answer:')),
      /a.yaml:\d+:\d+: an exchange needs a status with one/,
    ],
    ['broken YAML', sound.replace('answered: null', 'answered: [null'), /^tapes\/a.yaml:\d+:\d+: /],
    [
      'with an unknown key',
      sound.replace('answered:', 'answred:'),
      /^tapes\/a.yaml:9:1: a tape has no key "answred".*did you mean "answered"/s,
    ],
    [
      'with a wrong request',
      sound.replace('POST /api', 'FETCH api'),
      /^tapes\/a.yaml:\d+:\d+: "FETCH api.*" is no request/,
    ],
    [
      'with a wrong time',
      sound.replace('ms: 12.5', 'ms: soon'),
      /^tapes\/a.yaml:\d+:\d+: expected milliseconds, but here is text "soon"/,
    ],
    ['an alias bomb', `a: &a [${'x,'.repeat(99)}]\n${'b: &b [*a,*a,*a,*a,*a]\n'}`, /^tapes\/a.yaml:/],
    [
      'a tag that would run code',
      'tableread tape: !!js/function "() => 1"\n',
      /^tapes\/a.yaml:1:17: tags are not used here/,
    ],
  ])('is told where and why: %s', (_, text, expected) => {
    expect(problemsOf(text)).toMatch(expected)
  })
  it('may be of a later Tableread, whatever else is in it', () => {
    expect(parseTape('tableread tape: 9\nunheard of: true\n', 'a.yaml')).toEqual({ kind: 'future', format: 9 })
  })
  it('is not even opened when it is huge', () => {
    const path = join(folder, 'huge.yaml')
    writeFileSync(path, 'tableread tape: 1\n')
    truncateSync(path, 50_000_000)
    expect(readTape(path, 'huge.yaml')).toMatchObject({
      kind: 'broken',
      problems: [{ message: 'the tape has 50 MB, more than 16' }],
    })
  })
  it('may not be there, or be a folder', () => {
    mkdirSync(join(folder, 'folder.yaml'))
    expect(readTape(join(folder, 'none.yaml'), 'none.yaml')).toEqual({ kind: 'none' })
    expect(readTape(join(folder, 'folder.yaml'), 'folder.yaml')).toMatchObject({ kind: 'broken' })
  })
  it('survives every cut and every lost line without an exception', () => {
    const lines = sound.split('\n')
    for (let at = 0; at < sound.length; at += 7) parseTape(sound.slice(0, at), 'a.yaml')
    const kinds = lines.map((_, index) => parseTape(lines.toSpliced(index, 1).join('\n'), 'a.yaml').kind)
    expect(new Set(kinds)).toEqual(new Set(['read', 'broken']))
  })
})
