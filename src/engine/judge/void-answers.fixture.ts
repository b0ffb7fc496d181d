import type { JsonObject } from '../../base/json/json.ts'

/** What a judge is shown in tests of its answers. */
export const entries: JsonObject[] = [
  { by: 'customer', text: 'Where is order 1042?' },
  { by: 'agent', name: 'desk', text: 'It’s “on” its\n way, ‘today’: cafe\u0301' },
  { by: 'agent', calls: 'get_order', with: { order: '1042', items: ['mug', 'cup'], n: 3, gift: true, note: null } },
  { by: 'tool', name: 'get_order', output: '{"state":"shipped"}' },
  { by: 'agent', items: [{ text: 'Bye' }, { button: 'Track' }] },
]
/** An answer that counts, but for `more`. */
export const answer = (more: object = {}): string =>
  JSON.stringify({ reason: 'so', quotations: [{ entry: 1, words: 'order' }], verdict: 'met', ...more })
/** An answer that quotes `words` from the entry of this number. */
export const quoting = (entry: unknown, words: unknown): string => answer({ quotations: [{ entry, words }] })
/** Answers that are void, and why. */
export const voidAnswers: [text: string, reason: string][] = [
  ['', 'the answer is empty'],
  [' \n ', 'the answer is empty'],
  ['```\n\n```', 'the answer is empty'],
  ['It is met.', 'the answer is not one JSON object'],
  [`[${answer()}]`, 'the answer is not one JSON object'],
  ['null', 'the answer is not one JSON object'],
  [`${answer()} ${answer()}`, 'the answer is not one JSON object'],
  [`Sure: \`\`\`json\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
  [`\`\`\`json\n${answer()}\n\`\`\`\nDone.`, 'the answer is not one JSON object'],
  [`\`\`\`js\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
  [`\`\`\`json\n${answer()}\n\`\`\`\n\`\`\`json\n${answer()}\n\`\`\``, 'the answer is not one JSON object'],
  [answer().replace('{', '{"verdict":"not met",'), 'the answer is not one JSON object'],
  [answer().replace('{', '{"verd\\u0069ct":"not met",'), 'the answer is not one JSON object'],
  [answer().replace('"entry":1', '"entry":2,"entry":1'), 'the answer is not one JSON object'],
  [answer({ score: 1 }), 'the answer has a member "score", which was not asked for'],
  [answer({ ['x'.repeat(41)]: 1 }), `the answer has a member "${'x'.repeat(39)}…", which was not asked for`],
  [answer({ verdict: 'MET' }), 'the answer has no verdict of met, not met or cannot tell'],
  [answer({ verdict: undefined }), 'the answer has no verdict of met, not met or cannot tell'],
  [answer({ reason: ' ' }), 'the answer gives no reason'],
  [answer({ reason: 3 }), 'the answer gives no reason'],
  [answer({ quotations: [] }), 'the answer quotes nothing'],
  [answer({ quotations: 'order' }), 'the answer quotes nothing'],
  [answer({ quotations: ['order'] }), 'a quotation is not { entry, words }'],
  [answer({ quotations: [null] }), 'a quotation is not { entry, words }'],
  [quoting('1', 'order'), 'a quotation is not { entry, words }'],
  [quoting(1, 1042), 'a quotation is not { entry, words }'],
  [quoting(0, 'order'), 'it quotes entry 0, and there is none'],
  [quoting(6, 'order'), 'it quotes entry 6, and there is none'],
  [quoting(1.5, 'order'), 'it quotes entry 1.5, and there is none'],
  [quoting(2, 'order'), 'it quotes words that are not in entry 2: "order"'],
  [quoting(1, 'Order'), 'it quotes words that are not in entry 1: "Order"'],
  [quoting(1, ''), 'it quotes words that are not in entry 1: ""'],
  [quoting(1, ' \n'), 'it quotes words that are not in entry 1: " \n"'],
  [quoting(1, 'z '.repeat(41)), `it quotes words that are not in entry 1: "${'z '.repeat(39)}z…"`],
  [
    answer({
      quotations: [
        { entry: 1, words: 'order' },
        { entry: 1, words: 'refund' },
      ],
    }),
    'it quotes words that are not in entry 1: "refund"',
  ],
  [answer({ reason: 'x'.repeat(19_930) }), 'the answer is longer than 20000 characters'],
]
