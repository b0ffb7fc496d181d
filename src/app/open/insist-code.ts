import { resolve } from 'node:path'
import { readText } from '../../base/files/files.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { type Concealer, concealProblem } from '../config/concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { brokenFiles } from '../edge/usage-error.ts'
import { type OwnChecks, refuseUnknownChecks } from '../suites/own-checks.ts'
import type { Target } from '../target/target.ts'

/** Loads the code that conversations name, before anything is sent. @throws UsageError where files name what is not there */
export async function insistCode(
  plans: readonly Plan[],
  { settled, conceal, textOf }: { settled: RunSettled; conceal: Concealer; textOf(file: string): string | undefined },
  checks: OwnChecks,
  local?: Target['local'],
): Promise<void> {
  const running = plans.filter(({ conversation: { skip } }) => skip === undefined)
  refuseUnknownChecks(running, settled)
  const problems = [...((await local?.unloaded(running)) ?? []), ...(await checks.unloaded(running))]
  const wrong = problems.flatMap((each) => (each.severity === undefined ? concealProblem(each, conceal) : []))
  const excerptOf = (file: string) => textOf(file) ?? conceal.excerptOf(file, readText(resolve(settled.folder, file)))
  if (wrong.length > 0) throw brokenFiles(wrong, excerptOf, { isConcealed: true })
}
