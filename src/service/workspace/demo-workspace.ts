import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../base/package-folder.ts'

/** The folder of the demo workspace that comes with the package, for `loadWorkspace`. */
export const demoWorkspace: string = fileURLToPath(new URL('fixtures/workspace', packageFolder))
