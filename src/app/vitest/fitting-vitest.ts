import { createRequire } from 'node:module'
import { UsageError } from '../edge/usage-error.ts'

/** The majors of Vitest that Tableread works with: the version to install, and the first Node that runs it. */
const majors = [
  { version: '5.1.0', node: [22, 12] },
  { version: '4.1.12', node: [20, 19] },
] as const

/** The command that installs Vitest and its UI for a version of Node; both have to be of one version. */
export function installVitest(node: string = process.versions.node): string {
  const { version } = majors.find((each) => runsOn(node, each)) ?? majors[1]
  return `npm install --save-dev vitest@${version} @vitest/ui@${version}`
}

function runsOn(node: string, { node: [least, from] }: (typeof majors)[number]): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > least || (major === least && minor >= from)
}

/** The installed version of a package; null if there is none. */
export type VersionOf = (name: string) => string | null

const require = createRequire(import.meta.url)
const installed: VersionOf = (name) => {
  try {
    return (require(`${name}/package.json`) as { version: string }).version
  } catch {
    return null
  }
}

/** A Vitest that does not fit would end with an error of its own code. @throws UsageError with what installs it */
export function insistFitting(
  withUi: boolean,
  node: string = process.versions.node,
  versionOf: VersionOf = installed,
): void {
  const [vitest, ui] = [versionOf('vitest'), versionOf('@vitest/ui')]
  const install = installVitest(node)
  if (vitest === null || (withUi && ui === null)) throw refusal('--watch needs vitest, and --ui @vitest/ui', install)
  const major = majors.find(({ version }) => version.split('.')[0] === vitest.split('.')[0])
  if (major === undefined) throw refusal(`vitest ${vitest} is installed, and Tableread works with 4.1 and 5.1`, install)
  if (!runsOn(node, major))
    throw refusal(`vitest ${vitest} is installed, which needs Node ${major.node.join('.')}; this is ${node}`, install)
  if (withUi && ui !== vitest)
    throw refusal(`@vitest/ui ${ui} is installed beside vitest ${vitest}: both have to be of one version`, install)
}

/** A name with a version looks like an address of email; nothing here is private. */
function refusal(message: string, install: string): UsageError {
  return new UsageError(message, install, { isConcealed: true })
}
