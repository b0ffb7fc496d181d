import { nodeFromJson, type YamlNode } from '../../../suite/yaml/node.ts'
import { type DraftNote, notesAt, type PeerOrigin, type RefusedPart } from '../draft/draft.ts'
import {
  entriesOf,
  itemsOf,
  listOrOne,
  memberOf,
  originAt,
  scalarText,
  showEntry,
  showNode,
} from '../draft/read-members.ts'
import type { OpenBeside, SourceFile } from '../draft/source-file.ts'
import { lossesOf } from './member-losses.ts'
import { isReference, openReference, type SourcedNode } from './open-reference.ts'
import { readUser, type UserConfig } from './user-provider.ts'

/** A test of a configuration, with the defaults merged in. */
export interface PromptTest {
  name: string | null
  origin: PeerOrigin
  vars: Map<string, YamlNode>
  /** The assertions, each with the file that it stands in. */
  asserts: SourcedNode[]
  /** How many of the last of them are of the innermost place that has any: the test, its scenario or the defaults. */
  own: number | null
  conversationId: string | null
  /** The name under which its answer is stored for later tests. */
  storeAs: string | null
  /** What speaks for the user, where a model does. */
  user: UserConfig | null
  notes: DraftNote[]
  /** The first of its variables that could not be read. */
  unread: DraftNote | null
  /** The table that it is a row of, and the columns of it that are variables; null where it is from no table. */
  table: { source: SourceFile; columns: string[] } | null
}

/** Whether a file beside a configuration is one of data, each row of which is a test. */
const isTable = (source: SourceFile, config: SourceFile): boolean =>
  source !== config && /\.(?:csv|json|jsonl|ndjson)$/i.test(source.path)

/** The most tests that the lists of values in one test expand to. */
const mostOfOne = 50

/** What a configuration is read with: how other files are opened, and where to say what became of a part. */
export interface Collecting {
  open: OpenBeside
  notes: DraftNote[]
  /** Files that are missing or cut off. */
  refused: RefusedPart[]
  /** Called with each file that is read. */
  uses: (source: SourceFile) => void
  /** The members of the configuration that assertions refer to. */
  refers: Set<string>
}

function lose({ node, source }: SourcedNode, why: string, { notes }: Collecting): void {
  notesAt({ notes }, originAt(source.name, node.at))('lost', showNode(node), why)
}

/**
 * The tests of a configuration in order, those in other files included; a variable with a list of values makes one
 * test of each value.
 */
export function collectTests(root: YamlNode, source: SourceFile, collecting: Collecting): PromptTest[] {
  const whole = { node: root, source }
  const [defaults, ...further] = openNodes(memberOf(root, 'defaultTest'), source, collecting)
  for (const each of further) lose(each, 'there is one defaultTest', collecting)
  const provider = userAmong(root)
  const layers = [
    ...(provider === undefined ? [] : [{ node: provider, source }]),
    ...(defaults === undefined ? [] : [defaults]),
  ]
  const read = (rest: readonly SourcedNode[], test: SourcedNode): PromptTest[] => {
    const tests = readTest([...layers, ...rest, test], test, whole, collecting)
    return expand(tests, (why, what) => notesAt(tests, tests.origin)('lost', what, why))
  }
  const mappings = (node: YamlNode | undefined, from: SourceFile): SourcedNode[] =>
    openNodes(node, from, collecting).flatMap((each) => {
      if (each.node.kind === 'map') return [each]
      lose(each, 'a test is a mapping, with vars: and assert:', collecting)
      return []
    })
  const plain = mappings(memberOf(root, 'tests'), source).flatMap((test) => {
    const tests = read([], test)
    const isRow = tests.length === 1 && isTable(test.source, source)
    const columns = entriesOf(memberOf(test.node, 'vars')).map(({ key }) => key)
    return isRow ? tests.map((each) => ({ ...each, table: { source: test.source, columns } })) : tests
  })
  const scenarios = mappings(memberOf(root, 'scenarios'), source).flatMap((scenario) => {
    const tests = mappings(memberOf(scenario.node, 'tests'), scenario.source)
    const configs = mappings(memberOf(scenario.node, 'config'), scenario.source)
    noteLosses('scenarios', scenario, collecting, ['config', 'tests'])
    for (const each of configs) noteLosses('scenarios', each, collecting)
    return configs.flatMap((config) => tests.flatMap((test) => read([config], test)))
  })
  // Last, so that the first note says why there are no tests.
  if (defaults !== undefined) noteLosses('defaultTest', defaults, collecting)
  return [...plain, ...scenarios]
}

/** The nodes that a node holds or refers to: items of lists, and what stands in other files, however often. */
function openNodes(node: YamlNode | undefined, source: SourceFile, collecting: Collecting, depth = 0): SourcedNode[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  if (node.kind === 'list') return node.items.flatMap((each) => openNodes(each, source, collecting, depth))
  const path = scalarText(node) ?? (memberOf(node, 'vars') === undefined ? scalarText(memberOf(node, 'path')) : null)
  if (path === null || depth > 5) return [{ node, source }]
  const beside = openReference(path, { node, source }, collecting)
  if (!beside.ok) {
    lose({ node, source }, beside.why, collecting)
    return []
  }
  return beside.nodes.flatMap((each) => {
    collecting.uses(each.source)
    return openNodes(each.node, each.source, collecting, depth + 1)
  })
}

/** A simulated user among the providers of a configuration, as a test would name it. */
function userAmong(root: YamlNode): YamlNode | undefined {
  const provider = ['providers', 'targets']
    .flatMap((key) => listOrOne(memberOf(root, key)))
    .find((each) => readUser(each) !== null)
  if (provider === undefined) return undefined
  const { at } = provider
  return { kind: 'map', at, entries: [{ key: 'provider', keyAt: at, value: provider }] }
}

