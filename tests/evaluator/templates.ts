import { Broken, isList, isMap, type Plain, type PlainMap } from './plain.ts'
import { namesIn, namesInAll } from './variables.ts'

/** The turns of a conversation with those of its templates in their places, and the values that these were given. */
export interface Expanded {
  turns: readonly Plain[]
  given: PlainMap
}

/** Puts the turns of templates in place of their names. `known` are the names that have a value from the start. */
export function expandTemplates(talk: PlainMap, templates: PlainMap, knownNames: readonly string[]): Expanded {
  const withValues: Record<string, Plain> = {}
  let scopes = 0
  const expand = (turns: Plain, way: readonly string[]): Plain[] =>
    (isList(turns) ? turns : []).flatMap((turn) => {
      if (!isMap(turn) || turn.use === undefined) return [turn]
      const name = String(turn.use)
      const template = Object.hasOwn(templates, name) ? templates[name] : undefined
      if (template === undefined) throw new Broken(`there is no template ${name}`)
      if (way.includes(name)) throw new Broken('templates use each other in a circle')
      if (Object.keys(turn).some((key) => !['use', 'with'].includes(key))) throw new Broken('more beside use')
      return expand(fill(template, isMap(turn.with ?? null) ? (turn.with as PlainMap) : {}), [...way, name])
    })
  /** A value that is known from the start becomes a variable of its own, so that it keeps its kind; another is inserted. */
  const fill = (turns: Plain, values: PlainMap): Plain => {
    scopes += 1
    const names = Object.entries(values).map(([name, value]): [string, string] => {
      if (!namesInAll(turns).includes(name)) throw new Broken(`the template does not use ${name}`)
      if (
        typeof value === 'string' &&
        namesIn(value).some((each) => !knownNames.includes(each) && !Object.hasOwn(withValues, each))
      )
        return [name, value]
      withValues[`${name} ${scopes}`] = value
      return [name, `{{${name} ${scopes}}}`]
    })
    return rename(turns, new Map(names))
  }
  const first = talk.template === undefined ? [] : isList(talk.template) ? talk.template : [talk.template]
  return {
    turns: [...first.map((use): Plain => ({ use })), talk.turns ?? []].flatMap((each) =>
      expand(isList(each) ? each : [each], []),
    ),
    given: withValues,
  }
}

function rename(value: Plain, names: ReadonlyMap<string, string>): Plain {
  if (typeof value === 'string')
    return value.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => names.get(name) ?? whole)
  if (isList(value)) return value.map((each) => rename(each, names))
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rename(each, names)]))
  return value
}
