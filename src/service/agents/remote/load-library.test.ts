import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadLibrary } from './load-library.ts'

const folder = mkdtempSync(join(tmpdir(), 'library-'))
afterAll(() => rmSync(folder, { recursive: true }))

function install(name: string, source: string): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', exports: { './client': './client.js' } }),
  )
  writeFileSync(join(home, 'client.js'), source)
}

const load = (name: string): unknown =>
  loadLibrary({ module: `${name}/client`, install: `${name}@1`, exports: 'speak' }, join(folder, 'desk.yaml'))

it('the library of the project is used, and one that is missing is told with the line that installs it', () => {
  install('@far/speaks', 'exports.speak = () => "from the project"')
  install('other', 'exports.talk = 1')
  install('broken', 'throw new Error("no good\\nat all")')
  expect(load('@far/speaks')).toHaveProperty('speak', expect.any(Function))
  expect(() => load('@far/nowhere')).toThrow(
    'the package @far/nowhere is not installed: npm install --save-dev @far/nowhere@1',
  )
  expect(() => load('other')).toThrow('the package other is of another version: npm install --save-dev other@1')
  expect(() => load('broken')).toThrow('the package broken cannot be loaded: no good')
})
