import { chooseBy } from '../../base/choose-by.ts'
import { allOperators, listVariants, type VariantSettings } from '../../compare/vary/list-variants.ts'
import { type Family, families, type VariantOperator } from '../../compare/vary/operators/operator.ts'
import { performVary, type VaryPerformance } from '../../compare/vary/perform-vary.ts'
import { describeEdit } from '../../compare/vary/typed/edit.ts'
import type { VarySettings } from '../../compare/vary/work.ts'
import { scopeOf } from '../../engine/verdict/conceal.ts'
import { type SampledVariant, type VariantSample, variantSampleDocument } from '../../report/studies/samples.ts'
import { type Plan, shareClock } from '../../suite/plan/plan.ts'
import { keepVariants, variantKeeper } from '../cli/output/keep-variants.ts'
import { insistKeepable } from '../cli/output/kept-file.ts'
import { readNames, readPercent, readShare, readWhole } from '../config/flag-values.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { VaryFlags } from '../flags/study-flags.ts'
import { paraphraser } from '../judging/paraphrase.ts'
import {
  frameOf,
  insistSound,
  type Opening,
  openConfigured,
  openProject,
  type ProjectSuites,
} from '../open/open-run.ts'
import { readQueueFlags } from '../queue/run/queue-flags.ts'
import { takenUpCode, throughQueue } from '../queue/run/through-queue.ts'
import { gateExitCode, writeSample } from '../reports/write-study.ts'
import { choosePlans } from '../suites/choose-plans.ts'
import { printQuarantined } from '../suites/quarantine.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { type PreparedStudy, prepareStudy, runStudy } from './study.ts'

/** Exit codes: see `gateExitCode`. @throws UsageError for nothing to vary, a broken suite, or senseless flags */
export async function vary(paths: readonly string[], flags: VaryFlags): Promise<number> {
  const size = readSampleSize(flags.printVariants)
  if (flags.keep !== undefined) insistKeepable(flags.keep, variantKeeper)
  const choice = await readChosen(paths, flags)
  if (size !== null) return printVariants(choice.project, choice.plans, choice.variants, size, flags)
  return runStudy(prepareVariants(choice, flags), flags, takenUpCode)
}

/** Reads what `vary` is asked for. @throws UsageError as it does */
export async function prepareVary(
  paths: readonly string[],
  flags: VaryFlags,
  opening?: Opening,
): Promise<PreparedStudy> {
  return prepareVariants(await readChosen(paths, flags, opening), flags)
}

interface ToVary {
  project: ProjectSuites
  plans: Plan[]
  /** How many conversations were left out, since simulated users speak there. */
  simulated: number
  variants: VariantSettings
  counts: Counts
  paraphrasedBy: string | null
  queue: ReturnType<typeof readQueueFlags>
  /** The largest share that may be brittle; null: as the config says. */
  limit: number | null
}

async function readChosen(
  paths: readonly string[],
  flags: VaryFlags,
  { bound = (settings) => settings, ...opening }: Opening = {},
): Promise<ToVary> {
  const operators = readOperators(flags)
  const counts = readCounts(flags)
  const queue = readQueueFlags(flags)
  const limit = flags.brittle === undefined ? null : readPercent('--brittle', flags.brittle)
  const within = (settings: RunSettled): RunSettled => withinTurns(bound(settings), counts.turnBudget)
  const project = await openProject(paths, flags, { ...opening, bound: within })
  const { settled, read } = project
  insistSound(project)
  const all = choosePlans(read, settled, flags)
  await insistVersions(all, settled)
  printQuarantined('vary', all, settled)
  const plans = all.filter(({ conversation }) => conversation.simulatedUser === undefined)
  if (plans.length === 0) throw new UsageError(...onlySimulated)
  const { alike = {}, paraphraseBy } = settled.vary
  const by = flags.paraphraseBy ?? paraphraseBy ?? null
  if (operators.paraphrase && by === null && operators.isNamed) warn(noParaphrases)
  return {
    project,
    plans,
    simulated: all.length - plans.length,
    variants: { seed: settled.seed, operators: operators.operators, most: counts.most, alike },
    counts,
    paraphrasedBy: operators.paraphrase ? by : null,
    queue,
    limit,
  }
}

function prepareVariants(
  { project, plans, simulated, variants, counts, paraphrasedBy, queue, limit }: ToVary,
  flags: VaryFlags,
): PreparedStudy {
  const { settled, read } = project
  return prepareStudy(project, openConfigured(project), async ({ service, signal, interrupted, sinks, contextOf }) => {
    const context = await contextOf(plans, service)
    // Refuses an unknown model before anything is on the queue.
    const paraphrase = paraphrasedBy === null ? {} : { paraphrase: paraphraser(paraphrasedBy, context, settled) }
    const carried = {
      ...{ plans, settled, texts: read.texts, functions: true, signal },
      sharesClock: shareClock(plans, service.client),
    }
    const performed = await throughQueue(queue, flags, carried, (workers) =>
      performVary(plans, {
        ...context,
        ...frameOf(plans, service),
        ...workers,
        ...variants,
        ...counts,
        brittle: limit ?? settled.vary.brittle ?? 0,
        simulated,
        paraphrasedBy,
        ...paraphrase,
      }),
    )
    if (performed === null) return null
    const { result } = performed
    return {
      result,
      async conclude() {
        const { keep } = flags
        if (keep !== undefined) await sinks.fill(() => tellKept(keep, performed, plans, project))
        return gateExitCode(result.gate, interrupted())
      },
    }
  })
}

