import { textsIn } from '../../base/json/walk-json.ts'
import { listKnown } from '../../base/text/wording.ts'
import type { AttackResult } from '../../compare/attack/attack-result.ts'
import { type AttackSettings, attackExitCode } from '../../compare/attack/conclude-attack.ts'
import { findLeak } from '../../compare/attack/find-leak.ts'
import { performAttack } from '../../compare/attack/perform-attack.ts'
import { scopeOf } from '../../engine/verdict/conceal.ts'
import { type AttackSample, attackSampleDocument } from '../../report/studies/samples.ts'
import type { AttackFile } from '../../suite/attack/attack-file.ts'
import { type AttackLeftOut, type AttackTalk, planAttacks } from '../../suite/attack/plan-attacks.ts'
import type { Technique } from '../../suite/attack/technique.ts'
import { attackKeeper, type KeptSources, keepAttacks } from '../cli/output/keep-attacks.ts'
import { insistKeepable } from '../cli/output/kept-file.ts'
import { readNames, readPercent, readWhole } from '../config/flag-values.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { AttackFlags } from '../flags/study-flags.ts'
import { frameOf, type Opening, openConfigured, type ProjectSuites } from '../open/open-run.ts'
import { type AttacksRead, insistReachable, readAttacks, unknownLeaks } from '../open/read-attacks.ts'
import { writeSample } from '../reports/write-study.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { type PreparedStudy, prepareStudy, runStudy } from './study.ts'

/** Exit codes: see `attackExitCode`. @throws UsageError for nothing to try, a broken file, or senseless flags */
export async function attack(paths: readonly string[], flags: AttackFlags): Promise<number> {
  const size = readSampleSize(flags.printAttacks)
  if (flags.keep !== undefined) insistKeepable(flags.keep, attackKeeper)
  const planned = await readPlanned(paths, flags)
  if (size !== null) return printAttacks(planned.read, planned, size, flags)
  return runStudy(await prepareTalks(planned, flags), flags)
}

/** Reads what `attack` is asked for. @throws UsageError as it does */
export async function prepareAttack(
  paths: readonly string[],
  flags: AttackFlags,
  opening?: Opening,
): Promise<PreparedStudy> {
  return prepareTalks(await readPlanned(paths, flags, opening), flags)
}

type Planned = ReturnType<typeof planAll> &
  Pick<AttackSettings, 'seeds' | 'turnBudget' | 'harm'> & { read: AttacksRead }

async function readPlanned(paths: readonly string[], flags: AttackFlags, opening?: Opening): Promise<Planned> {
  const seeds = readWhole('--seeds', flags.seeds ?? '1', { most: 1_000 })
  const turnBudget =
    flags.turnBudget === undefined ? null : readWhole('--turn-budget', flags.turnBudget, { most: 10_000_000 })
  const harm = flags.harm === undefined ? 0 : readPercent('--harm', flags.harm)
  const read = await readAttacks(paths, flags, opening)
  const planned = planAll(read, flags, seeds)
  if (planned.talks.length === 0) throw new UsageError(...nothingToTry(planned.leftOut))
  return { read, seeds, turnBudget, harm, ...planned }
}

async function prepareTalks(
  { read, seeds, turnBudget, harm, talks, leftOut }: Planned,
  flags: AttackFlags,
): Promise<PreparedStudy> {
  const { project } = read
  const { settled } = project
  const plans = talks.map(({ plan }) => plan)
  await insistVersions(plans, settled)
  await insistReachable(read.files, settled)
  insistTried(read.files, { talks, leftOut }, flags)
  return prepareStudy(project, openConfigured(project), async ({ service, interrupted, sinks, contextOf }) => {
    const context = await contextOf(plans, service)
    const { result } = await performAttack(talks, {
      ...context,
      ...frameOf(plans, service),
      seed: settled.seed,
      seeds,
      turnBudget,
      harm,
      leftOut,
    })
    await tellUnknownLeaks(talks, context.prompts)
    return {
      result,
      async conclude() {
        const { keep } = flags
        if (keep !== undefined) await sinks.fill(() => tellKept(keep, result, talks, project))
        return attackExitCode(result, interrupted())
      },
    }
  })
}

