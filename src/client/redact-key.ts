/** What stands where a key stood. */
const mask = '<api key>'

/** The same text without the key, also where a service echoes it raw, in JSON or in a URL. */
export function redactKey(text: string, key: string): string {
  if (key.length === 0) return text
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])
  return [...forms].reduce((redacted, form) => redacted.split(form).join(mask), text)
}
