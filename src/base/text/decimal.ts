/** Whether a number is a multiple by the decimal digits that both print: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [dividend, right] = [digitsOf(value), digitsOf(divisor)]
  if (dividend === null || right === null || right.digits === 0n) return false
  const places = Math.max(dividend.places, right.places)
  return raise(dividend, places) % raise(right, places) === 0n
}

/** A number as whole digits, of which the last `places` stand behind the point; negative places are zeros. */
interface Decimal {
  digits: bigint
  places: number
}

function digitsOf(number: number): Decimal | null {
  const [, whole, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(number)) ?? []
  return whole === undefined
    ? null
    : { digits: BigInt(`${whole}${fraction}`), places: fraction.length - Number(exponent) }
}

function raise({ digits, places }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - places)
}
