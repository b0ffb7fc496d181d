/** What stands where a key stood. */
const mask = '<api key>'

/** Shorter than this nothing can be told from ordinary text, and nothing so short is a key. */
const shortest = 6

/** The same text without the key, also where a service echoes it in a URL, in JSON, or in JSON that is text in JSON, as outputs of tools are. */
export function redactKey(text: string, key: string): string {
  if (key.length < shortest) return text
  let redacted = text
  for (const form of formsOf(key)) if (redacted.includes(form)) redacted = redacted.replaceAll(form, mask)
  return redacted
}

let latest: { key: string; forms: string[] } | undefined

/** How a key can be written. A client has one key and thousands of answers, so that the last one is remembered. */
function formsOf(key: string): string[] {
  if (latest?.key === key) return latest.forms
  const escaped = escapeJson(key)
  const twice = escapeJson(escaped)
  const forms = [...new Set([key, encodeURIComponent(key), escaped, twice, escapeJson(twice)])]
  latest = { key, forms }
  return forms
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
