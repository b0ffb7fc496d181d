import { statSync } from 'node:fs'
import { readText } from '../../base/read-file.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { type Tape, tapeFormat } from './tape.ts'
import { tapeShape } from './tape-shape.ts'

/** A tape, none, or why the file cannot be replayed. `future`: a later Tableread wrote it. */
export type TapeRead =
  | { kind: 'read'; tape: Tape }
  | { kind: 'none' }
  | { kind: 'future'; format: number }
  | { kind: 'broken'; problems: Problem[]; text: string }

/** In bytes; a longer file is not even opened. */
const largest = 16_000_000

/** Reads a tape file. `shown` is its path as messages have it. @throws Error of the file system other than that there is no such file */
export function readTape(path: string, shown: string): TapeRead {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'none' }
  if (!stats.isFile()) return broken(shown, 'unreadable', 'this is no file', 'move it away')
  if (stats.size > largest) {
    const megabytes = Math.round(stats.size / 1_000_000)
    return broken(shown, 'too-large', `the tape has ${megabytes} MB, more than ${largest / 1_000_000}`, again)
  }
  return parseTape(readText(path, largest).replace(/^\uFEFF/, ''), shown)
}

/** Reads the text of a tape file. */
export function parseTape(text: string, file: string): Exclude<TapeRead, { kind: 'none' }> {
  const yaml = readYaml(text, file)
  if (!yaml.ok) return { kind: 'broken', problems: yaml.problems.map(forTapes), text }
  const format = formatOf(yaml.root)
  if (format === undefined) {
    const message = 'this is no tape: it does not begin with "tableread tape:"'
    return { kind: 'broken', problems: [{ code: 'missing-key', file, at: yaml.root.at, message, hint: again }], text }
  }
  if (format > tapeFormat) return { kind: 'future', format }
  const reading: Reading = { file, problems: [] }
  const tape = tapeShape.read(yaml.root, reading)
  return tape === undefined ? { kind: 'broken', problems: reading.problems, text } : { kind: 'read', tape }
}

const again = 'record it again: tableread record'

/** The format number, which a tape of any format has. */
function formatOf(root: YamlNode): number | undefined {
  const entry = root.kind === 'map' ? root.entries.find(({ key }) => key === 'tableread tape') : undefined
  const value = entry?.value.kind === 'scalar' ? entry.value.value : undefined
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

function broken(file: string, code: Problem['code'], message: string, hint: string): TapeRead {
  return { kind: 'broken', problems: [{ code, file, at: { line: 1, column: 1, length: 1 }, message, hint }], text: '' }
}

/** Replaces hints that are meant for suites. */
function forTapes(problem: Problem): Problem {
  return problem.code === 'empty-file' || problem.code === 'too-large' ? { ...problem, hint: again } : problem
}
