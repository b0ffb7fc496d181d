import picocolors from 'picocolors'

/** Colours by meaning; every one gives its text unchanged when colours are off. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  dim(text: string): string
  strong(text: string): string
}

/** The colours of reports. */
export function createPaint(colours: boolean): Paint {
  const colour = picocolors.createColors(colours)
  return { good: colour.green, bad: colour.red, warn: colour.yellow, dim: colour.dim, strong: colour.bold }
}
