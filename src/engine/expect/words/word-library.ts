import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../../base/package-folder.ts'

const require = createRequire(import.meta.url)

/** Loaded with the first text that needs it: the copy of scripts/bundle-words.mjs or, before a build, the original. */
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