/** Notes what the defaults, a scenario or a row of one have no place for. */
function noteLosses(what: string, { node, source }: SourcedNode, { notes }: Collecting, parts: string[] = []): void {
  for (const { entry, why } of lossesOf(node, parts))
    notesAt({ notes }, originAt(source.name, entry.keyAt))('lost', `${what}: ${showEntry(entry)}`, why)
}

function readTest(
  layers: readonly SourcedNode[],
  { node, source }: SourcedNode,
  whole: SourcedNode,
  collecting: Collecting,
): PromptTest {
  const option = (outer: string, inner: string): string | null => {
    const values = layers.map((layer) => scalarText(memberOf(memberOf(layer.node, outer), inner)))
    return values.findLast((each) => each !== null) ?? null
  }
  const notes: DraftNote[] = []
  for (const { entry, why } of lossesOf(node)) {
    const what = isTable(source, whole.source) ? entry.key : showEntry(entry)
    notesAt({ notes }, originAt(source.name, entry.keyAt))('lost', what, why)
  }
  const local: Collecting = { ...collecting, notes }
  const before = notes.length
  const vars = new Map(layers.flatMap((layer) => varsOf(layer, local)))
  const unread = notes[before] ?? null
  const isAlone = option('options', 'disableDefaultAsserts') === 'true'
  const assertsOf = (isAlone ? layers.slice(-1) : layers).flatMap((layer) => {
    const assert = memberOf(layer.node, 'assert')
    if (assert === undefined || (assert.kind === 'list' && assert.items.length === 0)) return []
    return [openNodes(assert, layer.source, local).map((each) => withReference(each, whole, local))]
  })
  return {
    name: scalarText(memberOf(node, 'description')),
    origin: originAt(source.name, node.at),
    vars,
    asserts: assertsOf.flat(),
    own: assertsOf.at(-1)?.length ?? null,
    conversationId: option('metadata', 'conversationId'),
    storeAs: option('options', 'storeOutputAs'),
    user: readUser(layers.map((layer) => memberOf(layer.node, 'provider')).findLast((each) => each !== undefined)),
    notes,
    unread,
    table: null,
  }
}

/** The variables of a layer, also those in other files; a value may itself be the content of a file. */
function varsOf(layer: SourcedNode, collecting: Collecting): (readonly [string, YamlNode])[] {
  const vars = memberOf(layer.node, 'vars')
  const files =
    vars?.kind === 'map' ? [{ node: vars, source: layer.source }] : openNodes(vars, layer.source, collecting)
  return files.flatMap(({ node, source }) =>
    entriesOf(node).flatMap(({ key, value }) => {
      const text = scalarText(value)
      if (text?.startsWith('file://') !== true) return [[key, value] as const]
      const beside = openReference(text, { node: value, source }, collecting)
      const varsFile = beside.ok ? beside.nodes[0] : undefined
      if (!beside.ok) lose({ node: value, source }, beside.why, collecting)
      if (varsFile === undefined) return []
      collecting.uses(varsFile.source)
      return [[key, varsFile.node.kind === 'scalar' ? varsFile.node : nodeFromJson(showNode(varsFile.node))] as const]
    }),
  )
}

/** An assertion that refers to a template of the configuration (`$ref`) has the members of both. */
function withReference({ node, source }: SourcedNode, whole: SourcedNode, { refers }: Collecting): SourcedNode {
  const path = scalarText(memberOf(node, '$ref'))
  if (path?.startsWith('#/') !== true || node.kind !== 'map') return { node, source }
  const keys = path.slice(2).split('/')
  const target = keys.reduce<YamlNode | undefined>((at, key) => memberOf(at, key), whole.node)
  if (target !== undefined) refers.add(keys[0] ?? '')
  const own = node.entries.filter(({ key }) => key !== '$ref')
  const rest = entriesOf(target).filter(({ key }) => !own.some((each) => each.key === key))
  return { node: target === undefined ? node : { ...node, entries: [...rest, ...own] }, source }
}

/** A variable with a list of plain values makes one test for each of them. */
function expand(test: PromptTest, lose: (why: string, what: string) => void): PromptTest[] {
  const listVariable = [...test.vars].find(
    ([, node]) => node.kind === 'list' && node.items.length > 0 && node.items.every(({ kind }) => kind === 'scalar'),
  )
  if (listVariable === undefined) return [test]
  const [name, node] = listVariable
  const tests = itemsOf(node).flatMap((item) => expand({ ...test, vars: new Map(test.vars).set(name, item) }, lose))
  if (tests.length > mostOfOne)
    lose(`its lists make ${tests.length} tests: the first ${mostOfOne} are here`, `vars: ${name}`)
  return tests.slice(0, mostOfOne)
}

/** An assertion whose value stands in another file, with that value; or why it cannot be read. */
export function withValue({ node, source }: SourcedNode, collecting: Collecting): SourcedNode | string {
  const value = memberOf(node, 'value')
  const text = scalarText(value)
  if (node.kind !== 'map' || !isReference(text) || !text.startsWith('file://')) return { node, source }
  const beside = openReference(text, { node, source }, collecting)
  if (!beside.ok) return `what it is held against is in another file: ${beside.why}`
  const [first, ...others] = beside.nodes
  if (first === undefined || others.length > 0) return 'what it is held against is in several files'
  collecting.uses(first.source)
  const entries = node.entries.map((each) => (each.key === 'value' ? { ...each, value: first.node } : each))
  return { node: { ...node, entries }, source }
}
