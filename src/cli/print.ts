import { finishText, formatJson } from '../report/finish-text.ts'

/** Writes text to standard output. */
export function print(text: string): void {
  process.stdout.write(finishText(text))
}

/** Writes text to standard error. */
export function complain(text: string): void {
  process.stderr.write(finishText(text))
}

/** Writes a line to standard error that ends nothing. */
export function warn(line: string): void {
  complain(`${line}\n`)
}

/** Writes a value to standard output as one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(`${formatJson(value)}\n`)
}
