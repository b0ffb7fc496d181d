import { isJsonObject, type JsonValue, sameJson } from '../../../base/json/json.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import type { CallEntries } from './call-entries.ts'
import type { MutationOperator, Surroundings } from './operator.ts'
import { eachGiven, eachOutput, formatPath, type Path, replaceAt, type ValueEdit } from './values.ts'

/** Swaps two neighbours in one list of the arguments of each call, and in one of its output. */
export const reorderList: MutationOperator = (turn, around) => {
  const edit = editList('reorder list', 'is in another order', ({ items, at }) =>
    at === -1 ? null : [...items.slice(0, at), ...items.slice(at, at + 2).reverse(), ...items.slice(at + 2)],
  )(turn, around)
  return [
    ...eachGiven(turn, (value, each) => edit(value, each, 'an argument')),
    ...eachOutput(turn, (value, each) => edit(value, each, 'the output')),
  ]
}

/** Leaves the last item out of one list of the arguments of each call. */
export const shortenList: MutationOperator = (turn, around) => {
  const edit = editList('shorten list', 'lacks its last item', ({ items }) => items.slice(0, -1))(turn, around)
  return eachGiven(turn, (value, each) => edit(value, each, 'an argument'))
}

/** Has the last item twice in one list of the arguments of each call. */
export const extendList: MutationOperator = (turn, around) => {
  const twice = ({ items }: FoundList): JsonValue[] => [...items, ...items.slice(-1)]
  const edit = editList('extend list', 'has its last item twice', twice)(turn, around)
  return eachGiven(turn, (value, each) => edit(value, each, 'an argument'))
}

/** Changes one list of a value; `edit` gives null for a list that it cannot change. */
function editList(kind: string, what: string, edit: (list: FoundList) => readonly JsonValue[] | null) {
  return ({ index }: HeardTurn, { choose }: Surroundings) =>
    (value: JsonValue, { call, name }: CallEntries, of: string): ValueEdit | null => {
      const lists = listsIn(value).flatMap((list) => {
        const items = edit(list)
        return items === null ? [] : [{ path: list.path, items }]
      })
      const list = choose(lists, kind, index, call.index, of)
      if (list === undefined) return null
      const where = list.path.length === 0 ? '' : `${formatPath(list.path)} `
      return {
        what: `the list ${where}in ${of} of ${name} ${what}`,
        value: replaceAt(value, list.path, [...list.items]),
      }
    }
}

/** A list inside a value, and the place of the first item that differs from the next; -1 where none does. */
export interface FoundList {
  path: Path
  items: readonly JsonValue[]
  at: number
}

export function listsIn(value: JsonValue, path: Path = []): FoundList[] {
  if (path.length > 12) return []
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, each]) => listsIn(each, [...path, key]))
  if (!Array.isArray(value) || value.length === 0) return []
  const at = value.findIndex((each, index) => index + 1 < value.length && !sameJson(each, value[index + 1]))
  return [{ path, items: value, at }, ...value.flatMap((each, index) => listsIn(each, [...path, index]))]
}
