import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Shape } from '../../suite/yaml/shape.ts'

/** Reads a fragment of a suite as a test writes it. @throws when it is not valid */
export function readPiece<T>(shape: Shape<T>, yaml: string): T {
  const read = readYaml(yaml, 'test.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const reading = { file: 'test.yaml', problems: [] }
  const value = shape.read(read.root, reading)
  if (value === undefined) throw new Error(JSON.stringify(reading.problems))
  return value
}
