import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { suggest } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { type AcceptedMutants, acceptedShape } from '../../compare/mutation/accepted.ts'
import { allKinds, type MutantKind } from '../../compare/mutation/mutant/mutant.ts'
import { isUnjudged, type TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { performTeeth } from '../../compare/mutation/perform-teeth.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { readPercent, readWhole } from '../config/flag-values.ts'
import { UsageError } from '../edge/usage-error.ts'
import { type GivenYaml, readGivenYaml } from '../files/given-yaml.ts'
import type { ProveFlags, TeethFlags } from '../flags/study-flags.ts'
import { frameOf, insistSound, type Opening, openConfigured, openProject } from '../open/open-run.ts'
import { choosePlans, readPlans } from '../suites/choose-plans.ts'
import { printQuarantined } from '../suites/quarantine.ts'
import { throughTapes } from '../tapes/play-tapes.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { type PreparedStudy, prepareStudy, runStudy } from './study.ts'

/** Exit codes: see `teethExitCode`. @throws UsageError for nothing to run, a broken suite, or senseless flags */
export async function teeth(paths: readonly string[], flags: TeethFlags): Promise<number> {
  return runStudy(await prepareTeeth(paths, flags), flags)
}

/** On the published version: each has to pass several runs and notice what no other does. @throws as `teeth` */
export async function prove(paths: readonly string[], flags: ProveFlags): Promise<number> {
  const proveFlags = provingFlags(flags)
  return runStudy(await prepareTeeth(paths, proveFlags), proveFlags)
}

const provingFlags = (flags: ProveFlags): ProveFlags & { runs: string } => ({
  ...{ agentVersion: ['default'], runs: '5' },
  ...flags,
})

/** Reads what `prove` is asked for. @throws UsageError as it does */
export const prepareProve = (paths: readonly string[], flags: ProveFlags, opening?: Opening): Promise<PreparedStudy> =>
  prepareTeeth(paths, provingFlags(flags), opening)

/** Reads what `teeth` is asked for; with `runs`, what `prove` is. @throws UsageError as they do */
export async function prepareTeeth(
  paths: readonly string[],
  flags: TeethFlags & Pick<ProveFlags, 'runs'>,
  opening?: Opening,
): Promise<PreparedStudy> {
  const runs = flags.runs === undefined ? undefined : readWhole('--runs', flags.runs, { most: 1_000 })
  if (runs === 1)
    throw new UsageError(
      '--runs 1 proves nothing: one run cannot tell what is flaky',
      'write --runs 2 or more; 5 is usual',
    )
  const kinds = readKinds(flags.kinds)
  const minScore = flags.minScore === undefined ? null : readPercent('--min-score', flags.minScore)
  const limit = readWhole('--limit', flags.limit ?? (runs === undefined ? '10' : '0'), { least: 0, most: 99_999 })
  const project = await openProject(paths, flags, opening)
  const { settled, read } = project
  insistSound(project)
  const chosenPlans = choosePlans(read, settled, flags)
  if (flags.tape !== 'replay') await insistVersions(chosenPlans, settled)
  printQuarantined(runs === undefined ? 'teeth' : 'prove', chosenPlans, settled)
  const accepted = readAccepted(flags.accept ?? settled.teeth, readPlans(read, settled))
  const tapes = await throughTapes(chosenPlans, settled, flags)
  const { plans } = tapes
  return prepareStudy(project, openConfigured(project, tapes.target), async ({ service, interrupted, contextOf }) => {
    const result = await performTeeth(plans, {
      ...(await contextOf(plans, service, { functions: flags.tape === undefined })),
      ...frameOf(plans, service),
      seed: settled.seed,
      kinds,
      accepted,
      minScore,
      ...(runs === undefined ? {} : { runs }),
      listen: async (event) => {
        for (const hear of tapes.listeners) await hear(event)
      },
      ...tapes.settings,
    })
    const broken = tapes.problems.length > 0 && interrupted() === null
    const code = broken ? 2 : teethExitCode(result, minScore, interrupted())
    return {
      result,
      most: limit,
      conclude: () => tapes.conclude(code, verdictsOf(result)),
    }
  })
}

/** Written `drop-call` or "drop call"; all by default. @throws UsageError for an unknown one */
function readKinds(kinds: readonly string[] | undefined): readonly MutantKind[] {
  if (kinds === undefined) return allKinds
  const words = kinds.flatMap((each) => each.split(',')).map((each) => each.trim().replaceAll('-', ' '))
  for (const word of words) {
    if (allKinds.some((kind) => kind === word)) continue
    const near = suggest(word, allKinds)
    throw new UsageError(
      `there is no kind of mutant "${word}"`,
      near === undefined ? listKnown(allKinds, allKinds.length) : `did you mean ${near}?`,
    )
  }
  return allKinds.filter((kind) => words.includes(kind))
}

/** Whether each conversation could be judged: only if one could not may the tape be the reason. */
function verdictsOf({ conversations }: TeethResult): { id: string; verdict: 'errored' | 'passed' }[] {
  return conversations.map((each) => ({
    id: each.id,
    verdict: isUnjudged(each) ? 'errored' : 'passed',
  }))
}

/** 1: below the minimum, nothing to measure, a failure without mutation; 3: not judged; 130, 143: interrupted. */
export function teethExitCode(
  { conversations, suites, score }: TeethResult,
  minScore: number | null,
  interrupted: 129 | 130 | 143 | null,
): number {
  if (interrupted !== null) return interrupted
  if (conversations.some(isUnjudged)) return 3
  if (score === null || conversations.some(({ proof }) => (proof?.refused ?? null) !== null)) return 1
  if (minScore === null) return 0
  const below = suites.some((suite) => suite.score !== null && suite.score < minScore)
  return below || conversations.some(({ unscored }) => unscored?.kind === 'failed') ? 1 : 0
}

/** By default `teeth.yaml`, if it exists. @throws UsageError for a bad file, and for what it names in vain */
function readAccepted(acceptedPath: string | null, plans: readonly Plan[]): AcceptedMutants[] {
  const path = resolve(acceptedPath ?? 'teeth.yaml')
  if (acceptedPath === null && !existsSync(path)) return []
  const missing = { message: `there is no file of accepted mutants at ${path}`, hint: 'leave out --accept' }
  const file = readGivenYaml(path, acceptedShape, { missing })
  const entries = file.value ?? []
  const read = new Set(plans.map(({ suite }) => suite))
  for (const { suite, conversation } of entries) {
    const own = plans.filter((plan) => plan.suite === suite.value)
    if (own.length === 0 && acceptedPath !== null) refuseUnknown('suite', suite, [...read], file)
    const names = own.map((plan) => plan.conversation.name.value)
    if (own.length > 0 && conversation !== undefined && !names.includes(conversation.value))
      refuseUnknown('conversation', conversation, names, file)
  }
  file.insistSound()
  return entries
}

/** Refuses an entry that matches nothing, since it would otherwise stay in the file for ever. */
function refuseUnknown(
  what: string,
  { value, at }: WithPlace<string>,
  names: readonly string[],
  file: GivenYaml<unknown>,
): void {
  const near = suggest(value, names)
  const hint = near === undefined ? `take it out, or name the ${what} as it is` : `did you mean "${near}"?`
  file.refuse(at, `there is no ${what} "${value}"`, hint)
}
