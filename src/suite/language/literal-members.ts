import type { MapNode } from '../yaml/node.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import { meantOperator } from './meant-operator.ts'
import type { Operator } from './operator.ts'

/** A mapping of `fields` alone, whose members are named there, whatever their names mean elsewhere. */
export function fieldsOf({ entries: [only, second] }: MapNode): MapNode | null {
  return only?.key === 'fields' && second === undefined && only.value.kind === 'map' ? only.value : null
}

/**
 * Refuses operators where members are named: they could be meant as conditions on all of it. `ways` says how either is
 * written, by the operator. A member that is called as an operator and holds what the operator cannot take, such as `type: refund`, is one.
 * Gives true when it was refused.
 */
export function refuseOperators(
  node: MapNode,
  operators: Readonly<Record<string, Operator>>,
  reading: Reading,
  ways: (operator: string) => string,
): boolean {
  const [only, second] = node.entries
  if (only === undefined) return false
  const near = second === undefined ? meantOperator(only.key, Object.keys(operators)) : undefined
  const isNearly = near !== undefined && !Object.hasOwn(operators, only.key)
  const meant =
    isNearly ||
    node.entries.every(({ key, value }) => Object.hasOwn(operators, key) && takes(operators[key], value, reading))
  if (!meant) return false
  const names = node.entries.map(({ key }) => `"${key}"`).join(' and ')
  const message = isNearly
    ? `"${only.key}" is nearly the operator "${near}", and could be meant as a condition or as a name`
    : `${names} could be a condition on all of it, or the name of a member`
  refuse(reading, 'mixed-matcher', only.keyAt, message, ways(isNearly ? near : only.key))
  return true
}

/** Whether an operator can take a value: nothing is wrong with the value itself, whatever is wrong inside it. */
function takes(operator: Operator | undefined, value: MapNode['entries'][number]['value'], reading: Reading): boolean {
  if (operator === undefined) return false
  const silent: Reading = { file: reading.file, problems: [] }
  operator.value.read(value, silent)
  return !silent.problems.some(
    ({ code, at }) =>
      (code === 'wrong-type' || code === 'wrong-value') && at.line === value.at.line && at.column === value.at.column,
  )
}
