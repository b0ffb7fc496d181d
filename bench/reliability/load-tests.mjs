import { resolve } from 'node:path'
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url)

/** Loads a module of tests/reliability, which is not built. */
export function loadTests(path) {
  return jiti.import(resolve(import.meta.dirname, '../../tests/reliability', path))
}
