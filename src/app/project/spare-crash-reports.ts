/**
 * Keeps the environment, and so the key, out of the crash reports that Node was told to write (`--report-on-fatalerror` and
 * its like). Before Node 22.13 a report cannot leave it out, and then none is written.
 */
export function spareCrashReports(): void {
  const { report } = process
  if (report === undefined) return
  if ('excludeEnv' in report) report.excludeEnv = true
  else Object.assign(report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false })
}
