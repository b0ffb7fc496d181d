import { ran } from './play-row.ts'
import type { Row } from './row.ts'

/** What has always worked, to show that the table can tell a pass from a failure. */
export const rows: readonly Row[] = [
  {
    about: 'the table',
    name: 'a sound agent passes',
    suite: `
      - user: Where is it?
        expect: { reply: { contains: shipped }, calls: [lookup] }`,
    acts: [[...ran('lookup', { id: '1' }), 'It was shipped.']],
    verdict: 'passed',
  },
  {
    about: 'the table',
    name: 'a wrong reply fails',
    suite: `
      - user: Where is it?
        expect: { reply: { contains: shipped } }`,
    acts: [['No idea.']],
    verdict: 'failed',
    says: /shipped/,
  },
]
