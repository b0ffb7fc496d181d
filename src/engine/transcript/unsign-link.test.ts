import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { maskText } from './mask-volatile.ts'
import { unsignLink } from './unsign-link.ts'
import { startMasking } from './volatile-facts.ts'

/** Every parameter that makes a link a signed one. */
const signing =
  'x-amz-date x-goog-signature sig sign signature expire expires exp token access_token accesstoken auth key api_key apikey policy hmac hash jwt se sv key-pair-id'

describe('a link without what signs it', () => {
  it.each(signing.split(' '))('keeps the other parameters beside %s, also in a masked text', (name) => {
    const link = `https://shop.example/pay?order=1&${name.toUpperCase()}=ab12&at=2#now`
    expect(unsignLink(link)).toBe('https://shop.example/pay?order=1&at=2#now')
    expect(maskText(`Pay at ${link}.`, startMasking([]))).toBe('Pay at https://shop.example/pay?order=1&at=2#now.')
  })
  it.each([
    ['nothing is left', 'https://x.example/f?sig=s3cret', 'https://x.example/f'],
    ['it has no query', 'https://x.example/f', 'https://x.example/f'],
    ['it is not signed', 'https://x.example/f?st=1&nonce=2&sp=3', 'https://x.example/f?st=1&nonce=2&sp=3'],
    ['parameters are escaped for HTML', 'https://x.example/f?a=1&amp;sig=s&amp;b=2', 'https://x.example/f?a=1&b=2'],
    [
      'others belong to the signature',
      'https://x.example/f?AWSAccessKeyId=A&Expires=1&Signature=s&nonce=4&v=1',
      'https://x.example/f?v=1',
    ],
    [
      'Azure signed it',
      'https://x.example/f?sv=2022&st=2026&se=2027&sr=b&sp=r&sig=ab%3D&order=1',
      'https://x.example/f?order=1',
    ],
  ])('where %s', (_, link, unsigned) => {
    expect(unsignLink(link)).toBe(unsigned)
  })
  it('takes no longer for long hostile links than they are long', async () => {
    const growth = await measureGrowth(40_000, (size) => {
      for (const part of ['https://', '?sig=', '&', ').']) unsignLink(`https://x/?${part.repeat(size / part.length)}`)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})
