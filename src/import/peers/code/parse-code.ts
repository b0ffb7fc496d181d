import { createRequire } from 'node:module'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { Place } from '../../../suite/yaml/place.ts'

/** A node of the syntax tree of JavaScript or TypeScript, with Babel's names. */
export interface CodeNode {
  type: string
  loc?: { start: { line: number; column: number }; end: { line: number; column: number } }
}

/** A parsed code file; none of it is executed. */
export interface Code {
  /** Every call, in the order of the file. */
  calls: CodeNode[]
  /** The original name and the package of an imported function; null for what this file or a local one defines. */
  called(call: CodeNode): { name: string; from: string } | null
  /** The node without casts; for a constant of this file, its value. */
  resolve(node: CodeNode | undefined): CodeNode | undefined
  /** The value of a literal, as YAML would have it; null for anything that would have to be executed. */
  literal(node: CodeNode | undefined): YamlNode | null
}

/** The tree of a file, or where and why it could not be parsed. */
export type CodeReading = { ok: true; code: Code } | { ok: false; at: Place; message: string }

type Transform = (options: {
  source: string
  filename: string
  ts: boolean
  jsx: boolean
  babel: { plugins: unknown[] }
}) => string

/**
 * Reads code without executing any of it: uses the parser inside jiti, through a plugin that receives the tree
 * before any transformation.
 */
export function parseCode(text: string, path: string): CodeReading {
  const { createJiti } = createRequire(import.meta.url)('jiti') as {
    createJiti: (path: string, options: object) => { transform: Transform }
  }
  const start: Place = { line: 1, column: 1, length: 1 }
  let read: Code | null = null
  const plugin = () => ({
    pre: ({ ast }: { ast: CodeNode }) => {
      // From here on jiti transforms this very tree.
      read = openTree(structuredClone(ast))
    },
    visitor: {},
  })
  try {
    const { transform } = createJiti(import.meta.url, { fsCache: false })
    const options = { source: text, filename: path, ts: !/\.[cm]?jsx?$/i.test(path), jsx: /x$/i.test(path) }
    const out = transform({ ...options, babel: { plugins: [plugin] } })
    if (read !== null) return { ok: true, code: read }
    const [, told = '{}'] = /__JITI_ERROR__ = (.*)/.exec(out) ?? []
    const { line = 1, column = 1, message = 'it is no code' } = JSON.parse(told) as Record<string, never>
    return { ok: false, at: { ...start, line, column }, message: String(message).trim() }
  } catch (error) {
    return { ok: false, at: start, message: (error as Error).message.split('\n')[0] ?? '' }
  }
}

/** The child of a node under a member name. */
export function childOf(node: CodeNode | undefined, name: string): CodeNode | undefined {
  const child = (node as Record<string, unknown> | undefined)?.[name]
  return isNode(child) ? child : undefined
}

/** The list of children of a node under a member name. A hole in an array is undefined. */
export function childrenOf(node: CodeNode | undefined, name: string): (CodeNode | undefined)[] {
  const children = (node as Record<string, unknown> | undefined)?.[name]
  return Array.isArray(children) ? children.map((each) => (isNode(each) ? each : undefined)) : []
}

/** A text of a node, such as the name of an identifier. */
export function textIn(node: CodeNode | undefined, name: string): string | null {
  const text = (node as Record<string, unknown> | undefined)?.[name]
  return typeof text === 'string' ? text : null
}

/** The place of a node in its file. */
export function placeOfCode({ loc }: CodeNode): Place {
  if (loc === undefined) return { line: 1, column: 1, length: 1 }
  const { start, end } = loc
  const length = start.line === end.line ? Math.max(1, end.column - start.column) : 1
  return { line: start.line, column: start.column + 1, length }
}

/** The properties of an object literal by name; a spread, a method or a computed name has the name null. */
export function propertiesOf(node: CodeNode | undefined): { name: string | null; node: CodeNode; value: CodeNode }[] {
  if (node?.type !== 'ObjectExpression') return []
  return childrenOf(node, 'properties').flatMap((property) => {
    if (property === undefined) return []
    const value = childOf(property, 'value') ?? property
    return [{ name: nameOfProperty(property), node: property, value }]
  })
}

function nameOfProperty(property: CodeNode): string | null {
  const { computed } = property as { computed?: unknown }
  if (computed === true || property.type === 'SpreadElement') return null
  const key = childOf(property, 'key')
  return textIn(key, 'name') ?? textIn(key, 'value')
}

