import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { memberNamed } from '../../base/same-name.ts'
import { type Folding, foldText } from './fold-text.ts'

/** Deep equality of JSON values: the order of members does not matter, and texts are compared folded. */
export function equalJson(left: JsonValue | undefined, right: JsonValue | undefined, folding: Folding): boolean {
  if (left === right) return true
  if (typeof left === 'string' && typeof right === 'string') return foldText(left, folding) === foldText(right, folding)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equalJson(item, right[index], folding))
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => {
      const other = memberNamed(right, key)
      return other !== undefined && equalJson(left[key], other, folding)
    })
  )
}
