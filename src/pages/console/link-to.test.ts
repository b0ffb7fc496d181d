import { describe, expect, it } from 'vitest'
import { isWebAddress } from './link-to.ts'

describe('addresses that may become links', () => {
  it.each(['https://files.example/a.pdf?s=1', 'http://127.0.0.1:4010/_local/media/x.png', 'HTTPS://EXAMPLE.COM'])(
    'accepts %s',
    (url) => expect(isWebAddress(url)).toBe(true),
  )
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    '//example.com',
    '/a.pdf',
    '',
  ])('refuses %j', (url) => expect(isWebAddress(url)).toBe(false))
})
