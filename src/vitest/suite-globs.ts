import { relative, resolve, sep } from 'node:path'

/** The globs of suite files behind the paths a person gave: a file stands for itself, a folder for every suite below it. */
export function suiteGlobs(paths: readonly string[], folder: string): string[] {
  return paths.map((path) => {
    const place = relative(folder, resolve(folder, path)).split(sep).join('/')
    const literal = place.replace(/[()[\]{}!*?+@\\]/g, '\\$&')
    return /\.ya?ml$/.test(path) ? literal : `${literal === '' ? '' : `${literal}/`}**/*.{yaml,yml}`
  })
}
