import type { Act, Row } from './row.ts'

/** One turn with an expectation, and two agents: one must fail, the other must pass. */
export function held(
  about: string,
  expected: string,
  broken: readonly Act[],
  sound: readonly Act[],
  verdict: Row['verdict'] = 'failed',
): Row[] {
  const suite = `- user: Hello\n  expect: { ${expected} }`
  return [
    { about, name: `${expected} ${verdict}`, suite, acts: [broken], verdict },
    { about, name: `${expected} holds`, suite, acts: [sound], verdict: 'passed' },
  ]
}

/** A suite that is rejected, and the message that says why. */
export function refused(about: string, expected: string, says: RegExp): Row[] {
  return [{ about, name: expected, suite: `- user: Hello\n  expect: { ${expected} }`, verdict: 'broken', says }]
}
