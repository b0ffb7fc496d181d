import { basename, dirname } from 'node:path'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { foreignFile } from '../../kinds/foreign-file.ts'
import {
  addSuite,
  type DraftNote,
  notesAt,
  type PeerDrafts,
  type PeerSuite,
  startOf,
  startSuite,
} from '../draft/draft.ts'
import { entriesOf, itemsOf, memberOf, originAt, scalarText, showEntry } from '../draft/read-members.ts'
import { isPromptTemplate } from '../draft/recognise-peer.ts'
import { type OpenBeside, refuseDocument, type SourceFile } from '../draft/source-file.ts'
import { type Collecting, collectTests } from './collect-tests.ts'
import { draftTests } from './draft-tests.ts'
import { describeHttp } from './http-provider.ts'
import { byTags, lossesOfProviders } from './member-losses.ts'
import { readPrompts } from './read-prompts.ts'

/** Makes suites from promptfoo configurations; prompts in other files are read for what the user says in them. */
export function draftPromptfoo(sources: readonly SourceFile[], open: OpenBeside): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  const prompts = new Set<string>()
  const rest: SourceFile[] = []
  for (const source of sources) {
    const root = source.document?.ok === true ? source.document.root : null
    if (root === null || !hasTests(root)) {
      rest.push(source)
      continue
    }
    const { suite, unread } = draftConfig(source, root, open, prompts)
    const what = unread === undefined ? whatItIs(source, root) : { message: `no test of it can be read: ${unread.why}` }
    if (suite.conversations.length + suite.refused.length === 0)
      suite.refused.push({ origin: unread?.origin ?? startOf(source.name), hint: writeTests, ...what })
    addSuite(drafts, suite)
  }
  for (const source of rest) {
    if (prompts.has(source.path)) continue
    const { document, text } = source
    const broken = isPromptTemplate(text) ? [] : refuseDocument(source)
    drafts.refused.push(...broken.map((each) => ({ ...each, ...foreignFile(text) })))
    const what = whatItIs(source, document?.ok === true ? document.root : undefined)
    if (broken.length === 0) drafts.refused.push({ origin: startOf(source.name), ...what, isNoScript: true })
  }
  return drafts
}

function hasTests(root: YamlNode): boolean {
  return ['tests', 'scenarios'].some((key) => {
    const listNode = memberOf(root, key)
    return itemsOf(listNode).length > 0 || scalarText(listNode) !== null || memberOf(listNode, 'path') !== undefined
  })
}

/** What a file of promptfoo without tests is. */
function whatItIs({ text }: SourceFile, root: YamlNode | undefined): { message: string; hint: string } {
  const beside = 'name the promptfooconfig.yaml that uses it'
  if (memberOf(root, 'redteam') !== undefined)
    return {
      message: 'this is a red-team configuration of promptfoo: it says what to attack, and has no tests',
      hint: 'attack the agent with tableread attack (docs/attack.md), or import the tests that promptfoo made of it',
    }
  if (isPromptTemplate(text))
    return { message: 'this is a prompt, and no test of it', hint: `${beside}; prompts are read from there` }
  if (root?.kind === 'list') return { message: 'these are tests without their configuration', hint: beside }
  return foreignFile(text) ?? { message: 'this configuration has no tests', hint: writeTests }
}

const writeTests = 'write tests: with vars: and assert:'

/** The suite of a configuration, and why the first of its tests could not be read. */
function draftConfig(
  source: SourceFile,
  root: YamlNode,
  open: OpenBeside,
  prompts: Set<string>,
): { suite: PeerSuite; unread: DraftNote | undefined } {
  const file = source.name
  const stem = basename(file).replace(/\.\w+$/, '')
  const folder = basename(dirname(source.path))
  const suite = startSuite(
    file,
    scalarText(memberOf(root, 'description')) ?? (stem === 'promptfooconfig' && folder !== '' ? folder : stem),
  )
  const collecting: Collecting = {
    open,
    notes: suite.notes,
    refused: suite.refused,
    uses: (beside) => {
      prompts.add(beside.path)
      if (!suite.uses.includes(beside.name)) suite.uses.push(beside.name)
    },
    refers: new Set(),
  }
  const templates = readPrompts(root, source, collecting)
  const ofTests: Collecting = { ...collecting, notes: [] }
  const tests = collectTests(root, source, ofTests)
  for (const { key, keyAt, value } of entriesOf(root)) {
    const why = Object.hasOwn(reasons, key) ? reasons[key] : undefined
    const note = notesAt(suite, originAt(file, keyAt))
    const mappings = isAgent.test(key) ? describeHttp(value) : []
    const mapped = mappings.length === 0 ? '' : `, and in its file this is ${mappings.join(', or ')}`
    if (why !== undefined) note('changed', key, `${why}${mapped}`)
    else if (collecting.refers.has(key)) note('changed', key, 'what refers to it has what it says')
    else if (!knownKeys.includes(key))
      note('lost', showEntry({ key, value }), losses[key] ?? 'a suite has no equivalent')
    for (const { entry, why: cause } of isAgent.test(key) ? lossesOfProviders(value) : [])
      notesAt(suite, originAt(file, entry.keyAt))('lost', `${key}: ${showEntry(entry)}`, cause)
  }
  suite.notes.push(...ofTests.notes)
  draftTests(suite, tests, templates, source, collecting)
  return { suite, unread: ofTests.notes.find(({ kind }) => kind === 'lost') }
}

const knownKeys = ['description', 'prompts', 'tests', 'scenarios', 'defaultTest', '$schema']

const losses: Readonly<Record<string, string>> = { tags: byTags, metadata: byTags }

const isAgent = /^(?:providers|targets)$/

const atRun = 'how a suite runs is said when it runs'

const reasons: Readonly<Record<string, string>> = {
  providers: 'the agent is named under agent:',
  targets: 'the agent is named under agent:',
  evaluateOptions: atRun,
  commandLineOptions: atRun,
  outputPath: 'reports are asked for when a suite runs',
  env: 'a suite reads the environment that it runs in',
  redteam: 'what to attack is said in files of tableread attack (docs/attack.md)',
}
