import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { Note, Origin } from '../draft/draft.ts'
import { entriesOf, itemsOf, memberOf, originAt, showEntry, showNode, textOf } from '../draft/read-members.ts'

/** A test of a configuration, with the defaults merged in. */
export interface PromptTest {
  name: string | null
  origin: Origin
  vars: Map<string, YamlNode>
  asserts: YamlNode[]
  conversationId: string | null
  /** The name under which its answer is stored for later tests. */
  storeAs: string | null
  notes: Note[]
}

/** The most tests that the lists of values in one test expand to. */
const mostOfOne = 50

/** The tests of a configuration in order; a variable with a list of values makes one test of each value. */
export function collectTests(root: YamlNode, file: string, notes: Note[]): PromptTest[] {
  const defaults = memberOf(root, 'defaultTest')
  const lose = (node: YamlNode, why: string): void => {
    notes.push({ origin: originAt(file, node.at), kind: 'lost', what: showNode(node), why })
  }
  const listed = (node: YamlNode | undefined): YamlNode[] => {
    if (node?.kind === 'scalar') lose(node, 'tests in other files are not read: write them here')
    return itemsOf(node).filter((test) => {
      if (test.kind !== 'map') lose(test, 'tests in other files are not read: write them here')
      return test.kind === 'map'
    })
  }
  const plain = listed(memberOf(root, 'tests')).flatMap((test) => expand(readTest([defaults, test], test, file), notes))
  const scenarios = itemsOf(memberOf(root, 'scenarios')).flatMap((scenario) =>
    itemsOf(memberOf(scenario, 'config')).flatMap((config) =>
      listed(memberOf(scenario, 'tests')).flatMap((test) =>
        expand(readTest([defaults, config, test], test, file), notes),
      ),
    ),
  )
  return [...plain, ...scenarios]
}

const known = ['description', 'vars', 'assert', 'metadata', 'options', 'threshold', 'provider', 'tags']

function readTest(layers: readonly (YamlNode | undefined)[], test: YamlNode, file: string): PromptTest {
  const option = (path: readonly [string, string]): string | null =>
    layers.reduce<string | null>((found, layer) => textOf(memberOf(memberOf(layer, path[0]), path[1])) ?? found, null)
  const notes: Note[] = []
  for (const { key, keyAt, value } of entriesOf(test)) {
    const options = key === 'options' ? entriesOf(value).filter((each) => each.key !== 'storeOutputAs') : []
    const why =
      key === 'threshold'
        ? 'all expectations must hold'
        : known.includes(key) && options.length === 0
          ? null
          : 'a turn has nothing like it'
    if (why !== null && key !== 'metadata')
      notes.push({ origin: originAt(file, keyAt), kind: 'lost', what: showEntry({ key, value }), why })
  }
  return {
    name: textOf(memberOf(test, 'description')),
    origin: originAt(file, test.at),
    vars: new Map(
      layers.flatMap((layer) => entriesOf(memberOf(layer, 'vars')).map(({ key, value }) => [key, value] as const)),
    ),
    asserts: layers.flatMap((layer) => itemsOf(memberOf(layer, 'assert'))),
    conversationId: option(['metadata', 'conversationId']),
    storeAs: option(['options', 'storeOutputAs']),
    notes,
  }
}

/** A variable with a list of plain values makes one test for each of them. */
function expand(test: PromptTest, notes: Note[]): PromptTest[] {
  const listed = [...test.vars].find(
    ([, node]) => node.kind === 'list' && node.items.length > 0 && node.items.every(({ kind }) => kind === 'scalar'),
  )
  if (listed === undefined) return [test]
  const [name, node] = listed
  const made = itemsOf(node).flatMap((item) => expand({ ...test, vars: new Map(test.vars).set(name, item) }, notes))
  if (made.length <= mostOfOne) return made
  notes.push({
    origin: test.origin,
    kind: 'lost',
    what: `vars: ${name}`,
    why: `its lists make ${made.length} tests: the first ${mostOfOne} are here`,
  })
  return made.slice(0, mostOfOne)
}
