import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '../../../base/files/files.ts'
import { unique } from '../../../base/group-by.ts'
import { hashJson } from '../../../base/json/hash-json.ts'
import { variableOf } from '../../../base/secrets/environment.ts'
import { hideKey } from '../../../base/secrets/secret-keys.ts'
import { setAside } from '../../../records/history/append-history.ts'
import { HistoryError, type Trouble } from '../../../records/history/database.ts'
import { nameTarget } from '../../../records/history/run-record.ts'
import { openWatchStore, type WatchStore } from '../../../records/history/watch-store.ts'
import { finishText } from '../../../report/text/finish-text.ts'
import { readPort, readTime } from '../../config/flag-values.ts'
import { print, warn } from '../../edge/print.ts'
import { interruptible } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { showPath } from '../../files/find-suites.ts'
import type { WatchServiceFlags } from '../../flags/watch-flags.ts'
import { fileName } from '../../init/pull-files.ts'
import { insistSound, type OpenRun, openProject, type ProjectSuites, performOpen } from '../../open/open-run.ts'
import { type OpenSides, openSides } from '../../open/sides.ts'
import { writeReports } from '../../reports/write-reports.ts'
import { choosePlans } from '../../suites/choose-plans.ts'
import { describeUnlisted } from '../../target/load-shown-blueprints.ts'
import { type Check, checkExitCode, checkService } from '../../watch/check-service.ts'
import { postOverNetwork, readReceiver } from '../../watch/deliver-messages.ts'
import { describeCheck, describeNotLooked } from '../../watch/describe-check.ts'
import { followFailures } from '../../watch/follow-failures.ts'
import { openHook } from '../../watch/hook.ts'
import { judgeChange, judgeDraft } from '../../watch/judge-change.ts'
import type { Judging } from '../../watch/judging.ts'

/** The shortest pause between checks, in milliseconds. */
const leastMs = 1_000

