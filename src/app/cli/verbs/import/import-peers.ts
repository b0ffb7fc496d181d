import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { realPathOf } from '../../../../base/files/files.ts'
import { nearHint } from '../../../../base/files/near-path.ts'
import { type Peer, peers, shownStates } from '../../../../import/peers/draft/draft.ts'
import { looksLikePeers } from '../../../../import/peers/draft/recognise-peer.ts'
import { importPeers as importScripts, type PeerImport } from '../../../../import/peers/import-peers.ts'
import { scriptsDocument } from '../../../../report/studies/import.ts'
import { tablereadVersion } from '../../../edge/package-version.ts'
import { complain, print } from '../../../edge/print.ts'
import { openSinks } from '../../../edge/sinks.ts'
import { UsageError } from '../../../edge/usage-error.ts'
import { schemaOf, showPath } from '../../../files/find-suites.ts'
import { writeGiven } from '../../../files/given-files.ts'
import type { ImportFlags } from '../../../flags/result-flags.ts'
import { isForPeople, type StudyFlags, writeDocument } from '../../../reports/write-study.ts'
import { insistDraft } from '../../talks/gather-talks.ts'

export type PeerFlags = StudyFlags & Pick<ImportFlags, 'from' | 'output' | 'agent' | 'shows' | 'force'>

/** Whether the named files are scripts of peers. */
export function arePeers(paths: readonly string[], { from }: PeerFlags): boolean {
  return from !== undefined || (paths.every((path) => existsSync(path)) && looksLikePeers(paths))
}

/** 0 when every file is in a suite, 1 when a part of one is not, 2 when none could be imported. @throws UsageError */
export async function importPeers(paths: readonly string[], flags: PeerFlags): Promise<number> {
  insistDraft(flags)
  const folder = process.cwd()
  const missing = paths.find((path) => !existsSync(resolve(folder, path)))
  if (missing !== undefined)
    throw new UsageError(
      `there is no file or folder ${missing}`,
      nearHint(resolve(missing)) ?? 'name scripts, or folders of them',
    )
  const from = peers.find((peer) => peer === flags.from) ?? null
  if (flags.from !== undefined && from === null)
    throw new UsageError(`--from ${flags.from} is not known`, `write one of ${peers.join(', ')}`)
  const conversion = importScripts(paths, {
    from: from satisfies Peer | null,
    agent: flags.agent ?? null,
    shows: shownStates.filter((each) => flags.shows?.includes(each)),
    tables: flags.output !== undefined,
    show: (path) => showPath(path, folder),
  })
  const { suites, refused } = conversion
  const files = placeSuites(conversion, paths, flags, folder)
  for (const { file, text } of files) writeGiven(file, text, { displayPath: showPath(file, folder) })
  const entries = suites.map(({ text, tables, ...suite }, index) => {
    const place = files[index]?.file
    if (place === undefined) return { ...suite, text }
    const beside = tables.map(({ name }) => showPath(join(dirname(place), name), folder))
    return { ...suite, output: showPath(place, folder), ...(beside.length === 0 ? {} : { tables: beside }) }
  })
  const [only] = suites
  if (flags.output === undefined && only !== undefined && isForPeople(flags)) print(only.text)
  const result = { schemaVersion: 1, suites: entries, refused, aside: conversion.aside }
  const document = scriptsDocument(conversion, flags.output ?? null, tablereadVersion())
  const sinks = openSinks()
  await writeDocument({ result, document }, flags, sinks, { isListed: true, write: complain })
  if (suites.length === 0) return 2
  return sinks.end(refused.length > 0 ? 1 : 0)
}

/** Below the output folder, at the path that the script has below the named path; the tables they need follow. */
function placeSuites({ suites }: PeerImport, paths: readonly string[], flags: PeerFlags, folder: string) {
  const { output, force = false } = flags
  if (output === undefined) {
    if (suites.length > 1 && isForPeople(flags))
      throw new UsageError(`these scripts make ${suites.length} suites`, 'name a folder for them: -o suites')
    return []
  }
  const isFile = /\.ya?ml$/.test(output)
  if (isFile && suites.length > 1)
    throw new UsageError(`these scripts make ${suites.length} suites, and ${output} is one file`, 'name a folder')
  const names = new Set<string>()
  const files = suites.map(({ file, text }) => {
    const path = isFile ? output : join(output, nameBelow(resolve(folder, file), paths, folder))
    let [free, number] = [path, 2]
    while (names.has(free)) free = path.replace(/(?:-\d+)?\.yaml$/, `-${number++}.yaml`)
    names.add(free)
    const place = resolve(folder, free)
    return { file: place, text: `# yaml-language-server: $schema=${schemaOf(place, folder)}\n${text}` }
  })
  const tables = suites.flatMap((suite, index) =>
    suite.tables.map(({ name, text, source }) => ({
      file: join(dirname(files[index]?.file ?? ''), name),
      text,
      isOwn: (file: string) => realPathOf(file) === realPathOf(source),
    })),
  )
  const own = tables.find(({ file, isOwn }) => isOwn(file))
  if (own !== undefined)
    throw new UsageError(`${showPath(own.file, folder)} is the table of the script itself`, 'name another folder')
  files.push(...tables)
  const there = files.find(({ file }) => !force && existsSync(file))
  if (there !== undefined)
    throw new UsageError(
      `${showPath(there.file, folder)} is there already`,
      'name another folder, or overwrite it with --force',
    )
  return files
}

function nameBelow(path: string, paths: readonly string[], folder: string): string {
  const root = paths
    .map((each) => resolve(folder, each))
    .find((each) => path.startsWith(each + sep) && statSync(each).isDirectory())
  const name = root === undefined ? basename(path) : relative(root, path)
  const stem = basename(name).replace(/(?:\.p?convo|\.utterances)?\.\w+$/i, '')
  return join(dirname(name), `${stem}.yaml`)
}
