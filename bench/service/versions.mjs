import { readFileSync } from 'node:fs'

const packages = ['hono', '@hono/node-server', '@photostructure/sqlite']

/** The versions of the service's main dependencies, in one line. */
export function describeVersions() {
  return packages.map((name) => `${name} ${versionOf(name)}`).join(', ')
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
