/** The verb that finds each kind of result; `tableread report` reads them all. A run says no kind. */
export const verbOf = {
  ...{ run: 'run', comparison: 'compare', variation: 'vary', attack: 'attack', teeth: 'teeth' },
  ...{ bisection: 'bisect', calibration: 'judge calibrate', contract: 'contract', suggestion: 'suggest' },
} as const

export type ResultKind = keyof typeof verbOf

/** Every kind, in the order of documentation. */
export const resultKinds: readonly ResultKind[] = Object.keys(verbOf) as ResultKind[]
