import { didYouMean } from '../base/did-you-mean.ts'
import type { Place } from '../grammar/place.ts'
import { type Reading, refuse } from '../grammar/shape.ts'
import { isGivenName, madeUpNames } from './given-values.ts'
import { mentionsOf } from './mentions.ts'
import type { Script } from './script.ts'
import { variablePattern } from './variables.ts'

/** Refuses every `{{name}}` that neither `variables` nor an earlier `capture` gives, with a did-you-mean. */
export function checkVariables(script: Script, reading: Reading): void {
  const suite = ['version', ...Object.keys(script.variables ?? {})]
  checkTexts(script.everyTurn, suite, script.suite.at, reading)
  for (const conversation of script.conversations) {
    const known = [...suite, ...Object.keys(conversation.variables ?? {})]
    checkTexts(conversation.everyTurn, known, conversation.at, reading)
    const { before = [], turns, after = [] } = conversation
    for (const turn of [...before, ...turns, ...after]) {
      if (mentionsOf(turn).variable) checkTexts({ ...turn, capture: undefined }, known, turn.at, reading)
      for (const { name } of turn.capture ?? []) known.push(name)
    }
    checkTexts(conversation.session, known, conversation.at, reading)
  }
}

/** Walks data of a script and reports at the nearest enclosing place. */
function checkTexts(data: unknown, known: readonly string[], at: Place, reading: Reading): void {
  if (typeof data === 'string') {
    for (const [, name = ''] of data.matchAll(variablePattern)) {
      if (known.includes(name) || isGivenName(name)) continue
      const hint =
        didYouMean(name, [...known, ...madeUpNames], (near) => `{{${near}}}`) ??
        'give it under variables:, or capture it in an earlier turn'
      refuse(reading, 'unknown-variable', at, `nothing gives {{${name}}} a value before this`, hint)
    }
  } else if (Array.isArray(data)) {
    for (const item of data) checkTexts(item, known, at, reading)
  } else if (typeof data === 'object' && data !== null) {
    const own = (data as { at?: Place }).at ?? at
    for (const [key, value] of Object.entries(data)) if (key !== 'at') checkTexts(value, known, own, reading)
  }
}
