import { relative } from 'node:path'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { readSuites } from '../project/read-suites.ts'
import { listObsolete } from '../project/snapshot-paths.ts'
import { type SuiteState, type TalkPlace, tellState } from './kept-talks.ts'
import type { ReviewFacts } from './review-settings.ts'
import { writeReport } from './write-report.ts'

/** Says nothing of single tests: others do. */
export class ReviewReporter implements Reporter {
  readonly #facts: ReviewFacts
  #vitest: Vitest | null = null
  #since = new Map<string, number>()
  #startedAt = new Date()

  constructor(facts: ReviewFacts) {
    this.#facts = facts
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#startedAt = new Date()
    for (const { project, moduleId } of specifications) this.#tell(project.name, moduleId, 'queued', Date.now())
  }

  onTestModuleQueued({ project, moduleId }: TestModule): void {
    this.#tell(project.name, moduleId, 'running')
  }

  onTestModuleEnd({ project, moduleId }: TestModule): void {
    this.#tell(project.name, moduleId, 'over')
  }

  /** A cancelled run has suites that never ended. */
  async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): Promise<void> {
    for (const { project, moduleId } of modules) this.#tell(project.name, moduleId, 'over')
    if (this.#vitest === null || modules.length === 0 || reason === 'interrupted') return
    const lines = [
      ...countSnapshots(modules),
      ...tellObsolete(this.#vitest, this.#facts),
      ...(await this.#report(this.#vitest)),
    ]
    if (lines.length > 0) this.#vitest.logger.log(`\n${lines.map((line) => ` ${line}`).join('\n')}\n`)
  }

  /** A report that cannot be written fails no test. */
  async #report(vitest: Vitest): Promise<string[]> {
    const { review, settled } = this.#facts
    if (review.report === null) return []
    try {
      await writeReport(vitest, { ...this.#facts, file: review.report, startedAt: this.#startedAt })
      return [`Report  ${relative(settled.folder, review.report)}`]
    } catch (error) {
      return [`the report was not written: ${(error as Error).message}`]
    }
  }

  #tell(version: string, path: string, state: SuiteState['state'], since?: number): void {
    const { settled, talks } = this.#facts
    if (settled.versions.length < 2 || !settled.versions.includes(version) || !/\.ya?ml$/.test(path)) return
    const place: TalkPlace = { folder: talks, path, version }
    const key = `${version}\n${path}`
    const began = since ?? this.#since.get(key) ?? Date.now()
    this.#since.set(key, began)
    tellState(place, { state, since: began })
  }
}

const counted = ['changed', 'not comparable', 'written', 'missing']

/** How many snapshots came to what, in a line; none where all are the same. */
function countSnapshots(modules: readonly TestModule[]): string[] {
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => test.meta().tableread?.snapshot ?? []),
  )
  const parts = counted.flatMap((state) => {
    const count = states.filter((each) => each === state).length
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return parts.length === 0 ? [] : [`Snapshots  ${parts.join(', ')}`]
}

/** A line for each snapshot that no conversation claims any more; none where snapshots are left alone or not everything ran. */
function tellObsolete(vitest: Vitest, { settled, whole, review }: ReviewFacts): string[] {
  const { testNamePattern, tagsFilter, shard } = vitest.config
  if (review.snapshots === null || !whole || testNamePattern !== undefined || (tagsFilter ?? []).length > 0) return []
  if (shard !== undefined || vitest.state.getTestModules().some((module) => !module.ok() && module.errors().length > 0))
    return []
  const { snapshots, trouble } = listObsolete(readSuites(settled), settled, {})
  if (trouble !== null) return [trouble]
  if (snapshots.length === 0) return []
  return [
    ...snapshots.map(({ shown, reason }) => `obsolete  ${shown}: ${reason}`),
    'tableread snapshots --prune removes what is obsolete',
  ]
}
