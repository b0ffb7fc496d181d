import { didYouMean } from '../../../base/text/suggest.ts'
import { relocate, type WithPlace } from '../../yaml/place.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { fillJson, namesIn } from '../matchers/fill-text.ts'
import type { Conversation } from './conversation.ts'
import { fillVariables, findUnjudgeable } from './fill-variables.ts'
import { refuseGivenPatterns } from './given-patterns.ts'
import type { Script, Template } from './script.ts'
import type { Turn } from './turn.ts'
import { mergeVariables, resolveVariables, type Variables } from './variable-values.ts'

/** The most turns that the templates of a conversation may add up to: those that use each other grow fast. */
const mostTurns = 1_000

interface Site {
  templates: readonly Template[]
  variables: Variables
  reading: Reading
  way: readonly string[]
  count: { turns: number }
}

/** The conversation with the turns of its templates in place of their names. */
export function useTemplates(script: Script, conversation: Conversation, reading: Reading): Conversation {
  const { template = [], before, turns, after, ...rest } = conversation
  const own = [...template.map((use): Turn => ({ use, user: null, at: use.at })), ...turns]
  if (![own, before ?? [], after ?? []].some((each) => each.some(({ use }) => use !== undefined))) return conversation
  const variables = mergeVariables(script.variables, rest.variables)
  const site: Site = { templates: script.templates ?? [], variables, reading, way: [], count: { turns: 0 } }
  return {
    ...rest,
    turns: expand(own, site),
    ...(before === undefined ? {} : { before: expand(before, site) }),
    ...(after === undefined ? {} : { after: expand(after, site) }),
  }
}

function expand(turns: readonly Turn[], site: Site): Turn[] {
  return turns.flatMap((turn) => (turn.use === undefined ? [turn] : turnsOf(turn.use, turn.with, site)))
}

function turnsOf(use: WithPlace<string>, variables: Variables | undefined, site: Site): Turn[] {
  const { templates, reading, way, count } = site
  const { value: name, at } = use
  const template = templates.find((each) => each.name === name)
  if (template === undefined) {
    const names = templates.map((each) => each.name)
    const templatesHint =
      names.length === 0
        ? 'write its turns under templates: at the top of the suite'
        : `the templates here are ${names.join(', ')}`
    return (
      refuse(reading, 'wrong-value', at, `there is no template "${name}"`, didYouMean(name, names) ?? templatesHint) ??
      []
    )
  }
  if (way.includes(name)) {
    const circle = [...way.slice(way.indexOf(name)), name].join(' -> ')
    return (
      refuse(reading, 'wrong-value', at, `templates use each other in a circle: ${circle}`, 'take one of them out') ??
      []
    )
  }
  const wasFew = count.turns <= mostTurns
  count.turns += template.value.length
  if (count.turns > mostTurns) {
    if (wasFew)
      refuse(reading, 'too-large', at, `the templates add up to more than ${mostTurns} turns`, 'use fewer of them')
    return []
  }
  const { file = reading.file } = template
  const filledTurns = fillTurns(template, use, variables, site)
  const inner = { ...reading, file }
  const expanded = expand(filledTurns, { ...site, reading: inner, way: [...way, name] })
  const used = `${reading.file}:${at.line}:${at.column}`
  const placed = expanded.map((turn): Turn => {
    const address = `${file}:${turn.at.line}:${turn.at.column}`
    return { ...turn, origin: { template: name, written: address, ...turn.origin, used } }
  })
  return file === reading.file ? placed : (relocate(placed, at) as Turn[])
}

/** The turns of a template with its parameters filled in; other names stay for later. */
function fillTurns(
  template: Template,
  { at }: WithPlace<string>,
  variables: Variables | undefined,
  site: Site,
): readonly Turn[] {
  if (variables === undefined) return template.value
  const names = namesIn(template.value)
  const own = Object.keys(variables.values)
  for (const name of own)
    if (!names.includes(name)) {
      const hint =
        didYouMean(name, names) ?? (names.length === 0 ? 'take it out' : `the names in it are ${names.join(', ')}`)
      refuse(site.reading, 'unknown-variable', at, `the template "${template.name}" does not use {{${name}}}`, hint)
    }
  const { values, numerals } = resolveVariables(mergeVariables(site.variables, variables), {})
  const params = Object.fromEntries(own.map((name) => [name, values[name] ?? null]))
  const filledTurns = template.value.map((turn) => {
    const own = fillVariables(turn, params, numerals, true)
    return turn.with === undefined
      ? own
      : { ...own, with: { ...turn.with, values: fillJson(turn.with.values, params, numerals) } }
  })
  refuseGivenPatterns(template.value, params, site.reading, at)
  const doubt = findUnjudgeable(filledTurns)?.why
  if (doubt === undefined) return filledTurns
  const hint = 'give it another value, or write what is expected in the template itself'
  return refuse(site.reading, 'wrong-value', at, `in the template "${template.name}", ${doubt}`, hint) ?? []
}
