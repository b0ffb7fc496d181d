import type { StudyResult } from '../../records/schema/result-shapes.ts'
import type { SettlingFlags } from '../config/settings.ts'
import { type OpenRun, type ProjectSuites, performOpen, type RunServices } from '../open/open-run.ts'
import { type StudyFlags, writeStudy } from '../reports/write-study.ts'
import { printLeftOut } from '../suites/choose-plans.ts'

export interface StudyDone {
  result: StudyResult
  /** How many findings to show in full where room is short. */
  most?: number
  /** Writes what was asked for besides the reports, and returns the exit code. */
  conclude(): number | Promise<number>
}

/** A study whose flags and files were read, so that all that is left is to perform it. */
export interface PreparedStudy {
  project: ProjectSuites
  /** `use` receives what was found while the service is open. Null if another process has taken the work over. */
  perform<T>(
    use: (done: StudyDone | null, run: Pick<OpenRun<RunServices>, 'sinks' | 'warnings'>) => Promise<T>,
  ): Promise<T>
}

/** A study over a service that `open` opens. */
export function prepareStudy<S extends RunServices>(
  project: ProjectSuites,
  open: () => Promise<S>,
  perform: (run: OpenRun<S>) => Promise<StudyDone | null>,
): PreparedStudy {
  return { project, perform: (use) => performOpen(project, open, async (run) => use(await perform(run), run)) }
}

export function runStudy(
  { project, perform }: PreparedStudy,
  flags: StudyFlags & Parameters<typeof printLeftOut>[2] & SettlingFlags,
  takenOver = 3,
): Promise<number> {
  return perform(async (done, { sinks, warnings }) => {
    if (done === null) return sinks.end(takenOver)
    const { result, most } = done
    await writeStudy(result, flags, sinks, {
      ...{ textOf: project.textOf, warnings: warnings() },
      ...(most === undefined ? {} : { most }),
    })
    printLeftOut(project.read, project.settled, flags)
    return sinks.end(await done.conclude())
  })
}
