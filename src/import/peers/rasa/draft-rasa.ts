import { basename } from 'node:path'
import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import {
  nameOnce,
  notesAt,
  type PeerDrafts,
  type PeerSuite,
  type ShownState,
  startOf,
  startSuite,
} from '../draft/draft.ts'
import {
  entriesOf,
  itemsOf,
  listOrOne,
  memberOf,
  originAt,
  scalarText,
  scalarTexts,
  showEntry,
  toJson,
} from '../draft/read-members.ts'
import { refuseDocument, type SourceFile } from '../draft/source-file.ts'
import { buildRasaLibrary, type RasaLibrary } from './domain.ts'
import { draftStory } from './draft-story.ts'

/** The lists that contain conversations, and the key of a conversation's name in each. */
const talks: Readonly<Record<string, string>> = { test_cases: 'test_case', stories: 'story', rules: 'rule' }
const aside =
  /^(?:nlu|responses|fixtures|metadata|version|intents|entities|slots|actions|forms|session_config|flows|e2e_actions)$/

/** A suite for each Rasa file with tests, stories or rules; `beside` are files that also provide words. */
export function draftRasa(
  sources: readonly SourceFile[],
  beside: readonly SourceFile[],
  shows: readonly ShownState[] = [],
): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  const library = buildRasaLibrary([...beside, ...sources], shows)
  const silent: SourceFile[] = []
  for (const source of sources) {
    if (source.document?.ok !== true) {
      drafts.refused.push(...refuseDocument(source))
      continue
    }
    const suite = draftFile(source, source.document.root, library)
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else if (suite.refused.length > 0) drafts.refused.push(...suite.refused)
    else silent.push(source)
  }
  for (const suite of drafts.suites)
    suite.uses = [...library.used].filter(([file, by]) => by === suite.file && file !== by).map(([file]) => file)
  for (const { name } of silent.filter((source) => !library.used.has(source.name)))
    drafts.refused.push({
      origin: startOf(name),
      message: 'there are no test cases or stories in this file, and none that was imported needs it',
      hint: 'import it together with the tests whose intents and responses it has',
      isNoScript: true,
    })
  return drafts
}

function draftFile({ name: file }: SourceFile, root: YamlNode, library: RasaLibrary): PeerSuite {
  const suite = startSuite(file, basename(file).replace(/\.\w+$/, ''))
  const names = new Set<string>()
  for (const { key, keyAt, value } of entriesOf(root)) {
    const version = scalarText(value) ?? ''
    const note = notesAt(suite, originAt(file, keyAt))
    if (key === 'version' && !/^[23](?:\.\d+)*$/.test(version))
      note('changed', `version: ${version}`, 'versions 2 and 3 are known: it is read as one of them')
    const naming = talks[key]
    if (naming === undefined) {
      if (!aside.test(key)) note('lost', key, 'a suite has no equivalent')
      continue
    }
    for (const [index, node] of itemsOf(value).entries()) {
      const name = scalarText(memberOf(node, naming)) ?? `${naming.replace('_', ' ')} ${index + 1}`
      const isTest = key === 'test_cases'
      const { metadata, missing } = isTest ? fixturesOf(node, root) : { metadata: {}, missing: [] }
      const conversation = draftStory(node, name, { file, library, metadata }, !isTest)
      if (conversation === null) {
        const hint = 'write steps: with user: and bot:'
        suite.refused.push({ origin: originAt(file, node.at), message: 'nothing is said in it', hint })
        continue
      }
      const noteWhole = notesAt(conversation, conversation.origin)
      for (const each of missing) noteWhole('lost', each, 'this file has no such fixture or metadata')
      for (const member of entriesOf(node)) {
        if ([naming, 'steps', ...(isTest ? ['fixtures', 'metadata'] : [])].includes(member.key)) continue
        const origin = originAt(file, member.keyAt)
        notesAt(conversation, origin)('lost', showEntry(member), 'a conversation has no equivalent')
      }
      if (memberOf(node, 'fixtures') !== undefined && Object.keys(metadata).length > 0)
        noteWhole('changed', 'fixtures', 'slots that are filled before the talk became metadata')
      suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, naming, names) })
    }
  }
  return suite
}

/** The slots that a test case's fixtures set before it begins; `missing` are fixtures the file does not define. */
function fixturesOf(node: YamlNode, root: YamlNode): { metadata: JsonObject; missing: string[] } {
  const [metadata, missing]: [JsonObject, string[]] = [{}, []]
  for (const key of ['fixtures', 'metadata']) {
    const groups = itemsOf(memberOf(root, key)).flatMap(entriesOf)
    for (const name of scalarTexts(memberOf(node, key))) {
      const fixture = groups.filter((group) => group.key === name)
      if (fixture.length === 0) missing.push(`${key}: ${name}`)
      for (const { value } of fixture)
        for (const values of listOrOne(value)) {
          const json = toJson(values)
          if (isJsonObject(json)) Object.assign(metadata, json)
        }
    }
  }
  return { metadata, missing }
}