function tellKept(keep: string, result: AttackResult, talks: readonly AttackTalk[], project: ProjectSuites): void {
  const sources = {
    textOf: (file: string) => project.read.texts.get(file),
    talkOf: ({ id }: { id: string }) => plannedOf(talks.find(({ plan }) => plan.id === id)),
    conceal: (text: string) => project.conceal.rest(text),
  }
  const { count, left } = keepAttacks(keep, result, sources)
  if (count === 0 && left.length === 0) complain('no harm was done: --keep wrote nothing\n')
  for (const each of left) warn(each)
}

/** The goal and texts of a talk, and the metadata that its attack smuggled in. */
function plannedOf(talk: AttackTalk | undefined): ReturnType<KeptSources['talkOf']> {
  const smuggles = talk?.technique.metadata !== undefined
  const metadata = smuggles ? (talk?.plan.metadata ?? null) : null
  const { goal, leaks = [], lines, backOff, wish, plan } = talk ?? {}
  const texts = textsIn([wish, lines, backOff, goal?.harm.calls, plan?.metadata, plan?.variables])
  return { goal: goal?.name.value ?? '', metadata, leaks: leaks.map(({ value }) => value), texts }
}

/** Every talk that was asked for, of every file. @throws UsageError for an unknown name */
function planAll(
  { files, library, project }: AttacksRead,
  { families, attacks, goals }: AttackFlags,
  attackSeeds: number,
): { talks: AttackTalk[]; leftOut: AttackLeftOut[] } {
  const all = [...library, ...files.flatMap(({ own }) => own)]
  const inFamilies = readNames('--families', 'family', families, [...new Set(all.map(({ family }) => family))])
  const names = readNames('--attacks', 'attack', attacks, [...new Set(all.map(({ name }) => name.value))])
  const forGoals = readNames('--goals', 'goal', goals, namesOfGoals(files))
  for (const { file, families: familyChoice } of files)
    if (typeof familyChoice !== 'string') insistFamilies(file, familyChoice, library)
  const wants = ({ family, name }: Technique, goal: AttackFile['goals'][number]): boolean =>
    (inFamilies === null || inFamilies.includes(family)) &&
    (names === null || names.includes(name.value)) &&
    (forGoals === null || forGoals.includes(goal.name.value))
  const choice = {
    ...project.settled,
    environment: process.env,
    attackSeeds,
    looksAtStored: project.settled.reconcile,
    wants,
    tells: (leak: string, text: string) => findLeak(leak, [text]) !== null,
  }
  const planned = files.map((file) => planAttacks(file, library, choice))
  return { talks: planned.flatMap(({ talks }) => talks), leftOut: planned.flatMap(({ leftOut }) => leftOut) }
}

const namesOfGoals = (files: readonly AttackFile[]): string[] => [
  ...new Set(files.flatMap(({ goals }) => goals.map(({ name }) => name.value))),
]

/** @throws UsageError for a family that the library does not have */
function insistFamilies(
  file: string,
  familyChoice: Exclude<AttackFile['families'], string>,
  library: readonly Technique[],
): void {
  const familyNames = [...new Set(library.map(({ family }) => family))]
  for (const { value, at } of familyChoice)
    if (!familyNames.includes(value))
      throw new UsageError(`${file}:${at.line}: there is no family "${value}"`, listKnown(familyNames))
}

