import { isJsonObject, type JsonValue, setMember } from '../../../base/json/json.ts'

/** Applies a JSON Patch (RFC 6902) to a copy. @throws Error for an invalid operation, or one that does not fit */
export function applyPatch(value: JsonValue, patch: JsonValue): JsonValue {
  if (!Array.isArray(patch)) throw new Error('the patch is no list of operations')
  return patch.reduce<JsonValue>(applyOne, structuredClone(value))
}

function applyOne(root: JsonValue, operation: JsonValue): JsonValue {
  const { op, path, from, value } = isJsonObject(operation) ? operation : {}
  const at = typeof path === 'string' ? path : '?'
  const cloneOf = (): JsonValue => {
    if (value === undefined) throw new Error(`${op} ${at} has no value`)
    return structuredClone(value)
  }
  const source = (): string => {
    if (typeof from !== 'string') throw new Error(`${op} ${at} has no from`)
    return from
  }
  if (op === 'add') return setAt(root, at, cloneOf())
  if (op === 'remove') return take(root, at)
  if (op === 'replace') return at === '' ? cloneOf() : setAt(take(root, at), at, cloneOf())
  if (op === 'copy') return setAt(root, at, structuredClone(find(root, source())))
  if (op === 'move') {
    const moved = find(root, source())
    return setAt(take(root, source()), at, moved)
  }
  if (op !== 'test') throw new Error(`${JSON.stringify(op)} is no operation`)
  if (JSON.stringify(find(root, at)) !== JSON.stringify(value)) throw new Error(`the test of ${at} fails`)
  return root
}

/** The names on a path: `/a~1b/0` is `a/b` and `0`. */
function namesOf(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new Error(`${path} is no path`)
  return path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function find(root: JsonValue, path: string): JsonValue {
  return namesOf(path).reduce<JsonValue>((value, name) => {
    const member = Array.isArray(value)
      ? value[indexOf(name, value.length - 1)]
      : isJsonObject(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined
    if (member === undefined) throw new Error(`there is nothing at ${path}`)
    return member
  }, root)
}

function indexOf(name: string, most: number): number {
  return /^(0|[1-9]\d*)$/.test(name) && Number(name) <= most ? Number(name) : -1
}

/** The value that contains what a path points to, and the last name of the path. */
function holderOf(root: JsonValue, path: string): { holder: JsonValue; name: string } {
  const at = path.lastIndexOf('/')
  return { holder: find(root, path.slice(0, Math.max(0, at))), name: namesOf(path).at(-1) ?? '' }
}

function setAt(root: JsonValue, path: string, value: JsonValue): JsonValue {
  if (path === '') return value
  const { holder, name } = holderOf(root, path)
  if (Array.isArray(holder)) {
    const index = name === '-' ? holder.length : indexOf(name, holder.length)
    if (index === -1) throw new Error(`there is no place at ${path}`)
    holder.splice(index, 0, value)
  } else if (isJsonObject(holder)) setMember(holder, name, value)
  else throw new Error(`there is no place at ${path}`)
  return root
}

function take(root: JsonValue, path: string): JsonValue {
  if (path === '') return null
  find(root, path)
  const { holder, name } = holderOf(root, path)
  if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else if (isJsonObject(holder)) delete holder[name]
  return root
}
