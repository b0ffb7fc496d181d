import { resolve } from 'node:path'
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url)

/** Loads a module of the tests, which are not built. */
export function loadTests(path) {
  return jiti.import(resolve(import.meta.dirname, '../../tests', path))
}
