import { dirname, join, resolve } from 'node:path'
import { hideSecrets } from '../../base/privacy/named-secrets.ts'
import { replaceSignatures, replaceUsers } from '../../base/privacy/patterns.ts'
import { foreignFile } from '../kinds/foreign-file.ts'
import { draftBotium } from './botium/draft-botium.ts'
import {
  type DraftNote,
  type DraftTurn,
  type Peer,
  type PeerDrafts,
  type PeerSuite,
  peers,
  type RefusedPart,
  type ShownState,
  startOf,
} from './draft/draft.ts'
import { memberOf } from './draft/read-members.ts'
import { recognisePeer } from './draft/recognise-peer.ts'
import { findSources, openBelow, readSource, refuseDocument, type SourceFile } from './draft/source-file.ts'
import { finishSuite, type ImportedSuite } from './finish-suite.ts'
import { draftPromptfoo } from './promptfoo/draft-promptfoo.ts'
import { findDomain } from './rasa/domain.ts'
import { draftRasa } from './rasa/draft-rasa.ts'
import { draftVoiceflow } from './voiceflow/draft-voiceflow.ts'

interface PeerImportOptions {
  /** Null: the peer of each file is recognised. */
  from: Peer | null
  /** The agent that the suites name; null leaves a TODO. */
  agent: string | null
  /** What of Rasa's own state the agent shows here. @default nothing */
  shows?: readonly ShownState[]
  /** Whether tables can be written beside the suites; else their rows stand in them. @default false */
  tables?: boolean
  /** A path as messages show it. */
  show: (path: string) => string
}

/** The result of an import: suites, and what could not become one, whole files and parts alike. */
export interface PeerImport {
  suites: ImportedSuite[]
  refused: RefusedPart[]
  /** Files beside the scripts, in folders that were named, which are no scripts: nobody asked for them by name. */
  aside: RefusedPart[]
}

/** Suites from scripts of Botium, Rasa, Voiceflow and promptfoo, all valid; the rest is refused with its place. */
export function importPeers(paths: readonly string[], options: PeerImportOptions): PeerImport {
  const refused: RefusedPart[] = []
  const byPeer = new Map<Peer, SourceFile[]>()
  const givenPaths = new Set(paths.map((each) => resolve(each)))
  const aside: RefusedPart[] = []
  for (const path of new Set([...givenPaths].flatMap(findSources))) {
    const read = readSource(path, options.show(path))
    const asideOf = givenPaths.has(path) ? refused : aside
    const peer = read.ok ? (options.from ?? recognisePeer(read.source)) : null
    if (!read.ok) (read.isEmpty ? asideOf : refused).push(read.refused)
    else if (peer !== null) byPeer.set(peer, [...(byPeer.get(peer) ?? []), read.source])
    else (isBroken(read.source) ? refused : asideOf).push(...unknown(read.source))
  }
  const open = openBelow([...givenPaths], options.show, refused)
  const tables = new Map<string, string>()
  const suites: ImportedSuite[] = []
  const beside = readDomains(byPeer.get('rasa') ?? [], options, refused)
  const tests = draftPromptfoo(byPeer.get('promptfoo') ?? [], open)
  const tabled = new Set(tests.suites.flatMap(({ uses }) => uses))
  const drafters: Record<Peer, (sources: readonly SourceFile[]) => PeerDrafts> = {
    botium: draftBotium,
    rasa: (sources) => draftRasa(sources, beside, options.shows),
    voiceflow: (sources) => draftVoiceflow(sources, open),
    promptfoo: () => tests,
  }
  for (const peer of peers) {
    const drafts = drafters[peer]((byPeer.get(peer) ?? []).filter(({ name }) => !tabled.has(name)))
    refused.push(...drafts.refused)
    for (const each of drafts.suites) {
      refused.push(...each.refused)
      if (options.tables !== true) for (const conversation of each.conversations) conversation.table = null
      keepTables(each, tables)
      const finished = finishSuite(withoutSecrets(each), peer, options.agent)
      refused.push(...finished.refused)
      if (finished.suite !== null) suites.push(finished.suite)
    }
  }
  const used = new Set(suites.flatMap(({ uses }) => uses))
  const isNamed = ({ isNoScript, origin }: RefusedPart): boolean =>
    isNoScript !== true ||
    givenPaths.has(resolve(origin.file)) ||
    [...givenPaths].some((path) => options.show(path) === origin.file)
  // A file that is named, and that another one refers to, is read twice.
  const refusedOnce = [...new Map(refused.map((each) => [JSON.stringify([each.origin, each.message]), each])).values()]
  return {
    suites,
    refused: refusedOnce.filter(isNamed),
    aside: [...aside, ...refusedOnce.filter((each) => !isNamed(each))].filter(({ origin }) => !used.has(origin.file)),
  }
}

