import type { Row } from './row.ts'

const linked = (query: string) => [
  [
    {
      type: 'message',
      content: [{ type: 'image', url: `https://cdn.example/a?${query}`, caption: 'mug', mimeType: 'image/png' }],
    },
  ],
]
const expectsHost = '- user: hi\n  expect: { reply: { image: { host: cdn.example } } }'
const expectsExpiry = '- user: hi\n  expect: { reply: { image: { expires: { after: 2026-01-01 } } } }'

/** Instants outside the range of dates, in an agent's links and in suites. */
export const rows: readonly Row[] = [
  {
    about: 'dates beyond all dates',
    name: 'a link that expires beyond all dates is a link',
    suite: expectsHost,
    acts: linked('expires=99999999999999999999'),
    verdict: 'passed',
  },
  {
    about: 'dates beyond all dates',
    name: 'and has no time at which it expires',
    suite: expectsExpiry,
    acts: linked('X-Amz-Date=20261321T080000Z&X-Amz-Expires=900'),
    verdict: 'failed',
  },
  {
    about: 'dates beyond all dates',
    name: 'a link that expires on a date has that',
    suite: expectsExpiry,
    acts: linked('X-Amz-Date=20261221T080000Z&X-Amz-Expires=900'),
    verdict: 'passed',
  },
  {
    about: 'dates beyond all dates',
    name: 'a date that is reckoned beyond all dates is no date',
    suite: '- user: hi\n  expect: { reply: { not: { after: now + 9999999999 d } } }',
    verdict: 'broken',
    says: /more than a thousand years away/,
  },
]
