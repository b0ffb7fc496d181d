import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'

/** The machine and the versions, in one line; nothing that identifies the machine or its owner. */
export function describeMachine() {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const versions = [`Node ${process.version.slice(1)}`, `undici ${versionOf('undici')}`, `Tableread ${versionOf(null)}`]
  const processor = `${cpus().length} × ${cpus()[0].model.trim()}`
  return `${processor}, ${memory} GB, ${platform()} ${arch()}; ${versions.join(', ')}`
}

/**
 * The machine's load average over the last minute, and its number of processors: above 1 each, it was busy
 * with other work.
 */
export function describeLoad() {
  return `${loadavg()[0].toFixed(1)} on ${cpus().length} processors`
}

function versionOf(dependency) {
  const folder = dependency === null ? '..' : `../node_modules/${dependency}`
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')).version
}
