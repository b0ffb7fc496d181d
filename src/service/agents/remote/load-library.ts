import { createRequire } from 'node:module'
import { firstLine } from '../../../base/wording.ts'
import { AgentError } from '../../workspace/agent-function.ts'

/** A library that a protocol needs, and that users install themselves. */
export interface Wanted {
  /** What is loaded of it: `@a2a-js/sdk/client`. */
  module: string
  /** What is installed: `@a2a-js/sdk@1`. */
  install: string
  /** Something that the version which fits exports. */
  exports: string
}

/**
 * Loads a library: the one of the project that a file belongs to, else the one beside Tableread.
 * @throws AgentError with the line that installs it
 */
export function loadLibrary<Library>({ module, install, exports }: Wanted, file: string): Library {
  for (const from of [file, import.meta.url]) {
    const load = createRequire(from)
    let path: string
    try {
      path = load.resolve(module)
    } catch {
      continue
    }
    try {
      const library = load(path) as Record<string, unknown>
      if (exports in library) return library as Library
    } catch (error) {
      const reason = firstLine(error instanceof Error ? error.message : String(error))
      throw new AgentError(`the package ${nameOf(install)} cannot be loaded: ${reason}`)
    }
    throw new AgentError(`the package ${nameOf(install)} is of another version: npm install --save-dev ${install}`)
  }
  throw new AgentError(`the package ${nameOf(install)} is not installed: npm install --save-dev ${install}`)
}

function nameOf(install: string): string {
  return install.replace(/@[^@/]*$/, '')
}
