import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Whatever writes text to a terminal or a log; code that only queries the terminal does not count. */
const sink =
  /\bconsole\s*[.[]|node:console|\b(?:stdout|stderr)\b(?!\.(?:isTTY|columns)\b)|\bemitWarning\b|\bwriteSync\(\s*[12]\b|\/dev\/(?:stdout|stderr|tty)/

/** The only files that may do so, and why. All others print through `src/app/edge/print.ts`. */
const allowed: Readonly<Record<string, string>> = {
  'src/app/edge/print.ts': 'the one way out: finishes every text, so that nothing in it acts',
  'src/app/cli/main.ts': 'hears that an output was closed, or cannot be written, and says that in a line of its own',
  'src/app/cli/own-process.ts': 'asks whether all that was printed has left, and prints nothing',
  'src/app/cli/talks/chat-terminal.ts': 'gives the terminal to readline, which shows what a person types there',
  'src/app/cli/review/review-terminal.ts': 'gives the terminal to readline, which shows what a person types there',
  'src/service/answer/warn-once.ts':
    'a defect of the service itself, as a warning of Node, since a service may be embedded',
  'src/service/agents/tools/program-transport.ts': 'reads what the programs that it starts print, and prints nothing',
  'src/service/app.ts': 'prints what code of agents prints, where whoever embeds the service wants no lines',
  'src/service/agents/code/thread-walls.ts': 'takes what code of agents prints away from both outputs',
  'src/service/agents/code/code-thread.ts': 'reads what the thread of that code prints, and prints nothing',
  'src/base/files/git.ts': 'reads what git says of an error, and prints nothing',
  'src/app/files/import-module.ts':
    'says in the last moment, where nothing else may wait, that a module ended the process',
  'bin/tableread.js': 'prints the version without loading anything',
}

const files = ['src', 'bin'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name)),
)

it('everything printed goes through src/app/edge/print.ts', () => {
  const sinks = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (sink.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line) ? [{ file, index, line }] : [])),
  )
  const strays = sinks.filter(({ file }) => !Object.hasOwn(allowed, file))
  expect(strays.map(({ file, index, line }) => `${file}:${index + 1} ${line.trim()}`)).toEqual([])
  expect(Object.keys(allowed).filter((file) => !sinks.some((each) => each.file === file))).toEqual([])
})

it.each([
  "process.stdout.write('x')",
  'const { stderr } = process',
  'console.log(1)',
  "console['log'](1)",
  'writeSync(1, text)',
])('knows %s', (line) => {
  expect(sink.test(line)).toBe(true)
})
