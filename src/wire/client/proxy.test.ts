import { describe, expect, it } from 'vitest'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { proxyFor } from './proxy.ts'

const proxy = 'http://proxy.example:8080'

describe('the proxy of an address', () => {
  it.each<[address: string, environment: Record<string, string>, proxy: string | null]>([
    ['https://desk.example', { HTTPS_PROXY: proxy }, proxy],
    ['https://desk.example', { https_proxy: proxy }, proxy],
    ['http://desk.example', { HTTP_PROXY: proxy }, proxy],
    ['http://desk.example', { http_proxy: proxy }, proxy],
    ['http://desk.example', { HTTPS_PROXY: proxy }, null],
    ['https://desk.example', { HTTP_PROXY: proxy }, proxy],
    ['https://desk.example', { HTTP_PROXY: 'http://other.example', HTTPS_PROXY: proxy }, proxy],
    ['https://desk.example', { https_proxy: proxy, HTTPS_PROXY: 'http://other.example' }, proxy],
    ['https://desk.example', { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
    ['https://desk.example', { HTTPS_PROXY: ' ' }, null],
    ['https://desk.example', { ALL_PROXY: proxy }, proxy],
    ['http://desk.example', { all_proxy: 'proxy.example:8080' }, proxy],
    ['http://desk.example', { ALL_PROXY: 'http://other.example', HTTP_PROXY: proxy }, proxy],
    ['https://desk.example', { ALL_PROXY: 'socks5://127.0.0.1:1080', HTTP_PROXY: proxy }, proxy],
    ['https://desk.example', { ALL_PROXY: 'socks5://127.0.0.1:1080' }, null],
    ['https://desk.example', { HTTPS_PROXY: 'proxy.example:8080' }, proxy],
    ['https://desk.example', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example'],
    ['https://desk.example', { HTTPS_PROXY: 'http://alice:secret-of-alice@proxy.example:8080/' }, proxy],
  ])('%s with %j: %s', (address, environment, expected) => {
    expect(proxyFor(address, environment)?.origin ?? null).toBe(expected)
  })
  it.each(['127.0.0.1', '127.9.9.9', '[::1]', 'localhost', 'localhost.', 'LOCALHOST', '[::ffff:127.0.0.1]'])(
    'is none for %s, which is this machine',
    (host) => {
      expect(proxyFor(`http://${host}:4010`, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy })).toBeNull()
    },
  )
  it.each<[entries: string, direct: string[], through: string[]]>([
    ['*', ['desk.example', '10.0.0.1'], []],
    ['other.example, *', ['desk.example'], []],
    ['desk.example', ['desk.example', 'eu.desk.example', 'DESK.example', 'desk.example.'], ['mydesk.example']],
    ['.example', ['desk.example'], ['desk.example.org']],
    ['*.example', ['desk.example'], ['desk.test']],
    ['a.test,desk.example b.test', ['desk.example', 'b.test'], ['c.test']],
    ['desk.example:8443', ['desk.example:8443'], ['desk.example', 'desk.example:443']],
    ['desk.example:443', ['desk.example'], ['desk.example:8443']],
    ['10.0.0.0/8', ['10.1.2.3'], ['11.1.2.3', 'desk.example']],
    ['10.1.2.3', ['10.1.2.3'], ['10.1.2.34']],
    ['fd00::/8,::2', ['[fd00::1]', '[::2]'], ['[fe00::1]']],
    ['[fd00::1]:443', ['[fd00::1]'], ['[fd00::2]', '[fd00::1]:8443']],
    ['10.0.0.0/99,:443,/', [], ['desk.example']],
  ])('is none where NO_PROXY is %s', (entries, direct, through) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      const environment = { HTTPS_PROXY: proxy, [name]: entries }
      expect(direct.filter((host) => proxyFor(`https://${host}`, environment) !== null)).toEqual([])
      expect(through.filter((host) => proxyFor(`https://${host}`, environment) === null)).toEqual([])
    }
  })
  it('keeps its password to itself, in every spelling', () => {
    const { token } =
      proxyFor('https://desk.example', { HTTPS_PROXY: 'http://alice:p%40ss-of-alice@proxy.example' }) ?? {}
    expect(token).toBe(`Basic ${Buffer.from('alice:p@ss-of-alice').toString('base64')}`)
    for (const text of ['p@ss-of-alice', 'p%40ss-of-alice', String(token)]) expect(redactKeys(text)).not.toContain(text)
    const { token: alone } = proxyFor('https://desk.example', { HTTPS_PROXY: 'http://token-of-ci@proxy.example' }) ?? {}
    expect(alone).toBe(`Basic ${Buffer.from('token-of-ci:').toString('base64')}`)
    expect(redactKeys('token-of-ci')).not.toContain('token')
  })
  it.each(['socks5://bob:secret-of-bob@proxy.example', 'http://', 'ht tp:// x', 'secret-of-bob@'])(
    'is refused where it is none, without showing it: %s',
    (value) => {
      const ask = (): unknown => proxyFor('https://desk.example', { HTTPS_PROXY: value })
      expect(ask).toThrow(/HTTPS_PROXY does not name a proxy/)
      expect(ask).not.toThrow(/bob|proxy\.example(?!:8080)/)
      expect(proxyFor('https://desk.example', { HTTPS_PROXY: value, NO_PROXY: '*' })).toBeNull()
    },
  )
})
