import { dictionary, type NamedEntry } from '../../suite/yaml/dictionary.ts'
import type { Placed } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { placed, text, wholeNumber } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { type StatedVersion, versionShape } from './version-shape.ts'

const fields = {
  name: required('agent', text, 'The name that triggers use.'),
  agentId: required('id', text, 'The id that blueprints list.'),
  published: optional('published', placed(wholeNumber(0)), 'The version that default means.'),
  versions: required('versions', dictionary('versions', versionShape), 'The numbered versions.'),
  draft: optional('draft', versionShape, 'The latest saved draft.'),
}

/** The content of an agent's file. */
export interface StatedAgent {
  name: string
  agentId: string
  published?: Placed<number>
  versions: NamedEntry<StatedVersion>[]
  draft?: StatedVersion
}

/** The file of an agent. */
export const agentShape: Shape<StatedAgent> = record('an agent', fields)
