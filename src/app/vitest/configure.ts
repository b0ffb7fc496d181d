import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { configDefaults, type Plugin, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config'
import type { TestCase, Vitest } from 'vitest/node'
import * as vitestNode from 'vitest/node'
import { readText } from '../../base/files/files.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { isForIncluding } from '../../suite/language/script/include-files.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { starProblem } from '../../suite/yaml/format-problem.ts'
import type { RunSettled } from '../config/settings.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { spareCrashReports } from '../edge/process.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { readPlans } from '../suites/choose-plans.ts'
import { quarantine, quarantineScript } from '../suites/quarantine.ts'
import { openBeside, readSuites } from '../suites/read-suites.ts'
import { insistFitting } from './fitting-vitest.ts'
import { asksForTrace } from './notes.ts'
import { isOwn, ownFile, ownModules } from './own-file.ts'
import { mergedConfig, refuseMisplaced } from './refuse-misplaced.ts'
import { reportPath, reportServer } from './report-server.ts'
import { ReviewReporter } from './review-reporter.ts'
import { checkOptions } from './settings/check-options.ts'
import { settleOptions, type TablereadOptions } from './settings/options.ts'
import { type ReviewSettings, settleReview } from './settings/review-settings.ts'
import type { ProjectSettings } from './suite-data.ts'
import {
  type ChosenConversations,
  expandPaths,
  includedGlobs,
  insistPaths,
  runOneByOne,
  suiteGlobs,
} from './suite-files.ts'
import { emptyModule, writeBrokenModule, writeModule, writeRefusal } from './write-module.ts'

/**
 * A Vitest config in which every suite is a test file and every conversation a test, with one project for
 * each agent version. To combine it with other tests, merge it in a function: `defineConfig(async () =>
 * mergeConfig(await tableread(), { test: { projects: [...] } }))`.
 * @throws UsageError for an option of another kind, and a config file that is missing or broken
 */
export function tableread(options: TablereadOptions = {}): Promise<ViteUserConfig> {
  return Object.defineProperty(configureBy(options), 'test', { enumerable: true, get: refuseSpread })
}

/** Reading a member of the promise means that its config was lost: `{ ...tableread() }` would run no conversation. */
function refuseSpread(): never {
  throw new UsageError('tableread() is a promise, and its config was not awaited', mergedConfig)
}

async function configureBy(options: TablereadOptions): Promise<ViteUserConfig> {
  checkOptions(options)
  const settings = await settleOptions(options, process.env)
  const review = settleReview(options, settings.folder)
  insistPaths(options.suites ?? [], settings.folder)
  return refuseMisplaced(configure(settings, null, options.trace, review, options.suites !== undefined))
}

/** The same for resolved settings, limited to the conversations that were asked for. */
export function configure(
  runSettings: RunSettled,
  selection: ChosenConversations | null = null,
  trace: boolean = asksForTrace(process.env),
  review: ReviewSettings = settleReview({ snapshots: false }, runSettings.folder),
  partial: boolean = selection !== null,
): ViteUserConfig {
  spareCrashReports()
  refuseKeys(
    expandPaths(runSettings.suites, runSettings.folder).map(({ file }) => file),
    runSettings.folder,
  )
  const { apiKey: _, ...settings } = runSettings
  insistQuarantine(runSettings, selection, partial)
  const talks = join(tmpdir(), `tableread-${randomBytes(12).toString('hex')}`)
  const paced = runOneByOne(runSettings, selection) ? { ...runSettings, concurrency: 1 } : runSettings
  const tags = knownTags(runSettings.suites, runSettings.folder).map((name) => ({ name }))
  return {
    plugins: review.report === null ? [] : [reportServer(review.report, reportPath(talks))],
    test: {
      projects: runSettings.versions.map((version) => project(version, paced, selection, { trace, review, talks })),
      tags,
      globalSetup: [ownFile('global-setup')],
      provide: { 'tableread:settings': JSON.stringify(settings), 'tableread:talks': talks },
      includeTaskLocation: true,
      server: { deps: { external: ownModules } },
      diff: { expand: false, contextLines: 2 },
      reporters: [new NotesOnceReporter(), ...(process.env.GITHUB_ACTIONS === 'true' ? [quietOnGithub] : [])],
    },
  }
}

const watched = new WeakSet<Vitest>()

/** Tells workers how far each suite is, and ends with report and obsolete snapshots; one instance for all projects. */
function reviewPlugin(
  settings: RunSettled,
  selection: ChosenConversations | null,
  review: ReviewSettings,
  talks: string,
): Plugin {
  return {
    name: 'tableread:review',
    configureVitest({ vitest }) {
      if (watched.has(vitest)) return
      watched.add(vitest)
      refuseLostTests(vitest, settings)
      const reporter = new ReviewReporter({ settled: settings, whole: selection === null, review, talks })
      vitest.config.reporters.push(reporter as never)
    },
  }
}

/** Vitest reads no `include` beside projects: tests that it should find would be gone. @throws UsageError */
function refuseLostTests({ config: { include, projects = [] } }: Vitest, { versions }: RunSettled): void {
  if (projects.length !== versions.length || isDeepStrictEqual(include, configDefaults.include)) return
  throw new UsageError('test.include finds no tests beside tableread(), which makes projects', mergedConfig)
}

/** What redraws a terminal until the run ends, of which Vitest declares nothing. */
interface Summarised {
  summary?: { onTestRunEnd(): void }
}

insistFitting(false) // an earlier one lacks what follows

/** Vitest's default report, with the notes of a conversation printed below its first error only, and errors first. */
class NotesOnceReporter extends vitestNode.DefaultReporter {
  readonly #noted = new WeakSet<TestCase>()
  #asked = 0

  override onTestRunStart(...args: Parameters<vitestNode.DefaultReporter['onTestRunStart']>): void {
    this.#asked = args[0].length
    super.onTestRunStart(...args)
  }

  /** Vitest says that it found no test files before it tells why the service of those that it found did not open. */
  override onTestRunEnd(...args: Parameters<vitestNode.DefaultReporter['onTestRunEnd']>): void {
    const [modules, errors] = args
    if (modules.length === 0 && errors.length === 0 && this.#asked > 0)
      (this as unknown as Summarised).summary?.onTestRunEnd()
    else super.onTestRunEnd(...args)
  }

  protected override printAnnotations(test: TestCase, console: 'log' | 'error', padding?: number): void {
    if (console === 'error' && this.#noted.has(test)) return
    this.#noted.add(test)
    super.printAnnotations(test, console, padding)
  }
}

/** Switches annotations off: GitHub would show every turn as a notice and drop all errors after the tenth. */
const quietOnGithub: ['github-actions', { displayAnnotations: boolean }] = [
  'github-actions',
  { displayAnnotations: false },
]

/** Vitest accepts it per project, although its types allow it only at the root. */
const stackFilter: Pick<InlineConfig, 'onStackTrace'> = { onStackTrace: (_, { file }) => !isOwn(file) }

type InlineConfig = NonNullable<ViteUserConfig['test']>

function project(
  version: string,
  runSettings: RunSettled,
  selection: ChosenConversations | null,
  { talks, ...extras }: { trace: boolean; review: ReviewSettings; talks: string },
): TestProjectInlineConfiguration {
  const {
    folder,
    suites,
    versions,
    versionsGiven,
    draftless,
    timeLimitMs,
    stopAfterFailure,
    reconcile,
    clock,
    seeds,
    repeat,
    seed,
    again,
    concurrency,
    project: rules,
  } = runSettings
  const settings = {
    version,
    versions,
    versionsGiven,
    timeLimitMs,
    stopAfterFailure,
    reconcile,
    clock,
    seed,
    again,
    ...(draftless === undefined ? {} : { draftless }),
    ...(seeds === undefined ? {} : { seeds }),
    ...(repeat === undefined ? {} : { repeat }),
    ...extras,
    redact: runSettings.redact,
    prices: runSettings.prices,
    project: rules,
  }
  const workers = Math.max(1, Math.floor(Math.sqrt(concurrency)))
  return {
    // Vitest 5 would read the whole config once more for each project, each with talks of its own.
    ...({ extends: false } as object),
    plugins: [
      suitePlugin(settings, folder, selection, runSettings.quarantine),
      reviewPlugin(runSettings, selection, extras.review, talks),
    ],
    test: {
      name: version,
      include: suiteGlobs(selection?.files ?? suites, folder),
      exclude: ['**/node_modules/**', '**/.git/**', ...includedGlobs(suites, folder)],
      environment: 'node',
      pool: 'threads',
      isolate: false,
      maxWorkers: workers,
      maxConcurrency: Math.floor(concurrency / workers),
      sequence: { groupOrder: 1 },
      includeTaskLocation: true,
      strictTags: false,
      server: { deps: { external: ownModules } },
      diff: { expand: false, contextLines: 2 },
      ...stackFilter,
    },
  }
}

/** Vitest must know them before it can filter. Broken suites are reported when they run. */
export function knownTags(paths: readonly string[], folder: string): string[] {
  const tags = expandPaths(paths, folder).flatMap(({ file }) => {
    const content = readText(resolve(folder, file))
    const parsed = content.includes('tags')
      ? parseScript(
          content,
          file,
          openBeside(file, folder, () => undefined),
        )
      : undefined
    if (parsed?.ok !== true) return []
    return [...(parsed.script.tags ?? []), ...parsed.script.conversations.flatMap((each) => each.tags ?? [])]
  })
  return [...new Set(tags)].sort()
}

/** A broken suite fails at its lines. Vitest's cache has the plugin's name as key: it holds all that matters. */
function suitePlugin(
  settings: ProjectSettings,
  folder: string,
  selection: ChosenConversations | null,
  quarantine: string | null,
): Plugin {
  const quarantineText = quarantine === null ? '' : readText(quarantine)
  const key = createHash('sha256')
    .update(JSON.stringify([settings, quarantineText]))
    .digest('hex')
    .slice(0, 8)
  return {
    name: `tableread@${tablereadVersion()}#${key}`,
    enforce: 'pre',
    transform: {
      filter: { id: /\.ya?ml$/i },
      handler(code, path) {
        const content = code.replace(/^\uFEFF/, '')
        const file = showPath(path, folder)
        const key = keyIn(content, file) // it may have been added while Vitest was watching
        if (key !== null) return { code: writeRefusal(key.message), map: null, moduleType: 'js' }
        if (isForIncluding(content)) return { code: emptyModule, map: null, moduleType: 'js' }
        const open = openBeside(file, folder, (source) => this.addWatchFile(source.path))
        const parsed = parseScript(content, file, open)
        if (quarantine !== null) this.addWatchFile(quarantine)
        const withoutQuarantine = (script: Script): Script =>
          quarantine === null ? script : quarantineScript(script, quarantine)
        const module = parsed.ok
          ? writeModule(
              { path, script: selectForProject(withoutQuarantine(parsed.script), settings, selection), settings },
              ownFile('open-suite'),
            )
          : writeBrokenModule({ path, problems: parsed.problems.map(starProblem) }, ownFile('throw-problems'))
        return { code: module, map: null, moduleType: 'js' }
      },
    },
  }
}

/** A conversation of a named version runs in that project or, if there is none, in the first: once. */
export function selectForProject(
  script: Script,
  settings: ProjectSettings,
  selection: ChosenConversations | null,
): Script {
  const { version, versions } = settings
  const conversations = script.conversations.filter((conversation) => {
    if (selection !== null && !selection.includes(script.file, conversation)) return false
    const plans = planScript({ ...script, conversations: [conversation] }, { ...settings, environment: process.env })
    const planned = plans.map((plan) => plan.version)
    const isForeign = !planned.some((each) => versions.includes(each))
    return planned.includes(version) || (isForeign && version === versions[0])
  })
  return { ...script, conversations }
}

/** Vitest prints lines below errors and in its HTML, where nothing can redact them. @throws UsageError at the line */
function refuseKeys(files: readonly string[], folder: string): void {
  for (const file of files) {
    const fault = keyIn(readText(resolve(folder, file)), file)
    if (fault !== null) throw fault
  }
}

/** Before any test runs, as Vitest reads suites one by one. @throws UsageError as `quarantine` does */
function insistQuarantine(settings: RunSettled, selection: ChosenConversations | null, partial: boolean): void {
  if (settings.quarantine === null) return
  const any = expandPaths(settings.suites, settings.folder).length > 0
  const all = any ? readPlans(readSuites(settings), settings) : []
  quarantine([], settings.quarantine, all, partial || selection !== null)
}

/** Why a suite does not run in Vitest; null if it contains no key. */
function keyIn(content: string, file: string): UsageError | null {
  if (redactKeys(content) === content) return null
  const line = content.split('\n').findIndex((each) => redactKeys(each) !== each)
  return new UsageError(
    `${file}${line === -1 ? '' : `:${line + 1}`} holds the API key, and Vitest shows the text of suites in its output and its reports`,
    'take it out of the suite; tableread run, which shows no key, runs it as it is',
  )
}
