import { lazyLibrary } from '../../base/lazy-library.ts'

/** The whole YAML parser, for the few texts that `readPlainYaml` leaves to it. */
export const yamlLibrary: () => typeof import('yaml') = lazyLibrary<typeof import('yaml')>('yaml')
