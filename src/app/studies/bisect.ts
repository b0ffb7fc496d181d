import { count, onOneLine } from '../../base/text/wording.ts'
import { bisectExitCode } from '../../compare/bisect/exit-code.ts'
import type { SearchEnds } from '../../compare/bisect/find-break.ts'
import { performBisection } from '../../compare/bisect/perform-bisection.ts'
import type { BisectResult } from '../../compare/bisect/result.ts'
import { nameVersion } from '../../compare/bisect/write-sentence.ts'
import { reportBisectProgress } from '../../report/terminal/bisection.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import { mayBeRevision, versionNamed } from '../agents/revisions.ts'
import { readWhole } from '../config/flag-values.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { colours, print } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { BisectFlags } from '../flags/study-flags.ts'
import type { CommitEnds } from '../open/commit-services.ts'
import { frameOf, insistSound, type Opening, type OpenRun, openConfigured, openProject } from '../open/open-run.ts'
import { isForPeople } from '../reports/write-study.ts'
import { choosePlans } from '../suites/choose-plans.ts'
import { printQuarantined } from '../suites/quarantine.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { listAgents } from '../target/load-shown-blueprints.ts'
import { type PreparedStudy, prepareStudy, runStudy, type StudyDone } from './study.ts'

/** Exit codes: see `bisectExitCode`. @throws UsageError for invalid ends, a broken suite, or no match */
export async function bisect(paths: readonly string[], flags: BisectFlags): Promise<number> {
  const write = (text: string): void => void (isForPeople(flags) && print(text))
  return runStudy(await prepareBisect(paths, flags, write), flags)
}

/** Reads what `bisect` is asked for; `write` receives its progress. @throws UsageError as it does */
export async function prepareBisect(
  paths: readonly string[],
  flags: BisectFlags,
  write: (text: string) => void,
  opening?: Opening,
): Promise<PreparedStudy> {
  const ends = readEnds(flags)
  const repeat = readWhole('--repeat', flags.repeat ?? '10', { most: 999 })
  const version = typeof ends.good === 'number' ? String(ends.good) : 'default'
  const project = await openProject(paths, { ...flags, agentVersion: [version] }, opening)
  insistSound(project)
  const { settled, read } = project
  const plans = choosePlans(read, settled, flags).filter(({ conversation }) => conversation.skip === undefined)
  if (plans.length === 0) throw new UsageError('every conversation asked for is skipped', 'take its skip: out')
  printQuarantined('bisect', plans, settled)
  if (!isCommits(ends)) {
    const numbers = [ends.good, ends.bad].map(String)
    const plansOfEnds = numbers.flatMap((version) => plans.map((plan) => ({ ...plan, versionAt: null, version })))
    await insistVersions(plansOfEnds, settled)
  }
  const paint = createPaint(colours(flags.reporter ?? 'default'))
  const what =
    plans.length === 1 ? onOneLine(`"${plans[0]?.conversation.name.value}"`) : `${plans.length} conversations`
  const listen = reportBisectProgress(write, plans.length > 1, paint)
  const doneWith = (result: BisectResult, { interrupted }: Pick<OpenRun<never>, 'interrupted'>): StudyDone => {
    write('\n')
    return { result, conclude: () => bisectExitCode(result, interrupted()) }
  }
  const begin = (good: string, bad: string, more = ''): void =>
    write(`bisecting ${what} from ${good} (good) to ${bad} (bad)${more}\n`)
  if (isCommits(ends)) {
    const { openCommits } = await import('../open/commit-services.ts')
    return prepareStudy(
      project,
      () => openCommits(project, ends),
      async (run) => {
        const { name: target, history } = run.service
        await run.insistCode(plans)
        begin(history.good, history.bad, `: ${count(history.versions.length - 1, 'commit')}`)
        const result = await performBisection(plans, {
          ...run.context,
          ...{ target, tableread: tablereadVersion(), concurrency: settled.concurrency },
          ...{ range: history, repeat, published: new Map(), listen },
        })
        return doneWith(result, run)
      },
    )
  }
  return prepareStudy(project, openConfigured(project), async (run) => {
    const { service, signal, contextOf } = run
    begin(nameVersion(String(ends.good)), nameVersion(String(ends.bad)))
    const result = await performBisection(plans, {
      ...(await contextOf(plans, service, { functions: false })),
      ...frameOf(plans, service),
      ...{ range: ends, repeat },
      published: ends.bad === 'draft' ? await publishedNumbers(service.client, signal) : new Map(),
      listen,
    })
    return doneWith(result, run)
  })
}

/** The number of each agent that is listed with its name as id (BLU-13); else the search starts at the good end. */
async function publishedNumbers(client: Client, signal: AbortSignal): Promise<Map<Plan['agent']['value'], number>> {
  const blueprints = (await listAgents(client, signal)) ?? []
  return new Map(blueprints.map(({ agentId, version }) => [agentId, version.number]))
}

/** Version numbers, or git revisions if neither end is a version number; revisions are resolved later. */
function readEnds(flags: BisectFlags): SearchEnds | CommitEnds {
  const [good = '', bad = ''] = [flags.good, flags.bad].map(versionNamed)
  const [goodRevision, badRevision] = [good, bad].map(mayBeRevision)
  if (goodRevision === true && badRevision === true) return { good, bad }
  if (!isNumber(good))
    throw new UsageError(
      `--good ${good} is not a version number`,
      goodRevision === true
        ? `write a number, or a revision of git for both ends: --bad HEAD`
        : 'name a version that passes, such as 3',
    )
  if (bad !== 'draft' && !isNumber(bad))
    throw new UsageError(
      `--bad ${bad} is not a version number or draft`,
      bad === 'default'
        ? 'write the number that is published'
        : 'name a version that fails, or a revision of git for both ends',
    )
  if (bad !== 'draft' && Number(bad) <= Number(good))
    throw new UsageError(
      `no version lies between ${good} and ${bad}`,
      '--bad must be above --good: a version that broke',
    )
  return { good: Number(good), bad: bad === 'draft' ? 'draft' : Number(bad) }
}

function isCommits(ends: SearchEnds | CommitEnds): ends is CommitEnds {
  return typeof ends.good === 'string'
}

function isNumber(text: string): boolean {
  return /^(0|[1-9]\d{0,5})$/.test(text)
}
