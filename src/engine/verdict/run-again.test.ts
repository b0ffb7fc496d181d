import { expect, it } from 'vitest'
import { runAgainCommands } from './run-again.ts'

const failed = (place: string, version: string) => ({
  id: `${place} ${version}`,
  file: place.replace(/:.*$/, ''),
  version,
})

it('runs exactly what failed, one command for each set of versions', () => {
  const results = [
    failed('s.yaml:5', 'draft'),
    failed('s.yaml:9', 'default'),
    failed('s.yaml:9', 'draft'),
    failed('s.yaml:12#2', 'draft'),
    failed('s.yaml:20~3', '2'),
  ]
  expect(runAgainCommands(results)).toEqual([
    "npx tableread run s.yaml:5 's.yaml:12#2' -v draft",
    'npx tableread run s.yaml:9 -v default -v draft',
    "npx tableread run 's.yaml:20~3' -v 2",
  ])
})

it('quotes what a shell would read otherwise, and names the service and the flags', () => {
  const [command] = runAgainCommands([failed('my $(id).yaml:4', 'draft')], {
    target: 'https://agents.example',
    flags: ['--workspace', "'my desk'", '--seed', 'x'],
  })
  expect(command).toBe(
    "npx tableread run 'my $(id).yaml:4' -v draft --target https://agents.example --workspace 'my desk' --seed x",
  )
  const place = { target: 'https://agents.example', flags: ['--target', 'https://other.example'] }
  expect(runAgainCommands([failed('-s.yaml:4', '1')], place)).toEqual([
    'npx tableread run ./-s.yaml:4 -v 1 --target https://other.example',
  ])
  const local = { target: 'local service http://127.0.0.1:4010 (workspace demo)' }
  expect(runAgainCommands([failed('s.yaml:4', '1')], local)).toEqual(['npx tableread run s.yaml:4 -v 1'])
})
