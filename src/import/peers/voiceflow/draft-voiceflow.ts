import { basename } from 'node:path'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { type DraftSuite, startSuite } from '../draft/draft.ts'
import { nameOnce } from '../draft/name-once.ts'
import type { PeerDrafts } from '../draft/peer-drafts.ts'
import { entriesOf, itemsOf, memberOf, originAt, showEntry, textOf } from '../draft/read-members.ts'
import { refuseDocument } from '../draft/refuse-document.ts'
import type { OpenBeside, SourceFile } from '../draft/source-file.ts'
import { draftTest } from './draft-test.ts'

/** Makes suites of Voiceflow's files: one of a suite with all its tests, one of each test that no suite names. */
export function draftVoiceflow(sources: readonly SourceFile[], open: OpenBeside): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  const claimed = new Set<string>()
  const read = sources.flatMap((source) => {
    if (source.document?.ok === true) return [{ source, root: source.document.root }]
    drafts.refused.push(...refuseDocument(source))
    return []
  })
  const finish = (suite: DraftSuite): void => {
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else drafts.refused.push(...suite.refused)
  }
  for (const { source, root } of read.filter(({ root }) => isSuite(root)))
    finish(draftSuite(source, root, open, claimed))
  for (const { source, root } of read.filter(({ root }) => !isSuite(root))) {
    if (claimed.has(source.path)) continue
    const suite = startSuite(source.name, stem(source))
    addTest(suite, source, root, new Set())
    finish(suite)
  }
  return drafts
}

function isSuite(root: YamlNode): boolean {
  return memberOf(root, 'tests') !== undefined
}

function stem({ name }: SourceFile): string {
  return basename(name).replace(/\.\w+$/, '')
}

function addTest(suite: DraftSuite, source: SourceFile, root: YamlNode, taken: Set<string>): void {
  const origin = { file: source.name, line: 1, column: 1 }
  if (memberOf(root, '$defs') !== undefined || memberOf(root, '$schema') !== undefined) {
    suite.refused.push({ origin, message: 'this is a JSON Schema of tests, and no test', hint: 'name the tests' })
    return
  }
  const conversation = draftTest(root, source.name, stem(source))
  if (typeof conversation === 'string')
    suite.refused.push({ origin, message: conversation, hint: 'write its turns by hand' })
  else suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, stem(source), taken) })
}

function draftSuite(source: SourceFile, root: YamlNode, open: OpenBeside, claimed: Set<string>): DraftSuite {
  const file = source.name
  const suite = startSuite(file, textOf(memberOf(root, 'name')) ?? stem(source))
  const taken = new Set<string>()
  for (const test of itemsOf(memberOf(root, 'tests'))) {
    const path = textOf(memberOf(test, 'file')) ?? textOf(test) ?? ''
    const beside = path === '' ? null : open(source, path)
    const origin = originAt(file, test.at)
    if (beside === null || beside.document === null) {
      const message = path === '' ? 'this test names no file' : `the file ${JSON.stringify(path)} is not there`
      suite.refused.push({ origin, message, hint: 'paths are relative to the suite' })
      continue
    }
    claimed.add(beside.path)
    suite.uses.push(beside.name)
    if (beside.document.ok) addTest(suite, beside, beside.document.root, taken)
    else suite.refused.push(...refuseDocument(beside))
  }
  for (const { key, keyAt, value } of entriesOf(root)) {
    const why = Object.hasOwn(reasons, key) ? reasons[key] : undefined
    if (why !== undefined && !(key === 'newSessionPerTest' && textOf(value) === 'true'))
      suite.notes.push({ origin: originAt(file, keyAt), kind: 'changed', what: showEntry({ key, value }), why })
  }
  return suite
}

const reasons: Readonly<Record<string, string>> = {
  environmentName: 'the version of the agent is chosen when the suite runs',
  newSessionPerTest: 'each conversation has a session of its own',
}