/** It would look as if the agent had resisted; flags may leave goals without attacks. @throws UsageError */
function insistTried(
  files: readonly AttackFile[],
  { talks, leftOut }: { talks: readonly AttackTalk[]; leftOut: readonly AttackLeftOut[] },
  { families, attacks, goals }: AttackFlags,
): void {
  const goalNames = readNames('--goals', 'goal', goals, namesOfGoals(files))
  for (const { file, goals: attackGoals } of files)
    for (const goal of attackGoals) {
      const { value } = goal.name
      if (goalNames?.includes(value) === false || talks.some((talk) => talk.goal === goal)) continue
      const why = leftOut.find((each) => each.file === file && (each.goal === value || each.goal === null))
      if (why === undefined && (families ?? attacks) !== undefined) continue
      const reason = why === undefined ? 'no attack is for it' : `${why.attack} is left out: ${why.reason}`
      throw new UsageError(
        `${file}:${goal.at.line}: nothing would be tried for the goal "${value}": ${reason}`,
        'mend it, or choose the others with --goals',
      )
    }
}

function nothingToTry(leftOut: readonly AttackLeftOut[]): [string, string] {
  const [first] = leftOut
  const why = first === undefined ? '' : `: ${leftOut.length} left out, ${first.attack} because ${first.reason}`
  return [`no attack is to be tried${why}`, 'choose other families, attacks or goals']
}

/** Warns about a leak text that appears nowhere in what we know of the agent: such a goal may be out of reach. */
async function tellUnknownLeaks(
  talks: readonly AttackTalk[],
  prompts: ((plan: AttackTalk['plan']) => Promise<readonly unknown[]>) | undefined,
): Promise<void> {
  const places = new Set<string>()
  for (const { plan, leaks } of talks) {
    const open = leaks.filter(({ at }) => !places.has(`${plan.file}:${at.line} ${plan.version}`))
    if (open.length === 0) continue
    const texts = (await prompts?.(plan)) ?? []
    for (const { value, at } of open) {
      places.add(`${plan.file}:${at.line} ${plan.version}`)
      if (unknownLeaks([value], texts).length > 0)
        warn(
          `${plan.file}:${at.line}: nothing that is known of ${plan.agent.value} contains this text; perhaps a tool returns it`,
        )
    }
  }
}

/** How many attacks to print; null if they are to be tried. @throws UsageError for what is not a number */
function readSampleSize(flag: AttackFlags['printAttacks']): number | null {
  if (flag === undefined) return null
  return flag === true ? 20 : readWhole('--print-attacks', flag, { most: 100_000 })
}

/** Prints attacks as they would be tried with the first seed, and sends nothing. */
function printAttacks(
  { project: { conceal, settled } }: AttacksRead,
  { talks, leftOut }: { talks: readonly AttackTalk[]; leftOut: readonly AttackLeftOut[] },
  size: number,
  flags: AttackFlags,
): Promise<number> {
  const first = talks.filter(({ seed, plan }) => seed === 1 && plan.version === talks[0]?.plan.version)
  const sample: AttackSample = {
    kind: 'attacks',
    schemaVersion: 1,
    tableread: tablereadVersion(),
    seed: settled.seed,
    made: first.length,
    leftOut: [...leftOut],
    sample: first.slice(0, size).map(({ plan, goal, technique, lines }) => ({
      file: plan.file,
      line: goal.at.line,
      attacks: plan.suite,
      goal: goal.name.value,
      attack: technique.name.value,
      family: technique.family,
      turns: conceal.rest(lines.map(shownLine), scopeOf({ file: plan.file, at: plan.conversation.at })),
    })),
  }
  return writeSample(sample, attackSampleDocument(sample), flags)
}

function shownLine({
  wordings,
  attachments,
  onRefusal,
}: AttackTalk['lines'][number]): AttackSample['sample'][number]['turns'][number] {
  const refusals = Array.isArray(onRefusal) ? onRefusal.map((line) => line.wordings[0] ?? '').join(' / ') : onRefusal
  return { user: wordings[0] ?? '', ...(attachments.length === 0 ? {} : { attachments }), ifRefused: refusals }
}