/** A node and all its descendants, in the order of the file. */
export function nodesBelow(root: CodeNode): CodeNode[] {
  const found: CodeNode[] = []
  const left: CodeNode[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    found.push(node)
    left.push(...nodesOf(node).reverse())
  }
  return found
}

/** The direct children of a node. */
function nodesOf(node: CodeNode): CodeNode[] {
  return Object.entries(node).flatMap(([name, value]) =>
    name.endsWith('omments') || name === 'tokens' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

function isNode(value: unknown): value is CodeNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Wrappers that TypeScript and parentheses put around a value. */
const casts = /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|TSTypeAssertion|ParenthesizedExpression)$/

function openTree(ast: CodeNode): Code {
  const all = nodesBelow(ast)
  const imports = importsIn(all)
  const constantOf = findConstants(ast)
  const resolve: Code['resolve'] = (node) => {
    let now = node
    for (let steps = 0; steps < 20 && now !== undefined; steps += 1) {
      const next = casts.test(now.type) ? childOf(now, 'expression') : constantOf(now)
      if (next === undefined) return now
      now = next
    }
    return now
  }
  return {
    calls: all.filter(({ type }) => type === 'CallExpression'),
    resolve,
    literal: (node) => literalOf(node, { resolve, parts: 0 }, 0),
    called(call) {
      const callee = childOf(call, 'callee')
      const own = imports.get(textIn(callee, 'name') ?? '')
      if (own !== undefined) return own
      const module = imports.get(textIn(childOf(callee, 'object'), 'name') ?? '')
      const name = textIn(childOf(callee, 'property'), 'name')
      if (module === undefined || name === null) return null
      return { from: module.from, name: ['default', '*'].includes(module.name) ? name : `${module.name}.${name}` }
    },
  }
}

function importsIn(all: readonly CodeNode[]): Map<string, { name: string; from: string }> {
  const found = new Map<string, { name: string; from: string }>()
  for (const node of all) {
    if (node.type !== 'ImportDeclaration') continue
    const from = textIn(childOf(node, 'source'), 'value') ?? ''
    for (const each of childrenOf(node, 'specifiers')) {
      const imported = childOf(each, 'imported')
      const kind = each?.type === 'ImportNamespaceSpecifier' ? '*' : 'default'
      const name = textIn(imported, 'name') ?? textIn(imported, 'value') ?? kind
      found.set(textIn(childOf(each, 'local'), 'name') ?? '', { name, from })
    }
  }
  return found
}

/** The names that a block or function declares: a constant with its value, all others with null. */
interface Scope {
  outer: Scope | null
  names: Map<string, CodeNode | null>
}

const opensScope =
  /^(?:Program|BlockStatement|CatchClause|StaticBlock|For\w*Statement|Switch\w+|.*Function.*|\w*Method)$/

/**
 * Returns a function that finds the value of the constant an identifier names. It finds none for other names,
 * nor where a member of anything of this name is assigned or a method of it is called.
 */
function findConstants(root: CodeNode): (identifier: CodeNode) => CodeNode | undefined {
  const scopes = new Map<CodeNode, Scope>()
  const changed = new Set<string>()
  const left: [CodeNode, Scope][] = [[root, { outer: null, names: new Map() }]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [node, outer] = next
    declare(node, outer)
    for (const each of changedBy(node)) changed.add(ownerOf(each))
    const scope = opensScope.test(node.type) ? { outer, names: new Map<string, CodeNode | null>() } : outer
    if (node.type === 'Identifier') scopes.set(node, scope)
    for (const each of childrenOf(node, 'params'))
      for (const name of each === undefined ? [] : namesBelow(each)) scope.names.set(name, null)
    for (const each of nodesOf(node)) left.push([each, scope])
  }
  return (identifier) => {
    const name = textIn(identifier, 'name') ?? ''
    if (changed.has(name)) return undefined
    for (let scope = scopes.get(identifier) ?? null; scope !== null; scope = scope.outer)
      if (scope.names.has(name)) return scope.names.get(name) ?? undefined
    return undefined
  }
}

function declare(node: CodeNode, { names }: Scope): void {
  const { kind } = node as { kind?: unknown }
  for (const each of node.type === 'VariableDeclaration' ? childrenOf(node, 'declarations') : []) {
    const [id, value] = [childOf(each, 'id'), childOf(each, 'init')]
    const plain = textIn(id, 'name')
    for (const name of id === undefined ? [] : namesBelow(id))
      names.set(name, name === plain && kind === 'const' && value !== undefined && !names.has(name) ? value : null)
  }
  if (/^(?:Function|Class)Declaration$/.test(node.type)) names.set(textIn(childOf(node, 'id'), 'name') ?? '', null)
}

function namesBelow(node: CodeNode): string[] {
  return nodesBelow(node).flatMap((each) => (each.type === 'Identifier' ? (textIn(each, 'name') ?? []) : []))
}

/**
 * What a statement or call may change: an assignment target, the owner of a called method, or an argument of
 * `Object`'s functions.
 */
function changedBy(node: CodeNode): (CodeNode | undefined)[] {
  if (node.type === 'AssignmentExpression') return [childOf(node, 'left')]
  if (node.type === 'UpdateExpression' || node.type === 'UnaryExpression') return [childOf(node, 'argument')]
  if (node.type !== 'CallExpression') return []
  const callee = childOf(node, 'callee')
  const ofObject = textIn(childOf(callee, 'object'), 'name') === 'Object'
  return [callee, ...(ofObject ? childrenOf(node, 'arguments') : [])]
}

/** The name at the start of a member chain, such as `list` in `list.items.push`. */
function ownerOf(node: CodeNode | undefined): string {
  let now = node
  while (now?.type === 'MemberExpression') now = childOf(now, 'object')
  return textIn(now, 'name') ?? ''
}

/** Literals are written by people: one that is deeper or larger is something else. */
const deepest = 40
const mostParts = 20_000

function literalOf(
  given: CodeNode | undefined,
  seen: { resolve: Code['resolve']; parts: number },
  depth: number,
): YamlNode | null {
  const node = seen.resolve(given)
  seen.parts += 1
  if (node === undefined || depth > deepest || seen.parts > mostParts) return null
  const at = placeOfCode(node)
  const scalar = (value: null | boolean | number | string): YamlNode => {
    const source = value === null ? 'null' : String(value)
    return { kind: 'scalar', value, source, plain: typeof value !== 'string', at }
  }
  const below = (child: CodeNode | undefined): YamlNode | null => literalOf(child, seen, depth + 1)
  const { value } = node as { value?: unknown }
  if (node.type === 'NullLiteral') return scalar(null)
  if (/^(?:String|Numeric|Boolean)Literal$/.test(node.type)) return scalar(value as boolean | number | string)
  if (node.type === 'UnaryExpression' && textIn(node, 'operator') === '-') {
    const number = below(childOf(node, 'argument'))
    return number?.kind === 'scalar' && typeof number.value === 'number' ? scalar(-number.value) : null
  }
  if (node.type === 'BinaryExpression' && textIn(node, 'operator') === '+') {
    const sides = [below(childOf(node, 'left')), below(childOf(node, 'right'))]
    const texts = sides.flatMap((side) => (side?.kind === 'scalar' && typeof side.value === 'string' ? side.value : []))
    return texts.length === 2 ? scalar(texts.join('')) : null
  }
  if (node.type === 'TemplateLiteral') {
    const quasis = childrenOf(node, 'quasis').map(
      (each) => (each as { value?: { cooked?: string } }).value?.cooked ?? '',
    )
    const filled = childrenOf(node, 'expressions').map((each) => below(each))
    const texts = filled.flatMap((each) => (each?.kind === 'scalar' && each.value !== null ? each.source : []))
    if (texts.length !== filled.length) return null
    return scalar(quasis.map((text, index) => text + (texts[index] ?? '')).join(''))
  }
  if (node.type === 'ArrayExpression') {
    const items = childrenOf(node, 'elements').map((each) => below(each))
    return items.includes(null) ? null : { kind: 'list', items: items.flatMap((each) => each ?? []), at }
  }
  if (node.type !== 'ObjectExpression') return null
  const properties = propertiesOf(node)
  const entries = properties.flatMap(({ name, node: property, value: member }) => {
    const read = below(member)
    return name === null || read === null ? [] : [{ key: name, keyAt: placeOfCode(property), value: read }]
  })
  return entries.length === properties.length ? { kind: 'map', entries, at } : null
}
