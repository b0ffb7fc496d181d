import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../../base/package-folder.ts'

const require = createRequire(import.meta.url)

/**
 * A library that is loaded with the first text it is needed for. The package holds a copy of the part that is used, made
 * by scripts/bundle-words.mjs: whole, they would be heavier than all of Tableread. Before a build, sources take them
 * from the packages of development.
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
