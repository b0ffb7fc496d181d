import { expect, it } from 'vitest'
import { readLink } from './read-link.ts'

it.each([
  ['https://cdn.example/a.png', { host: 'cdn.example' }],
  [
    'https://cdn.example:8443/a?expires=1795249512000&signature=x',
    { host: 'cdn.example:8443', expires: '2026-11-21T08:25:12.000Z' },
  ],
  ['https://s.example/a?Expires=1795249512', { host: 's.example', expires: '2026-11-21T08:25:12.000Z' }],
  [
    'https://s.example/a?X-Amz-Date=20261121T080000Z&X-Amz-Expires=900',
    { host: 's.example', expires: '2026-11-21T08:15:00.000Z' },
  ],
  ['https://s.example/a?expires=soon', { host: 's.example' }],
  ['https://s.example/a?expires=0', { host: 's.example' }],
  ['https://s.example/a?expires=-5', { host: 's.example' }],
  ['https://s.example/a?expires=99999999999', { host: 's.example', expires: '5138-11-16T09:46:39.000Z' }],
  ['https://s.example/a?expires=100000000000', { host: 's.example', expires: '1973-03-03T09:46:40.000Z' }],
  ['https://s.example/a?expires=99999999999999999999', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261121T080000Z', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261321T080000Z&X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=20261121T080000ZZ&X-Amz-Expires=900', { host: 's.example' }],
  ['https://s.example/a?X-Amz-Date=020261121T080000Z&X-Amz-Expires=900', { host: 's.example' }],
])('reads %s', (url, expected) => {
  expect(readLink(new URL(url))).toEqual(expected)
})
