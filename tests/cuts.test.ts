import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/**
 * Whatever shortens a text for display: code with an ellipsis next to a slice, or a slice as long as only
 * texts are.
 */
const cut =
  /\.(?:slice|substring)\(.*…|….*\.(?:slice|substring)\(|\.(?:slice|substring)\(0, (?:[4-9]\d|\d{3,}|longest)\)/

/**
 * The files that shorten texts themselves, and why. All others use `src/base/privacy/cut.ts`, which redacts
 * before it cuts.
 */
const allowed: Readonly<Record<string, string>> = {
  'src/base/privacy/cut.ts': 'the one that cuts before what is private',
  'src/base/secrets/secret-keys.ts': 'takes back the mark that it put behind a text',
  'src/base/privacy/replace.ts': 'takes back the mark that it put behind a text',
  'src/base/json/quoting.ts': 'values of results, which are redacted before they are reported',
  'src/report/studies/differences.ts': 'words of results, which are redacted before they are compared',
  'src/report/picture/draw-picture.ts': 'lines of redacted results',
  'src/report/markdown/document-markdown.ts': 'a list of lines, each cut at the door',
  'src/app/watch/render-message.ts': 'messages, which are redacted before they are stored',
  'src/app/files/find-suites.ts': 'a list of files',
  'src/compare/mutation/suggest/call-candidates.ts': 'a list',
  'src/compare/mutation/suggest/reply-candidates.ts': 'a list',
  'src/suite/language/matchers/pattern.ts': 'a list',
  'src/import/peers/botium/convo.ts': 'a list',
  'src/import/peers/draft/recognise-peer.ts': 'a list',
  'src/records/snapshots/kept-blueprint.ts': 'names of files, from which keys are taken first',
  'src/app/init/pull-files.ts': 'names of files, from which keys are taken first',
  'src/suite/language/script/expand-script.ts':
    'names of conversations, which are the user’s own; keys are taken out first',
  'src/engine/judge/probe-question.ts':
    'what a probe puts into a question, from which private data is taken before it is sent',
  'src/suite/lint/criteria/check-criteria.ts': 'the begin of a criterion, which is read and not shown',
  'src/compare/attack/find-leak.ts': 'a bound on what is looked through; what is found is redacted with the result',
  'src/service/agents/analyse.ts': 'what the local service answers, no report; keys are taken out first',
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name))

it('every text that is cut is cut before anything private, or after it was redacted', () => {
  const cuts = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (cut.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line) ? [{ file, index, line }] : [])),
  )
  const strays = cuts.filter(({ file }) => !Object.hasOwn(allowed, file))
  expect(strays.map(({ file, index, line }) => `${file}:${index + 1} ${line.trim()}`)).toEqual([])
  expect(Object.keys(allowed).filter((file) => !cuts.some((each) => each.file === file))).toEqual([])
})

it.each(['`${text.slice(0, 59)}…`', 'text.slice(0, 80)', 'text.substring(0, 200)', "'…' + text.slice(-60)"])(
  'knows %s',
  (line) => {
    expect(cut.test(line)).toBe(true)
  },
)
