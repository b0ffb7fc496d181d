import { fileURLToPath } from 'node:url'

/** The folder of the demo workspace that comes with the package, for `loadWorkspace`. */
export const demoWorkspace: string = fileURLToPath(new URL('../../../fixtures/workspace', import.meta.url))
