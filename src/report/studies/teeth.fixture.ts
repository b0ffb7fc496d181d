import type { Survivor, TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'

const survivor: Survivor = {
  ...{ id: 'suite.yaml:6 default', file: 'suite.yaml', suite: 'Front desk', conversation: 'cancels an order' },
  ...{ version: 'default', turn: 2, line: 12, kind: 'drop call', what: 'lookup_order is not called', accepted: null },
}

/** A result of teeth: survivors with and without a suggestion, accepted, not judged, and what could not be measured. */
export function madeUpTeeth(more: Partial<TeethResult> = {}): TeethResult {
  const total = { caught: 38, survived: 3, accepted: 1 }
  const place = { file: 'suite.yaml', suite: 'Front desk', version: 'default' }
  return {
    schemaVersion: 1,
    tableread: '0',
    startedAt: '2026-11-20T09:03:00.000Z',
    ms: 1_234,
    target: 'local',
    seed: 'one',
    total,
    score: 38 / 41,
    kinds: { tried: ['drop call', 'slow tool'], absent: ['swap outputs'] },
    suites: [{ ...place, ...total, score: 38 / 41, kinds: [{ kind: 'drop call', ...total }] }],
    conversations: [
      { ...place, ...total, id: survivor.id, line: 6, name: 'cancels an order', unscored: null },
      {
        ...{ ...place, caught: 0, survived: 0, accepted: 0, id: 'suite.yaml:20 default', line: 20, name: 'is lost' },
        unscored: { kind: 'errored', reason: 'busy' },
      },
    ],
    survivors: [
      survivor,
      { ...survivor, turn: null, what: 'the image is shown as well', advice: 'it shows too much' },
      { ...survivor, kind: 'slow tool', what: 'lookup_order takes 60 s', accepted: 'it may take long' },
    ],
    unjudged: [{ ...survivor, what: 'the apology is missing', why: 'no judge has a licence' }],
    suggestions: [
      {
        ...{ ...place, under: 'expect', line: 12, conversation: 'cancels an order', turn: 2 },
        ...{ yaml: 'calls:\n  - lookup_order', catches: [0] },
      },
    ],
    obsolete: [{ line: 3, text: 'slow reply of Front desk' }],
    ...{ kind: 'teeth', minScore: null },
    ...more,
  }
}

/** A result of prove: a conversation that adds nothing, and one that could not be judged. */
export function madeUpProof(): TeethResult {
  const { conversations, ...rest } = madeUpTeeth({ runs: 5 })
  const proofs = [
    { passed: 5, runs: 5, alone: 0, refused: 'others notice all that it notices' },
    { passed: 1, runs: 2, alone: 0, refused: 'busy' },
  ]
  return {
    ...rest,
    conversations: conversations.map((each, at) => ({ ...each, ...(proofs[at] && { proof: proofs[at] }) })),
  }
}
