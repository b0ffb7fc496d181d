import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unique } from '../../../base/group-by.ts'
import type { JsonValue } from '../../../base/json/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { ShownState } from '../draft/draft.ts'
import {
  entriesOf,
  itemsOf,
  listOrOne,
  memberOf,
  scalarText,
  scalarTexts,
  showEntry,
  toJson,
} from '../draft/read-members.ts'
import { findSources, type SourceFile } from '../draft/source-file.ts'

interface RasaTexts {
  texts: string[]
  file: string
}

/** A response of a domain, of which Rasa picks one variation, and its file. */
export interface RasaResponse {
  variations: RasaVariation[]
  file: string
}

/** One variation of a response. `beside` lists, as written, what a reply is not checked for. */
interface RasaVariation {
  text: string | null
  buttons: { text: string; payload: string }[]
  /** Whether it depends on a slot or a channel. */
  conditional: boolean
  beside: string[]
}

/** What training data and domains define: sentences of intents, responses, slots, forms; `used` are their files. */
export interface RasaLibrary {
  intents: ReadonlyMap<string, RasaTexts>
  responses: ReadonlyMap<string, RasaResponse>
  slots: ReadonlyMap<string, JsonValue>
  forms: ReadonlySet<string>
  shows: readonly ShownState[]
  used: Map<string, string>
}

export function buildRasaLibrary(sources: readonly SourceFile[], shows: readonly ShownState[] = []): RasaLibrary {
  const [intents, responses] = [new Map<string, RasaTexts>(), new Map<string, RasaResponse>()]
  const [slots, forms] = [new Map<string, JsonValue>(), new Set<string>()]
  for (const { document, name: file } of sources) {
    if (document?.ok !== true) continue
    const { root } = document
    for (const node of itemsOf(memberOf(root, 'nlu'))) {
      const intent = scalarText(memberOf(node, 'intent'))
      const texts = examplesOf(memberOf(node, 'examples'))
      if (intent !== null && texts.length > 0) intents.set(intent, { texts, file })
    }
    for (const { key, value } of entriesOf(memberOf(root, 'responses')))
      if (itemsOf(value).length > 0) responses.set(key, { variations: itemsOf(value).map(variationOf), file })
    for (const { key, value } of entriesOf(memberOf(root, 'slots'))) {
      const initial = memberOf(value, 'initial_value')
      if (initial !== undefined) slots.set(key, toJson(initial))
    }
    const formsNode = memberOf(root, 'forms')
    for (const name of [...scalarTexts(formsNode), ...entriesOf(formsNode).map(({ key }) => key)]) forms.add(name)
  }
  return { intents, responses, slots, forms, shows, used: new Map() }
}

function variationOf(node: YamlNode): RasaVariation {
  const words = scalarText(memberOf(node, 'text'))
  const buttons = itemsOf(memberOf(node, 'buttons')).map((each) => ({
    text: scalarText(memberOf(each, 'title')) ?? '',
    payload: scalarText(memberOf(each, 'payload')) ?? '',
  }))
  const knownKeys = ['text', 'buttons', 'condition', 'channel', 'metadata', 'id']
  return {
    text: node.kind === 'scalar' ? scalarText(node) : words,
    buttons: buttons.filter(({ text }) => text !== ''),
    conditional: memberOf(node, 'condition') !== undefined || memberOf(node, 'channel') !== undefined,
    beside: entriesOf(node)
      .filter(({ key }) => !knownKeys.includes(key))
      .map(showEntry),
  }
}

/** Examples are one text with a line each, or a list of `{ text }`. */
function examplesOf(node: YamlNode | undefined): string[] {
  const lines = scalarText(node)?.split('\n') ?? itemsOf(node).map((each) => scalarText(memberOf(each, 'text')) ?? '')
  return lines.map((line) => stripEntities(line.trim().replace(/^- +/, ''))).filter((line) => line !== '')
}

/** A sentence without entity markup: `in [London](city)` becomes `in London`. */
export function stripEntities(text: string): string {
  return text.replace(/\[([^\][]+)\](?:\([^()]*\)|\{[^{}]*\})/g, '$1')
}

/** Slots that a step or an assertion sets: `name: value`, or `{ name, value }`; null where it is cleared. */
export function slotsSet(node: YamlNode): [name: string, value: JsonValue][] {
  return listOrOne(node).flatMap((item): [string, JsonValue][] => {
    const name = scalarText(memberOf(item, 'name'))
    const value = memberOf(item, 'value')
    if (name !== null && value !== undefined) return [[name, toJson(value)]]
    return entriesOf(item).map((entry) => [entry.key, toJson(entry.value)])
  })
}

/** How many parent folders are searched: tests are a few folders deep in their project. */
const mostParents = 6

/** The domain files and training data of tests, beside them or in the nearest parent within the repository. */
export function findDomain(tests: readonly string[]): { domain: string[]; data: string[] } {
  const folders = unique(tests.map((path) => dirname(resolve(path))))
  const roots = unique(folders.flatMap((folder) => rootOf(folder) ?? []))
  const yamlIn = (paths: readonly string[]): string[] =>
    paths
      .filter((path) => existsSync(path))
      .flatMap(findSources)
      .filter((path) => /\.ya?ml$/i.test(path))
  return { domain: yamlIn(roots.flatMap(domainsIn)), data: yamlIn(roots.map((root) => join(root, 'data'))) }
}

function rootOf(folder: string): string | null {
  let at = folder
  for (let climbed = 0; climbed <= mostParents; climbed += 1) {
    if (domainsIn(at).length > 0) return at
    if (existsSync(join(at, '.git')) || dirname(at) === at) return null
    at = dirname(at)
  }
  return null
}

function domainsIn(folder: string): string[] {
  return ['domain.yml', 'domain.yaml', 'domain'].map((name) => join(folder, name)).filter((path) => existsSync(path))
}
