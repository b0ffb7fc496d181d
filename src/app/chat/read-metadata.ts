import { parseExactJson } from '../../base/exact-number.ts'
import { isJsonObject, type JsonObject } from '../../base/json.ts'
import { placeOfMistake } from '../../base/json-mistake.ts'

/** Metadata, or why there is none. */
export type MetadataRead = { ok: true; metadata: JsonObject } | { ok: false; message: string; hint: string }

/**
 * Adds to metadata what a person wrote: `key=value`, whose value is text and may hold spaces, `key=` to take one out, or a
 * file that holds a JSON object. `open` gives the text of a file, or null when there is none.
 */
export function readMetadata(
  written: string,
  earlier: JsonObject,
  open: (path: string) => string | null,
): MetadataRead {
  const pair = /^([^=]+)=(.*)$/s.exec(written)
  if (pair === null) return readFile(written, earlier, open)
  const [key, value] = [(pair[1] ?? '').trim(), (pair[2] ?? '').trim()]
  const { [key]: _, ...others } = earlier
  return { ok: true, metadata: value === '' ? others : { ...earlier, [key]: value } }
}

function readFile(path: string, earlier: JsonObject, open: (path: string) => string | null): MetadataRead {
  const text = open(path)
  if (text === null)
    return {
      ok: false,
      message: `"${path}" is neither key=value nor a file`,
      hint: 'write customer_name=Asha, or name a JSON file',
    }
  const hint = 'write a JSON object, such as { "customer_name": "Asha" }'
  try {
    const value: unknown = parseExactJson(text)
    if (isJsonObject(value)) return { ok: true, metadata: { ...earlier, ...(value as JsonObject) } }
    return { ok: false, message: `${path} holds no JSON object`, hint }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { line, column } = placeOfMistake(text)
    return { ok: false, message: `${path}:${line}:${column}: this is no JSON`, hint }
  }
}
