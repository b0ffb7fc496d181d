/**
 * Fisher's exact test, one-sided: how likely a difference at least this large in favour of the first is, when both pass
 * equally often.
 */
export function fisherTest(a: { passed: number; failed: number }, b: { passed: number; failed: number }): number {
  const [sizeA, sizeB] = [a.passed + a.failed, b.passed + b.failed]
  const passed = a.passed + b.passed
  const ways = (k: number): number => choose(sizeA, k) * choose(sizeB, passed - k)
  let [tail, all] = [0, 0]
  for (let k = Math.max(0, passed - sizeB); k <= Math.min(sizeA, passed); k += 1) {
    all += ways(k)
    if (k >= a.passed) tail += ways(k)
  }
  return tail / all
}

function choose(of: number, count: number): number {
  let ways = 1
  for (let index = 1; index <= count; index += 1) ways = (ways * (of - count + index)) / index
  return ways
}