/** With --once returns the exit code (see `checkExitCode`), else checks until interrupted. @throws UsageError */
export async function watchService(paths: readonly string[], flags: WatchServiceFlags): Promise<number> {
  const everyMs = readTime('--every', flags.every)
  if (everyMs < leastMs)
    throw new UsageError(
      `--every ${flags.every} would ask the service without a pause`,
      'write 1s or more; 10min is usual',
    )
  if (flags.reportUrl !== undefined && !(URL.canParse(flags.reportUrl) && /^https?:[^?#]+$/i.test(flags.reportUrl)))
    throw new UsageError(
      '--report-url takes an address',
      'write https://…, below which reports can be found, without ? and #',
    )
  const draftsEveryMs = flags.drafts === undefined ? null : readTime('--drafts', flags.drafts)
  if (flags.once === true) return (await checkOnce(paths, flags, { draftsEveryMs })).code
  const { signal, release } = interruptible()
  const describeFailure = followFailures(everyMs)
  const hook = flags.hook === undefined ? null : await openHook(readPort('--hook', flags.hook))
  if (hook !== null) warn(`POST ${hook.url}/check begins a check`)
  try {
    for (let isAsked = false, check = 1; ; check += 1) {
      const options = { draftsEveryMs: isAsked ? 0 : draftsEveryMs, stop: signal }
      const { code, failure } = await checkOnce(paths, flags, options).catch((error: unknown): Checked => {
        if (check === 1 || !(error instanceof UsageError)) throw error
        return { code: 3, failure: error.message }
      })
      if (signal.aborted) return code
      const line = describeFailure(failure, Date.now())
      if (line !== null) warn(line)
      if (hook !== null) isAsked = await hook.wait(everyMs, signal)
      else await pause(everyMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return signal.reason as number
    }
  } finally {
    await hook?.close()
    release()
  }
}

/** What became of a check: why it looked at nothing, or null. */
interface Checked {
  code: number
  failure: string | null
}

/** One check with the suites as they are now. A check that `stop` can end is one of many, whose failures are told by the caller. */
async function checkOnce(
  paths: readonly string[],
  flags: WatchServiceFlags,
  { draftsEveryMs, stop }: { draftsEveryMs: number | null; stop?: AbortSignal },
): Promise<Checked> {
  const project = await openProject(paths, flags, stop === undefined ? {} : { stop })
  insistSound(project)
  const { settled } = project
  if (settled.target === null)
    throw new UsageError(
      'there is no service to watch',
      'give --target, or set it in the config or as TABLEREAD_TARGET; a local one is started with tableread serve',
    )
  if (settled.history === null)
    throw new UsageError('watch-service keeps in the history what it knows', 'leave out --no-history, or name a file')
  const watchStore = openWatchStore(settled.history, nameTarget(settled.target), `${process.pid} ${randomUUID()}`)
  if (!watchStore.ok) return unwritten(project, watchStore.trouble, stop)
  const { store } = watchStore
  let failure: string | null = null
  try {
    const code = await performOpen(
      project,
      () => openSides(settled, {}),
      async (run) => {
        const checked = await checkOpen(project, run, { store, flags, draftsEveryMs, stop })
        failure = checked.failure
        return run.sinks.end(checked.code)
      },
    )
    return { code, failure }
  } catch (error) {
    if (error instanceof HistoryError) return unwritten(project, error.trouble, stop)
    throw error
  } finally {
    store.close()
  }
}

/** The check did nothing. A damaged history is set aside, so that the next check begins with a first look. */
function unwritten(project: ProjectSuites, { kind, message }: Trouble, stop: AbortSignal | undefined): Checked {
  const { history, folder } = project.settled
  const file = history === null ? 'the history' : showPath(history, folder)
  let hint = `--history names another file${kind === 'unwritable' ? '' : '; moved away, this one is begun anew'}`
  try {
    const aside = history === null || kind !== 'damaged' ? null : setAside(history, 0)
    if (aside !== null) hint = `it is ${showPath(aside, folder)} now; the next check begins anew, with a first look`
  } catch (error) {
    if (error instanceof HistoryError) return unwritten(project, error.trouble, stop)
    throw error
  }
  const failure = `${file} cannot be used: ${message}\n   hint: ${hint}`
  if (stop === undefined) warn(`nothing was checked or told, since ${failure}`.split('\n'))
  return { code: 3, failure }
}

async function checkOpen(
  project: ProjectSuites,
  run: OpenRun<OpenSides>,
  options: { store: WatchStore; flags: WatchServiceFlags; draftsEveryMs: number | null; stop: AbortSignal | undefined },
): Promise<Checked> {
  const { store, flags, draftsEveryMs, stop } = options
  const { settled, read, conceal } = project
  const { client } = run.service.a.target
  const service = nameTarget(settled.target ?? '')
  const plans = choosePlans(read, { ...settled, versions: ['default'], versionsGiven: true }, flags)
  const judging: Judging = {
    project,
    run,
    selection: flags,
    report: (...report) => writeReport(judging, flags, ...report),
  }
  const secret = variableOf(process.env, 'TABLEREAD_WEBHOOK_SECRET') ?? null
  if (secret !== null) hideKey(secret)
  try {
    const check = await checkService({
      ...{
        service,
        store,
        secret,
        now: Date.now,
        post: postOverNetwork(run.signal),
        conceal: (message) => conceal.rest(message),
      },
      agents: [...new Set(plans.map(({ agent }) => agent.value))],
      receivers: unique(receiversOf(flags)).map(readReceiver),
      async list() {
        const answer = await client.listBlueprints({ timeLimitMs: settled.timeLimitMs, signal: run.signal })
        run.signal.throwIfAborted()
        return answer.ok ? answer.data.agents : describeUnlisted(service, answer.failure)
      },
      judge: (agent, pending, watch) => judgeChange({ agent, pending, watch }, judging),
      draftsEveryMs,
      judgeDraft: (agent, published) => judgeDraft(agent, published, judging),
    })
    const clean: Check = conceal.rest(check)
    const failure = describeNotLooked(clean)
    const isTold = stop !== undefined && failure !== null
    print(flags.json === true ? `${finishText(JSON.stringify(clean))}\n` : describeCheck(clean, isTold))
    return { code: checkExitCode(check), failure }
  } catch (error) {
    const interrupted = run.interrupted()
    if (interrupted === null) throw error
    return { code: interrupted, failure: null }
  }
}

/** Where messages go: the flags, or else the words of the environment variable. */
function receiversOf({ webhook }: WatchServiceFlags): string[] {
  return (
    webhook ??
    variableOf(process.env, 'TABLEREAD_WEBHOOKS')
      ?.split(/\s+/)
      .filter((each) => each !== '') ??
    []
  )
}

/** An agent in the name of its report; with a hash in letters, which no pattern takes for a number, where the name is not all there. */
function reportNames(agent: string): string[] {
  const name = fileName(agent)
  const hash = hashJson(agent)
    .slice(0, 10)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  return name === agent ? [name] : [name, hash]
}

/** Writes the page of a comparison beside the history; returns where a reader of a message finds it. */
async function writeReport(
  { project: { settled, textOf }, run: { sinks } }: Judging,
  { reportUrl }: WatchServiceFlags,
  comparison: Parameters<Judging['report']>[0],
  agent: string,
  version: string,
): Promise<string | null> {
  const at = comparison.startedAt.slice(0, 19).replaceAll(':', '')
  const name = `${[...reportNames(agent), version, at].join('-')}.html`
  const file = join(dirname(settled.history ?? settled.folder), 'watch', name)
  makeFolder(dirname(file))
  await writeReports(comparison, { html: file }, textOf, sinks)
  if (reportUrl !== undefined) return `${reportUrl.replace(/\/$/, '')}/${encodeURIComponent(name)}`
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = process.env
  return server !== undefined && repository !== undefined && id !== undefined
    ? `${server}/${repository}/actions/runs/${id}`
    : showPath(file, settled.folder)
}
