const keyword = /^(?:true|false|null|yes|no|on|off|y|n|none)$/i
const words = /^\p{L}[\p{L}\p{N}_.'!?,-]*(?: [\p{L}\p{N}_.'!?,-]+)*$/u
const time = /^\d+ (?:ms|s|min|h)$/
/** What a reader of YAML takes for too much nesting, even inside of quotes. */
const dashes = /(?:[-?][ \t]+){20}/

/** A text as a scalar of YAML, on one line: without quotes where nothing can be misread. `flow` is inside of brackets. */
export function writeText(text: string, flow: boolean): string {
  const plain = words.test(text) && !keyword.test(text) && !dashes.test(text) && !(flow && /[,?!]/.test(text))
  return plain || time.test(text) ? text : quoteText(text)
}

/** A text in double quotes, with everything escaped that ends a line, turns the direction of text, cannot be seen, or reads as nesting. */
export function quoteText(text: string): string {
  return escapeNesting(quote(text), depthOf(text) > 10)
}

/** The same in a comment, where what stands between texts keeps their brackets apart. */
export function quoteComment(text: string): string {
  return escapeNesting(quote(text), (text.match(/[[{]/g) ?? []).length > 10)
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\ufff0-\uffff]/gu, escapeLong)
}

function escapeNesting(quoted: string, isDeep: boolean): string {
  const flat = isDeep ? quoted.replace(/[[{]/g, escapeShort) : quoted
  return dashes.test(flat) ? flat.replace(/[-?](?=[ \t])/g, escapeShort) : flat
}

function escapeLong(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}

function escapeShort(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`
}

/** How many brackets stand open at once, or are never closed; the latter could add up over texts. */
function depthOf(text: string): number {
  let [open, most] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') most = Math.max(most, ++open)
    else if ((character === ']' || character === '}') && open > 0) open -= 1
  }
  return open > 0 ? Number.POSITIVE_INFINITY : most
}
