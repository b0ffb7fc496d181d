import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'
import type { RunSettled } from '../project/settings.ts'
import { spareCrashReports } from '../project/spare-crash-reports.ts'
import type { Chosen } from './choose-conversations.ts'
import { knownTags } from './known-tags.ts'
import { NotesOnceReporter } from './notes-once-reporter.ts'
import { settleOptions, type TablereadOptions } from './options.ts'
import { isOwn, ownFile, ownModules } from './own-file.ts'
import { refuseKeys } from './refuse-keys.ts'
import { reportPath, reportServer } from './report-server.ts'
import { reviewPlugin } from './review-plugin.ts'
import { type ReviewSettings, settleReview } from './review-settings.ts'
import { filesOf, includedGlobs, suiteGlobs } from './suite-globs.ts'
import { suitePlugin } from './suite-plugin.ts'
import { asksForTrace } from './trace-note.ts'

/**
 * A Vitest config in which every suite is a test file and every conversation a test, with one project for each agent
 * version. To run it beside other tests, merge it: `mergeConfig(await tableread(), { test: { projects: [...] } })`.
 * @throws UsageError for a config file that is missing or broken
 */
export async function tableread(options: TablereadOptions = {}): Promise<ViteUserConfig> {
  const settled = await settleOptions(options, process.env)
  return configure(settled, null, options.trace, settleReview(options, settled.folder))
}

/** The same from settings that are settled already, for the conversations that were asked for. */
export function configure(
  settled: RunSettled,
  chosen: Chosen | null = null,
  trace: boolean = asksForTrace(process.env),
  review: ReviewSettings = settleReview({ snapshots: false }, settled.folder),
): ViteUserConfig {
  spareCrashReports()
  refuseKeys(
    filesOf(settled.suites, settled.folder).map(({ file }) => file),
    settled.folder,
  )
  const { apiKey: _, ...settings } = settled
  const talks = join(tmpdir(), `tableread-${randomBytes(12).toString('hex')}`)
  const tags = knownTags(settled.suites, settled.folder).map((name) => ({ name }))
  return {
    plugins: review.report === null ? [] : [reportServer(review.report, reportPath(talks))],
    test: {
      projects: settled.versions.map((version) => project(version, settled, chosen, { trace, review, talks })),
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

/** Without notes: GitHub would show every turn as a notice and drop the errors beyond the tenth. */
const quietOnGithub: ['github-actions', { displayAnnotations: boolean }] = [
  'github-actions',
  { displayAnnotations: false },
]

/** Vitest takes it from a project, although its types know it only at the root. */
const stackFilter: Pick<InlineConfig, 'onStackTrace'> = { onStackTrace: (_, { file }) => !isOwn(file) }

type InlineConfig = NonNullable<ViteUserConfig['test']>

function project(
  version: string,
  settled: RunSettled,
  chosen: Chosen | null,
  { talks, ...extras }: { trace: boolean; review: ReviewSettings; talks: string },
): TestProjectInlineConfiguration {
  const {
    folder,
    suites,
    versions,
    versionsGiven,
    timeLimitMs,
    stopAfterFailure,
    reconcile,
    clock,
    concurrency,
    project: rules,
  } = settled
  const settings = {
    version,
    versions,
    versionsGiven,
    timeLimitMs,
    stopAfterFailure,
    reconcile,
    clock,
    ...extras,
    redact: settled.redact,
    project: rules,
  }
  const workers = Math.max(1, Math.floor(Math.sqrt(concurrency)))
  return {
    plugins: [suitePlugin(settings, folder, chosen), reviewPlugin(settled, chosen, extras.review, talks)],
    test: {
      name: version,
      include: suiteGlobs(chosen?.files ?? suites, folder),
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
