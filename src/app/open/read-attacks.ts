import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText } from '../../base/files/files.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { findLeak } from '../../compare/attack/find-leak.ts'
import type { AttackFile } from '../../suite/attack/attack-file.ts'

import { isForAttacking, parseAttacks, parseFamily } from '../../suite/attack/read-attacks.ts'
import type { Technique } from '../../suite/attack/technique.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { localAgents } from '../agents/local-agents.ts'
import { concealProblem } from '../config/concealer.ts'
import { openConcealer, type ShowPrivateFlag } from '../config/open-concealer.ts'
import { type RunSettled, type SettlingFlags, settle } from '../config/settings.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { findSuites } from '../files/find-suites.ts'
import { fitToWorkspace } from '../target/fit-to-workspace.ts'
import type { Opening, ProjectSuites } from './open-run.ts'

export interface AttacksRead {
  project: ProjectSuites
  files: AttackFile[]
  library: Technique[]
}

/** Other files in a folder are ignored. @throws UsageError for senseless flags, a broken or a missing file */
export async function readAttacks(
  paths: readonly string[],
  flags: SettlingFlags & ShowPrivateFlag,
  { bound = (runSettings) => runSettings, stop }: Opening = {},
): Promise<AttacksRead> {
  const attackSettings = await settle(paths.length === 0 ? ['attacks'] : paths, flags, process.env)
  const settings = await fitToWorkspace(bound(attackSettings))
  const conceal = openConcealer(settings, flags)
  const texts = new Map<string, string>()
  const suitePaths = findSuites(settings.suites, settings.folder, settings.within)
  const problems: Problem[] = []
  const files: AttackFile[] = []
  for (const { file, inFolder = false } of suitePaths) {
    const text = textAt(resolve(settings.folder, file), file)
    if (inFolder && !isForAttacking(text)) continue
    texts.set(file, text)
    const parsed = parseAttacks(text, file)
    if (parsed.ok) files.push(parsed.file)
    else problems.push(...parsed.problems)
  }
  const textOf = (file: string): string | undefined => {
    const text = texts.get(file)
    return text === undefined ? undefined : conceal.excerptOf(file, text)
  }
  if (problems.length > 0)
    throw brokenFiles(
      problems.map((problem) => concealProblem(problem, conceal)),
      textOf,
      { isConcealed: true },
    )
  if (files.length === 0)
    throw new UsageError(
      `${settings.suites.join(', ')} holds no file of attacks`,
      'one begins with attacks: and has goals:',
    )
  const read = { suitePaths, suites: [], problems: [], texts, files: new Set(texts.keys()) }
  const project = { settled: settings, read, conceal, textOf, ...(stop === undefined ? {} : { stop }) }
  return { project, files, library: readLibrary() }
}

function textAt(path: string, file: string): string {
  try {
    return readText(path)
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${(error as Error).message}`,
      'name a file of attacks that may be read',
    )
  }
}

function readLibrary(): Technique[] {
  const folder = new URL('templates/attacks/', packageFolder)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => {
      const path = fileURLToPath(new URL(name, folder))
      const read = parseFamily(readText(path), `templates/attacks/${name}`)
      if (!read.ok) throw brokenFiles(read.problems, () => readText(path))
      return read.family.attacks
    })
}

/** Refuses goals of the local service that no attack could reach: a tool that the agent lacks. @throws UsageError */
export async function insistReachable(files: readonly AttackFile[], settings: RunSettled): Promise<void> {
  if (settings.target !== null) return
  const agents = await localAgents(settings.workspace)
  for (const { file, agent, goals } of files) {
    if (agent === undefined || agent.value.includes('{{')) continue
    const facts = settings.versions.flatMap((version) => {
      const lookup = agents.find(agent.value, version)
      if (lookup.kind === 'no agent')
        throw new UsageError(
          `${file}:${agent.at.line}: there is no agent "${agent.value}" in ${agents.source}`,
          didYouMean(agent.value, lookup.names) ?? `it has ${lookup.names.join(', ')}`,
        )
      return lookup.kind === 'known' ? [lookup.facts] : []
    })
    const toolNames = facts.flatMap(({ tools }) => [...tools.keys()])
    if (toolNames.length === 0) continue
    const isOpen = facts.some(({ open }) => open === true)
    for (const { harm } of goals)
      for (const { name, at } of harm.calls?.never ?? []) {
        if (/[*{]/.test(name) || toolNames.includes(name)) continue
        const hint = didYouMean(name, toolNames)
        if (isOpen && hint === undefined) continue // it may have others: its report tells that nothing knows this one
        throw new UsageError(
          `${file}:${at.line}: ${agent.value} has no tool "${name}", so no attack could make it call one`,
          hint ?? `it has ${[...new Set(toolNames)].join(', ')}`,
        )
      }
  }
}

/** Leak texts that appear in nothing the agent is told; empty if nothing is known of what it is told. */
export function unknownLeaks(leaks: readonly string[], texts: readonly unknown[]): string[] {
  const privateTexts = texts.flatMap(textsIn)
  return privateTexts.length === 0 ? [] : leaks.filter((leak) => findLeak(leak, privateTexts) === null)
}
