import { createHash } from 'node:crypto'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { toNormalForm } from '../../base/normal-form.ts'
import { redactKeys } from '../../base/secret-keys.ts'

/** The folder of snapshots, beside the config. */
export const snapshotFolder = 'snapshots'

/** What a snapshot file is named after. `file` is the suite's path, absolute or from `folder`. */
export interface SnapshotSubject {
  file: string
  conversation: string
  version: string
}

/**
 * The absolute path of a conversation's snapshot below `folder`: `snapshots/suites/orders/tracks-an-order.default.txt`.
 * It depends on the three names alone, so that other conversations never move it. A name with anything but small
 * letters, digits and single spaces is altered as a file name; four digits of its hash then tell it from similar names,
 * even where letter case does not count (Windows, macOS). API keys are removed from the names first: lower-cased and
 * without punctuation they could not be recognised.
 */
export function snapshotPath(subject: SnapshotSubject, folder: string): string {
  return join(folder, snapshotFolder, `${placeOf(subject, folder)}.txt`)
}

/** The same location relative to any other folder, without the extension: `suites/orders/tracks-an-order.default`. */
export function placeOf({ file, conversation, version }: SnapshotSubject, folder: string): string {
  const suite = suiteOf(file, folder)
    .replace(/\.yaml$/, '')
    .split('/')
    .map((part) => (part === '..' ? '_up' : safePart(redactKeys(part))))
  return join(...suite, `${slugOf(redactKeys(conversation))}.${version}`)
}

/** The suite's path as headers show it: from `folder`, with forward slashes. */
export function suiteOf(file: string, folder: string): string {
  const path = relative(folder, resolve(folder, file))
  return (isAbsolute(path) ? path.replace(/^([a-z]):/i, '$1') : path).replaceAll('\\', '/')
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Parts of the suite's path exist on this system, so only what another system could not check out is replaced. */
function safePart(part: string): string {
  const safe = part.replace(/[<>:"|?*\p{C}]/gu, '_').replace(/[. ]+$/, '_')
  return safe === part && !reserved.test(part.split('.')[0] ?? '') ? part : `${safe}~${digits(part)}`
}

const most = 60

function slugOf(name: string): string {
  const words = toNormalForm(toNormalForm(name, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  let slug = ''
  for (const word of words ?? []) {
    const longer = slug === '' ? [...word].slice(0, most).join('') : `${slug}-${word}`
    if ([...longer].length > most || Buffer.byteLength(longer) > 2 * most) break
    slug = longer
  }
  const exact = slug.replaceAll('-', ' ') === name && /^[a-z0-9 ]+$/.test(name) && !reserved.test(slug)
  return exact ? slug : `${slug === '' ? 'conversation' : slug}~${digits(name)}`
}

function digits(name: string): string {
  return createHash('sha256').update(toNormalForm(name, 'NFC')).digest('hex').slice(0, 4)
}
