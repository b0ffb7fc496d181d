import { join } from 'node:path'
import { readText } from '../../base/files.ts'
import { isJsonObject } from '../../base/json.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { AnswerKeeper, KeptAnswer } from '../../engine/judge/judges.ts'

/**
 * Keeps answers of judges in a folder, one file each, so that several processes can share it; null keeps them for as long as
 * the process lives. What gave no answer is asked again. A folder that cannot be written to keeps nothing, and nothing else
 * goes wrong by it.
 */
export function keepInFolder(folder: string | null): AnswerKeeper {
  const known = new Map<string, KeptAnswer>()
  return {
    sealed: null,
    recall(key) {
      const found = known.get(key) ?? (folder === null ? undefined : read(join(folder, `${key}.json`)))
      if (found !== undefined) known.set(key, found)
      return found
    },
    keep(key, answer) {
      if ('none' in answer) return
      known.set(key, answer)
      if (folder === null) return
      try {
        writeWhole(join(folder, `${key}.json`), `${JSON.stringify(answer)}\n`)
      } catch {
        // A cache is no record: without it the judge is asked again.
      }
    },
  }
}

function read(path: string): KeptAnswer | undefined {
  try {
    const found: unknown = JSON.parse(readText(path))
    return isJsonObject(found) && typeof found.text === 'string' ? { text: found.text } : undefined
  } catch {
    return undefined
  }
}
