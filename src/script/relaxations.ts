import type { LawName } from '../base/law-name.ts'
import { lawNames } from '../base/law-name.ts'
import { dictionary, type NamedEntry } from '../grammar/dictionary.ts'
import { refuseUnknownKey } from '../grammar/record.ts'
import { text } from '../grammar/scalar.ts'
import type { Shape } from '../grammar/shape.ts'

/** Transcript laws that do not hold, each by its name with a reason. */
export const relaxations: Shape<NamedEntry<string>[]> = {
  read(node, reading) {
    const read = dictionary('laws', text).read(node, reading)
    const unknown = read?.filter(({ name }) => !lawNames.includes(name as LawName)) ?? []
    for (const { name, at } of unknown) refuseUnknownKey(reading, name, at, 'laws', lawNames)
    return unknown.length > 0 ? undefined : read
  },
  schema: () => ({
    type: 'object',
    properties: Object.fromEntries(lawNames.map((name) => [name, { type: 'string' }])),
    additionalProperties: false,
  }),
}
