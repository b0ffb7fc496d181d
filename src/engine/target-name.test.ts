import { describe, expect, it } from 'vitest'
import { nameEmbedded, nameService, readEmbedded } from './target-name.ts'

describe('the name of the embedded service', () => {
  it.each([
    { workspace: 'demo', url: 'http://127.0.0.1:4010' },
    { workspace: 'demo', url: undefined },
    { workspace: 'my (workspace desk)\n2', url: 'http://[::1]:9' },
    { workspace: '', url: undefined },
  ])('is read back as it was written: %o', (service) => {
    expect(readEmbedded(nameEmbedded(service))).toEqual(service)
    expect(nameService(nameEmbedded(service))).toBe(nameEmbedded({ workspace: service.workspace }))
  })

  it('is no address and no other text', () => {
    for (const target of ['https://local.test/service (workspace demo)', 'local service', 'local', ''])
      expect(readEmbedded(target)).toBeNull()
    expect(nameService('https://user:secret@local.test/a?b=c')).toBe('https://local.test')
  })
})
