import { unitMs } from './time-unit.ts'

/** A length of time as the language writes it, in the largest unit that it is a whole number of: `10 min`, `90 s`. */
export function writeTime(ms: number): string {
  const unit = ['h', 'min', 's'].find((each) => ms > 0 && ms % (unitMs(each) ?? 1) === 0) ?? 'ms'
  return `${ms / (unitMs(unit) ?? 1)} ${unit}`
}
