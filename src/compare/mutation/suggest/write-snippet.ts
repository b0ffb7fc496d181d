import type { JsonValue } from '../../../base/json.ts'
import { writeMember } from '../../../suite/yaml/write-yaml.ts'

/** Longest line of a snippet, as far as it is indented where it goes. */
const room = 16
const keyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** `key: value` as a person would write it in a suite: words and times without quotes, on one line where it fits. */
export function writeSnippet(key: string, value: JsonValue): string {
  return writeMember(key, value, room)
    .join('\n')
    .replace(/"([A-Za-z_]\w*)"/g, (quoted, word: string) => (keyword.test(word) ? quoted : word))
    .replace(/"(\d+ m?s)"/g, '$1')
}