const onlySimulated = [
  'all of these conversations have simulated users, whose messages are not written down: there is nothing to vary',
  'name conversations with turns, or keep what simulated users say: tableread run --save-talks',
] as const

const noParaphrases =
  'no model paraphrases: the family paraphrase is left out (--paraphrase-by, or paraphrase by in the config)'

function tellKept(folder: string, performed: VaryPerformance, plans: readonly Plan[], project: ProjectSuites): void {
  const { count, left } = keepVariants(folder, performed, plans, project)
  complain(count === 0 && left.length === 0 ? 'nothing was confirmed: --keep wrote nothing\n' : '')
  for (const each of left) warn(each)
}

interface Chosen {
  operators: readonly VariantOperator[]
  paraphrase: boolean
  isNamed: boolean
}

/** The operators asked for, by name and by family; all by default. @throws UsageError for an unknown name */
function readOperators({ families: familyNames, operators: operatorNames }: VaryFlags): Chosen {
  const inFamilies = readNames('--families', 'family', familyNames, families)
  const names = [...allOperators.map(({ name }) => name), 'paraphrase']
  const byName = readNames('--operators', 'operator', operatorNames, names)
  const fits = (name: string, family: Family): boolean =>
    (inFamilies === null && byName === null) || inFamilies?.includes(family) === true || byName?.includes(name) === true
  return {
    operators: allOperators.filter(({ name, family }) => fits(name, family)),
    paraphrase: fits('paraphrase', 'paraphrase'),
    isNamed: inFamilies !== null || byName !== null,
  }
}

type Counts = Pick<VarySettings, 'most' | 'times' | 'turnBudget' | 'alpha'>

/** Shares of a turn budget are an estimate of what runs take; as a budget of the whole run it holds to the turn. */
function withinTurns(settings: RunSettled, turnBudget: number | null): RunSettled {
  const { budgets } = settings
  const all = [budgets.turns, turnBudget].filter((each) => each !== null)
  return { ...settings, budgets: { ...budgets, turns: all.length === 0 ? null : Math.min(...all) } }
}

/** @throws UsageError for what is not a number in its range */
function readCounts({ variants = '60', repeat = '1', turnBudget, alpha }: VaryFlags): Counts {
  return {
    most: readWhole('--variants', variants, { most: 10_000 }),
    times: readWhole('--repeat', repeat, { most: 100 }),
    turnBudget: turnBudget === undefined ? null : readWhole('--turn-budget', turnBudget, { most: 10_000_000 }),
    alpha: alpha === undefined ? 0.05 : readShare('--alpha', alpha, 0.5, 'write 0.05 for one false alarm in twenty'),
  }
}

/** How many variants to print; null if they are to be run. @throws UsageError for what is not a number */
function readSampleSize(flag: VaryFlags['printVariants']): number | null {
  if (flag === undefined) return null
  return flag === true ? 20 : readWhole('--print-variants', flag, { most: 100_000 })
}

/** Prints a random sample of the variants and sends nothing. */
function printVariants(
  { conceal, settled }: ProjectSuites,
  plans: readonly Plan[],
  settings: VariantSettings,
  size: number,
  flags: VaryFlags,
): Promise<number> {
  const lists = plans.map((plan) => ({ plan, ...listVariants(plan, settings) }))
  const placed = (plan: Plan): Pick<SampledVariant, 'file' | 'line' | 'conversation'> => ({
    file: plan.file,
    line: plan.conversation.at.line,
    conversation: plan.conversation.name.value,
  })
  const scope = (plan: Plan): string => scopeOf({ file: plan.file, at: plan.conversation.at })
  const all = lists.flatMap(({ plan, variants }) => variants.map((variant) => ({ plan, variant })))
  const sample: VariantSample = {
    kind: 'variants',
    schemaVersion: 1,
    tableread: tablereadVersion(),
    seed: settled.seed,
    made: all.length + lists.reduce((sum, { dropped }) => sum + dropped.length, 0),
    dropped: lists.flatMap(({ plan, dropped }) =>
      dropped.map(({ id, text, reason }) => ({
        ...placed(plan),
        variant: id,
        ...conceal.rest({ text, reason }, scope(plan)),
      })),
    ),
    sample: sampleOf(all, size, settled.seed).map(({ plan, variant }) => ({
      ...placed(plan),
      family: variant.family,
      variant: variant.id,
      ...conceal.rest(
        {
          typed: { original: messagesOf(plan), variant: messagesOf(variant.varied.plan) },
          swaps: variant.edits.filter(({ kind }) => kind === 'swap').map(describeEdit),
        },
        scope(plan),
      ),
    })),
  }
  return writeSample(sample, variantSampleDocument(sample), flags)
}

/** A sample of that size, drawn by the seed, in the order in which the variants were made. */
function sampleOf<T>(all: readonly T[], size: number, seed: string): T[] {
  const choose = chooseBy(`${seed} sample`)
  const pool = all.map((item, index) => ({ item, index }))
  const sample: typeof pool = []
  while (sample.length < size && pool.length > 0) {
    const place = choose([...pool.keys()], sample.length) ?? 0
    sample.push(...pool.splice(place, 1))
  }
  return sample.toSorted((one, other) => one.index - other.index).map(({ item }) => item)
}

function messagesOf({ conversation }: Plan): string[] {
  return conversation.turns.flatMap(({ user }) => (user === null ? [] : [user.value]))
}
