import { compilePattern } from '../../base/patterns/linear-pattern.ts'

/** Whether a path is written with the signs of a glob: `*`, `?`, `[…]`, `{a,b}`. */
export const isGlob = (path: string): boolean => /[*?]|\[[^/]+\]|\{[^/]*,[^/]*\}/.test(path)

/** The folder that a glob begins in, which has no sign of one: `suites/shop` for `suites/shop/*.yaml`, else `.`. */
export function folderOfGlob(glob: string): string {
  const parts = glob.split('/')
  const literal = parts.slice(0, Math.min(parts.findIndex(isGlob), parts.length - 1))
  return literal.length === 0 ? '.' : literal.join('/').replace(/^(?:[a-z]:)?$/i, '$&/')
}

/**
 * A test for paths with forward slashes, which a glob may also name by a folder above them. `*` and `?` stand for
 * characters of one name, `**` for any folders, `[ab]` and `[!ab]` for a character, `{a,b}` for one of several parts;
 * names with a dot before them are left out unless the glob writes that dot. It takes linear time.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  const source = glob.replace(sign, (token, globstar, one, characters, open, comma, close) => {
    if (globstar !== undefined) return globstar.endsWith('/') ? '(?:[^/]+/)*' : '.*'
    if (one !== undefined) return one === '*' ? '[^/]*' : '[^/]'
    if (characters !== undefined) return `[${characters.replace(/^!/, '^').replace(/[^\p{L}\p{N}^-]/gu, '\\$&')}]`
    if (open !== undefined) return '(?:'
    if (comma !== undefined) return '|'
    return close === undefined ? token.replace(/[^\p{L}\p{N}\s/]/gu, '\\$&') : ')'
  })
  const { test } = compilePattern({ source: `^(?:${source})(?:/.*)?$`, flags: 's' })
  const mayBeHidden = /(?:^|\/)\.[^./]/.test(glob)
  return (path) => (mayBeHidden || !/(?:^|\/)\.[^./]/.test(path)) && test(path)
}

const sign = /(\*\*(?:\/|$))|([*?])|\[([^\]/]+)\]|(\{)(?=[^{}]*,[^{}]*\})|(,)(?=[^{}]*\})|(\})|[^*?]/gu
