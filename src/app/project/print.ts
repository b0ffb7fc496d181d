import { redactKeys } from '../../base/secret-keys.ts'
import { finishText, formatJson } from '../../report/text/finish-text.ts'

/** Writes text to standard output. What is written here and below is without keys. */
export function print(text: string): void {
  process.stdout.write(redactKeys(finishText(text)))
}

/** Writes text to standard error. */
export function complain(text: string): void {
  process.stderr.write(redactKeys(finishText(text)))
}

/** Writes a line to standard error that ends nothing. */
export function warn(line: string): void {
  complain(`${line}\n`)
}

/** Writes a value to standard output as one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(`${redactKeys(formatJson(value))}\n`)
}
