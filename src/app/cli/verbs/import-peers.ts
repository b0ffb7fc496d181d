import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { cutText } from '../../../base/privacy/cut.ts'
import { count } from '../../../base/wording.ts'
import { type Note, type Peer, peers, type Refused, showOrigin } from '../../../import/peers/draft/draft.ts'
import { looksLikePeers } from '../../../import/peers/draft/recognise-peer.ts'
import { importPeers as importScripts, type PeerImport } from '../../../import/peers/import-peers.ts'
import { schemaOf, shown } from '../../project/find-suites.ts'
import { writeGiven } from '../../project/given-files.ts'
import { complain, print, printJson } from '../../project/print.ts'
import { UsageError } from '../../project/usage-error.ts'

/** The flags of `tableread import` that apply to scripts of peers. */
export interface PeerFlags {
  /** One of `peers`; if omitted, detected for each file. */
  from?: string
  /** A folder for the suites, or a .yaml file if there is only one suite. */
  output?: string
  agent?: string
  force?: boolean
  json?: boolean
}

/** Whether the named files are scripts of peers. */
export function arePeers(given: readonly string[], { from }: PeerFlags): boolean {
  return from !== undefined || (given.every((path) => existsSync(path)) && looksLikePeers(given))
}

/**
 * `tableread import --from botium FILE…`: converts scripts of peers to suites. Returns 0 when every file is
 * in a suite, 1 when a file or a part of one is not, 2 when nothing could be imported. What a suite cannot
 * express is listed but does not affect the exit code.
 * @throws UsageError when a path does not exist, the flags make no sense, or the output already exists
 */
export async function importPeers(given: readonly string[], flags: PeerFlags): Promise<number> {
  const folder = process.cwd()
  const missing = given.find((path) => !existsSync(resolve(folder, path)))
  if (missing !== undefined)
    throw new UsageError(`there is no file or folder ${missing}`, 'name scripts, or folders of them')
  const from = peers.find((peer) => peer === flags.from) ?? null
  if (flags.from !== undefined && from === null)
    throw new UsageError(`--from ${flags.from} is not known`, `write one of ${peers.join(', ')}`)
  const made = importScripts(given, {
    from: from satisfies Peer | null,
    agent: flags.agent ?? null,
    show: (path) => shown(path, folder),
  })
  const { suites, refused } = made
  const files = placeSuites(made, given, flags, folder)
  for (const { file, text } of files) writeGiven(file, text, { shown: shown(file, folder) })
  complain(describeLosses(made))
  if (flags.json === true) {
    const listed = suites.map(({ text, ...suite }, index) => ({
      ...suite,
      ...(files[index] === undefined ? { text } : { output: shown(files[index].file, folder) }),
    }))
    printJson({ schemaVersion: 1, suites: listed, refused })
  } else {
    const [only] = suites
    if (flags.output === undefined && only !== undefined) print(only.text)
    complain(describePeers(made, flags.output ?? null))
  }
  if (suites.length === 0) return 2
  return refused.length > 0 ? 1 : 0
}

/** Where each suite is written: below the output folder, at the path that its script has below the named path. */
function placeSuites({ suites }: PeerImport, given: readonly string[], flags: PeerFlags, folder: string) {
  const { output, force = false, json = false } = flags
  if (output === undefined) {
    if (suites.length > 1 && !json)
      throw new UsageError(`these scripts make ${suites.length} suites`, 'name a folder for them: -o suites')
    return []
  }
  const isFile = /\.ya?ml$/.test(output)
  if (isFile && suites.length > 1)
    throw new UsageError(`these scripts make ${suites.length} suites, and ${output} is one file`, 'name a folder')
  const taken = new Set<string>()
  const files = suites.map(({ file, text }) => {
    const path = isFile ? output : join(output, nameBelow(resolve(folder, file), given, folder))
    let [free, number] = [path, 2]
    while (taken.has(free)) free = path.replace(/(?:-\d+)?\.yaml$/, `-${number++}.yaml`)
    taken.add(free)
    const place = resolve(folder, free)
    return { file: place, text: `# yaml-language-server: $schema=${schemaOf(place, folder)}\n${text}` }
  })
  const there = files.find(({ file }) => !force && existsSync(file))
  if (there !== undefined)
    throw new UsageError(
      `${shown(there.file, folder)} is there already`,
      'name another folder, or overwrite it with --force',
    )
  return files
}

function nameBelow(path: string, given: readonly string[], folder: string): string {
  const root = given
    .map((each) => resolve(folder, each))
    .find((each) => path.startsWith(each + sep) && statSync(each).isDirectory())
  const name = root === undefined ? basename(path) : relative(root, path)
  const stem = basename(name).replace(/(?:\.p?convo|\.utterances)?\.\w+$/i, '')
  return join(dirname(name), `${stem}.yaml`)
}

/**
 * Everything that the imported suites lose or express differently, and everything that could not be imported,
 * each with its place.
 */
function describeLosses({ suites, refused }: PeerImport): string {
  const notes = suites.flatMap((suite) => suite.notes).map(describeNote)
  return [...notes, ...refused.map(describeRefused)].map((line) => `${line}\n`).join('')
}

/** A summary of an import of peers' scripts, in a few lines. `output` is where the suites are, or null. */
function describePeers({ suites, refused }: PeerImport, output: string | null): string {
  if (suites.length === 0) return `\nnothing was imported${refused.length === 0 ? ': no script was found' : ''}\n`
  const sum = (number: (suite: PeerImport['suites'][number]) => number): number =>
    suites.reduce((total, suite) => total + number(suite), 0)
  const notes = suites.flatMap((suite) => suite.notes)
  const lost = notes.filter(({ kind }) => kind === 'lost').length
  const skipped = sum((suite) => suite.skipped)
  return `${[
    '',
    `${count(
      sum((suite) => suite.conversations),
      'conversation',
    )} in ${count(suites.length, 'suite')}${output === null ? '' : `, written to ${output}`}`,
    ...(skipped === 0 ? [] : [`skipped until somebody fills in a TODO: ${skipped}`]),
    ...(notes.length === 0 ? [] : [`left out: ${lost}, said differently: ${notes.length - lost}, each listed above`]),
    ...(refused.length === 0 ? [] : [`not imported: ${refused.length}, listed above`]),
  ].join('\n')}\n`
}

function describeNote({ origin, kind, what, why }: Note): string {
  const shown = cutText(what, 120)
  return `${showOrigin(origin)}: ${kind === 'lost' ? 'not said' : 'said otherwise'}: ${JSON.stringify(shown)}: ${why}`
}

function describeRefused({ origin, message, hint }: Refused): string {
  return `${showOrigin(origin)}: ${message}\n   hint: ${hint}`
}
