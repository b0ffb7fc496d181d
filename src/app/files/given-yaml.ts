import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearHint } from '../../base/files/near-path.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { type Reading, refuse, type Shape } from '../../suite/yaml/shape.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { showPath } from './find-suites.ts'
import { readGiven } from './given-files.ts'

export interface GivenYaml<T> {
  /** Undefined if the file is too broken to go on with. */
  value: T | undefined
  /** Reports another problem at its place: an unknown name, say. */
  refuse(at: Place, message: string, hint: string): void
  /** @throws UsageError with all problems, each with its excerpt */
  insistSound(): void
}

interface GivenWords {
  /** The path as messages show it. @default as that of a suite */
  displayPath?: string
  /** The hint for an empty file: what belongs into it. */
  hint?: string
  /** The error for a missing file. */
  missing: { message: string; hint: string }
}

/** `insistSound` throws what the shape and the caller refuse. @throws UsageError for what is no readable YAML */
export function readGivenYaml<T>(path: string, shape: Shape<T>, words: GivenWords): GivenYaml<T> {
  const { displayPath = showPath(path, process.cwd()), hint = 'fill it in, or take it out', missing } = words
  if (!existsSync(path)) throw new UsageError(missing.message, nearHint(resolve(path)) ?? missing.hint)
  const content = readGiven(path, displayPath)
  const yaml = readYaml(content, displayPath, hint)
  if (!yaml.ok) throw brokenFiles(yaml.problems, () => content)
  const reading: Reading = { file: displayPath, problems: [] }
  return {
    value: shape.read(yaml.root, reading),
    refuse: (at, message, hint) => void refuse(reading, 'wrong-value', at, message, hint),
    insistSound() {
      if (reading.problems.length > 0) throw brokenFiles(reading.problems, () => content)
    },
  }
}
