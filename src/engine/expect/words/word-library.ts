import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../../base/package-folder.ts'

const require = createRequire(import.meta.url)

/**
 * A library that is loaded with the first text that needs it. The package holds a bundled copy of the part in
 * use, made by scripts/bundle-words.mjs: the whole libraries would outweigh Tableread. Before a build, sources
 * load them from the development dependencies.
 */
export function wordLibrary<Library>(copy: string, original: string): () => Library {
  let loaded: Library | undefined
  return () => {
    loaded ??= load<Library>([`dist/words/${copy}`, `node_modules/${original}`])
    return loaded
  }
}

function load<Library>([first = '', ...others]: readonly string[]): Library {
  try {
    return require(fileURLToPath(new URL(first, packageFolder))) as Library
  } catch (error) {
    if (others.length === 0 || (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    return load(others)
  }
}
