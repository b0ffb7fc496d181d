import { isBlank } from '../../base/is-blank.ts'
import { suggest } from '../../base/suggest.ts'
import type { Placed } from '../yaml/place.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import { fillText, namesIn } from './fill-text.ts'
import { isGivenName } from './given-values.ts'
import { resolveVariables, type Variables } from './variable-values.ts'

/**
 * The name of a conversation with its variables filled in. It tells the conversation from others in every run, so that it
 * takes variables and parameters, and nothing that differs from run to run: no version, environment or made-up value.
 */
export function fillName(name: Placed<string>, written: Variables, reading: Reading): Placed<string> {
  if (!name.value.includes('{{')) return name
  const { values, numerals } = resolveVariables(written, {})
  for (const used of namesIn(name.value)) {
    if (Object.hasOwn(values, used)) {
      const changing = namesIn(values[used]).find(changes)
      if (changing !== undefined) refuseChanging(changing, name, reading)
    } else if (changes(used)) refuseChanging(used, name, reading)
    else {
      const near = suggest(used, Object.keys(values))
      const hint = near === undefined ? 'give it under variables: or parameters:' : `did you mean {{${near}}}?`
      refuse(
        reading,
        'unknown-variable',
        name.at,
        `nothing gives {{${used}}} a value for the name of a conversation`,
        hint,
      )
    }
  }
  const filled = fillText(name.value, values, numerals)
  if (isBlank(filled))
    refuse(reading, 'wrong-value', name.at, `the name is empty, since ${name.value} is`, 'write a word beside it')
  return { value: filled, at: name.at }
}

function changes(name: string): boolean {
  return name === 'version' || isGivenName(name)
}

function refuseChanging(name: string, { at }: Placed<string>, reading: Reading): void {
  const message = `a conversation has one name in every run, and {{${name}}} differs from run to run`
  refuse(reading, 'wrong-value', at, message, 'take variables and parameters with fixed values into names')
}
