import { basename, dirname } from 'node:path'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { foreignFile } from '../../kinds/foreign-file.ts'
import { type PeerDrafts, type PeerSuite, startSuite } from '../draft/draft.ts'
import { entriesOf, itemsOf, memberOf, originAt, scalarText, showEntry, showNode } from '../draft/read-members.ts'
import { isPromptTemplate } from '../draft/recognise-peer.ts'
import { type OpenBeside, refuseDocument, type SourceFile } from '../draft/source-file.ts'
import { type Collecting, collectTests } from './collect-tests.ts'
import { draftTests } from './draft-tests.ts'
import { type PromptTemplate, readPrompt } from './prompt-template.ts'

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
    const suite = draftConfig(source, root, open, prompts)
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else {
      const origin = { file: source.name, line: 1, column: 1 }
      const [why] = suite.notes.filter(({ kind }) => kind === 'lost')
      const what = why === undefined ? whatItIs(source, root) : { message: `no test of it can be read: ${why.why}` }
      drafts.refused.push(
        ...(suite.refused.length > 0
          ? suite.refused
          : [{ origin: why?.origin ?? origin, hint: 'write tests: with vars: and assert:', ...what }]),
      )
    }
  }
  for (const source of rest) {
    if (prompts.has(source.path)) continue
    const { document } = source
    const broken = document?.ok === true || isPromptTemplate(source.text) ? [] : refuseDocument(source)
    const refused = broken.map((each) => ({ ...each, ...foreignFile(source.text) }))
    if (broken.length > 0) drafts.refused.push(...refused)
    else
      drafts.refused.push({
        origin: { file: source.name, line: 1, column: 1 },
        ...whatItIs(source, document?.ok === true ? document.root : undefined),
        isNoScript: true,
      })
  }
  return drafts
}

function hasTests(root: YamlNode): boolean {
  return ['tests', 'scenarios'].some((key) => {
    const listed = memberOf(root, key)
    return itemsOf(listed).length > 0 || scalarText(listed) !== null || memberOf(listed, 'path') !== undefined
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
  const foreign = foreignFile(text)
  return foreign ?? { message: 'this configuration has no tests', hint: 'write tests: with vars: and assert:' }
}

function draftConfig(source: SourceFile, root: YamlNode, open: OpenBeside, prompts: Set<string>): PeerSuite {
  const file = source.name
  const stem = basename(file).replace(/\.\w+$/, '')
  const folder = basename(dirname(source.path))
  const suite = startSuite(
    file,
    scalarText(memberOf(root, 'description')) ?? (stem === 'promptfooconfig' && folder !== '' ? folder : stem),
  )
  const template = templateOf(source, root, open, prompts, suite)
  for (const { key, keyAt, value } of entriesOf(root)) {
    const why = key === 'providers' || key === 'targets' ? 'the agent is named under agent:' : ownReason(key)
    if (why !== undefined) suite.notes.push({ origin: originAt(file, keyAt), kind: 'changed', what: key, why })
    else if (!known.includes(key))
      suite.notes.push({
        origin: originAt(file, keyAt),
        kind: 'lost',
        what: showEntry({ key, value }),
        why: 'a suite has no equivalent',
      })
  }
  const collecting: Collecting = {
    open,
    note: (at, kind, why) =>
      suite.notes.push({ origin: originAt(at.source.name, at.node.at), kind, what: showNode(at.node), why }),
    uses: (beside) => {
      prompts.add(beside.path)
      if (!suite.uses.includes(beside.name)) suite.uses.push(beside.name)
    },
  }
  draftTests(suite, collectTests(root, source, collecting), template, source, collecting)
  return suite
}

const known = ['description', 'prompts', 'tests', 'scenarios', 'defaultTest', '$schema', 'tags', 'metadata']
const ownReason = (key: string): string | undefined => (Object.hasOwn(reasons, key) ? reasons[key] : undefined)

const reasons: Readonly<Record<string, string>> = {
  evaluateOptions: 'how a suite runs is said when it runs',
  outputPath: 'reports are asked for when a suite runs',
  env: 'a suite reads the environment that it runs in',
}

/** The first prompt that can be read. */
function templateOf(
  source: SourceFile,
  root: YamlNode,
  open: OpenBeside,
  prompts: Set<string>,
  suite: PeerSuite,
): PromptTemplate {
  const node = memberOf(root, 'prompts')
  const list = node?.kind === 'list' ? node.items : node === undefined ? [] : [node]
  const found: PromptTemplate[] = []
  for (const each of list) {
    const written = scalarText(each) ?? scalarText(memberOf(each, 'raw')) ?? scalarText(memberOf(each, 'id')) ?? ''
    const origin = originAt(source.name, each.at)
    const path =
      /^file:\/\/(.*)$/s.exec(written)?.[1] ?? (/^[\w./-]+\.(?:json|txt|ya?ml)$/.test(written) ? written : null)
    const beside = path === null ? null : open(source, path)
    if (typeof beside === 'string') {
      const why = `${beside}; the variables of tests are taken for what the user says`
      suite.notes.push({ origin, kind: 'changed', what: written, why })
      continue
    }
    if (beside !== null) {
      prompts.add(beside.path)
      suite.uses.push(beside.name)
    }
    found.push(readPrompt(beside?.text ?? written))
    const why =
      found.length > 1
        ? 'the first prompt says what the user says; others belong to the agent'
        : 'a prompt belongs to the agent: what the user says in it is sent'
    suite.notes.push({ origin, kind: 'changed', what: written, why })
  }
  return found[0] ?? { messages: [], loops: [] }
}
