import type { YamlReading } from '../../../suite/yaml/read-yaml.ts'

/** A file to import, read: `name` is how messages show it, `document` what it says where it is YAML or JSON. */
export interface SourceFile {
  path: string
  name: string
  text: string
  document: YamlReading | null
}

/** Gives a file that another one names, by its path relative to that one; null when it cannot be read. */
export type OpenBeside = (from: SourceFile, path: string) => SourceFile | null