/** Reads what Rasa tests need and users rarely name: domains, refused if unreadable, and data files with words. */
function readDomains(
  sources: readonly SourceFile[],
  { show }: PeerImportOptions,
  refused: RefusedPart[],
): SourceFile[] {
  const givenPaths = new Set(sources.map(({ path }) => resolve(path)))
  const domains = findDomain([...givenPaths])
  const isNew = (path: string): boolean => !givenPaths.has(resolve(path))
  const domain = domains.domain.filter(isNew).flatMap((path) => {
    const read = readSource(path, show(path))
    refused.push(...(read.ok ? refuseDocument(read.source) : [read.refused]))
    return read.ok ? [read.source] : []
  })
  const data = domains.data.filter(isNew).flatMap((path) => {
    const read = readSource(path, show(path))
    const root = read.ok && read.source.document?.ok === true ? read.source.document.root : undefined
    return read.ok && ['nlu', 'responses'].some((key) => memberOf(root, key) !== undefined) ? [read.source] : []
  })
  return [...data, ...domain]
}

/** Whether a file is YAML or JSON that cannot be read; a template of such need not be. */
function isBroken({ document, text }: SourceFile): boolean {
  return document?.ok === false && !/\{[{%]/.test(text) && foreignFile(text) === null
}

function unknown(source: SourceFile): RefusedPart[] {
  const origin = startOf(source.name)
  const foreign = foreignFile(source.text)
  if (foreign !== null) return [{ origin, ...foreign }]
  const broken = source.document === null ? [] : refuseDocument(source)
  if (broken.length > 0) return broken
  const message = 'this is no script of Botium, Rasa, Voiceflow or promptfoo, as far as can be told'
  return [{ origin, message, hint: `say whose it is: --from ${peers.join(', ')}` }]
}

/** A table that another suite beside this one has with other rows stays in the suite. */
function keepTables({ file, conversations }: PeerSuite, tables: Map<string, string>): void {
  for (const conversation of conversations) {
    const { table } = conversation
    if (table === null) continue
    const path = join(dirname(file), table.name)
    if ((tables.get(path) ?? table.text) === table.text) tables.set(path, table.text)
    else conversation.table = null
  }
}

/** The links of a text without who opens them. */
const hideLinks = (text: string): string =>
  replaceSignatures(
    replaceUsers(text, () => '(hidden)@'),
    (pair) => pair.replace(/=.*/s, '=(hidden)'),
  )

/** A suite without secrets in its notes, which are written into it and reported. */
function withoutSecrets(suite: PeerSuite): PeerSuite {
  const hide = (notes: readonly DraftNote[]): DraftNote[] =>
    notes.map((note) => ({ ...note, what: hideLinks(hideSecrets(note.what, '(hidden)')) }))
  const hidden = (turn: DraftTurn): DraftTurn => ({ ...turn, notes: hide(turn.notes) })
  return {
    ...suite,
    notes: hide(suite.notes),
    templates: new Map([...suite.templates].map(([name, turns]) => [name, turns.map(hidden)])),
    conversations: suite.conversations.map(({ simulated, ...conversation }) => ({
      ...conversation,
      notes: hide(conversation.notes),
      turns: conversation.turns.map(hidden),
      simulated: simulated === null ? null : { ...simulated, whole: hidden(simulated.whole) },
    })),
  }
}
