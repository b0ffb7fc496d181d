import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { findPrivate } from './find.ts'
import { createSwapper } from './replace.ts'
import { createNames } from './stand-ins.ts'

const rules = { named: [], custom: [] }

function leftOf(value: JsonValue): string {
  return JSON.stringify(createSwapper(createNames().add(findPrivate(value, rules)))(value))
}

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8bC0fG'
const hex = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const capitals = 'AB2CD3EF4GH5IJ6KL7MN'
/** So many characters of the given ones, over and over. */
const of = (length: number, from = letters): string => from.repeat(Math.ceil(length / from.length)).slice(0, length)
/** Joins the parts of a key, so that no scanner takes this file for a leak. */
const key = (...parts: readonly string[]): string => parts.join('')

const certain: Readonly<Record<string, string>> = {
  'GitHub, classic': key('gh', 'p_', of(36)),
  'GitHub, fine-grained': key('github', '_pat_', of(22), '_', of(59)),
  'GitLab, personal': key('gl', 'pat-', of(20)),
  'GitLab, runner': key('gl', 'rt-', of(20)),
  npm: key('np', 'm_', of(36)),
  PyPI: key('py', 'pi-AgE', of(120)),
  RubyGems: key('ruby', 'gems_', of(48, hex)),
  Docker: key('dckr', '_pat_', of(27)),
  'AWS, key': key('AK', 'IA', of(16, capitals)),
  'AWS, session': key('AS', 'IA', of(16, capitals)),
  Google: key('AI', 'zaSy', of(33)),
  'Google, client': key('GOC', 'SPX-', of(28)),
  DigitalOcean: key('do', 'p_v1_', of(64, hex)),
  Databricks: key('da', 'pi', of(32, hex)),
  Heroku: key('HR', 'KU-AA', of(58)),
  Vault: key('hv', 's.', of(90)),
  Terraform: key(of(14), '.atlas', 'v1.', of(67)),
  Pulumi: key('pu', 'l-', of(40, hex)),
  Doppler: key('dp', '.pt.', of(43)),
  PlanetScale: key('pscale', '_tkn_', of(43)),
  Supabase: key('sb', 'p_', of(40, hex)),
  Tailscale: key('ts', 'key-auth-', of(17), '-', of(32)),
  'Slack, bot': key('xo', 'xb-', of(12, '123456789012'), '-', of(24)),
  'Slack, app': key('xa', 'pp-1-', of(60)),
  SendGrid: key('S', 'G.', of(22), '.', of(43)),
  Twilio: key('S', 'K', of(32, hex)),
  Telegram: key('1234567890', ':A', 'A', of(33)),
  Brevo: key('xkey', 'sib-', of(64, hex), '-', of(16)),
  'Stripe, secret': key('sk', '_live_', of(24)),
  'Stripe, restricted': key('rk', '_live_', of(24)),
  'Stripe, webhook': key('wh', 'sec_', of(32)),
  Square: key('sq0', 'csp-', of(43)),
  Shopify: key('shp', 'at_', of(32, hex)),
  Braintree: key('access', '_token$production$', of(16, 'a1b2c3'), '$', of(32, hex)),
  OpenAI: key('s', 'k-', of(48)),
  'OpenAI, of a project': key('sk', '-proj-', of(48)),
  Anthropic: key('sk', '-ant-api03-', of(93), 'AA'),
  'Hugging Face': key('h', 'f_', of(34, 'abcdefGHIJ')),
  Groq: key('gs', 'k_', of(52)),
  xAI: key('xa', 'i-', of(80)),
  Replicate: key('r', '8_', of(37)),
  NVIDIA: key('nv', 'api-', of(64)),
  LangSmith: key('ls', 'v2_pt_', of(32, hex), '_', of(10, hex)),
  Voiceflow: key('V', 'F.DM.', of(24, hex), '.', of(16)),
  'New Relic': key('NR', 'AK-', of(27, capitals)),
  Sentry: key('sn', 'tryu_', of(64, hex)),
  Grafana: key('gl', 'sa_', of(32), '_', of(8, hex)),
  Postman: key('PM', 'AK-', of(24, hex), '-', of(34, hex)),
  Atlassian: key('ATA', 'TT3', of(186)),
  Dynatrace: key('dt', '0c01.', of(24, capitals), '.', of(64, capitals)),
  Linear: key('lin', '_api_', of(40)),
  Notion: key('nt', 'n_', of(46)),
  Airtable: key('pa', 't', of(14), '.', of(64, hex)),
  HubSpot: key('pa', 't-na1-', of(8, hex), '-0123-4567-89ab-', of(12, hex)),
  Figma: key('fi', 'gd_', of(40)),
}
const atWord: Readonly<Record<string, string>> = {
  'a key with a short beginning': key('s', 'k-', of(14)),
  'Google, of another kind': key('AI', 'za', of(35)),
  Discord: key('M', of(25), '.', of(6), '.', of(38)),
  Resend: key('r', 'e_', of(8), '_', of(24)),
  'Azure, of an application': key('abc', '8Q', '~', of(34)),
  Mailchimp: key(of(32, hex), '-u', 's14'),
}
const addresses: Readonly<Record<string, readonly [before: string, key: string]>> = {
  Slack: ['https://hooks.slack.com/', key('services/T', of(8), '/B', of(8), '/', of(24))],
  Discord: ['https://discord.com/api/', key('webhooks/', of(18, '1234567890'), '/', of(68))],
  Teams: [
    'https://shop.webhook.office.com/',
    key('webhookb2/', of(36, hex), '@', of(36, hex), '/IncomingWebhook/', of(32, hex)),
  ],
}
const body = Array.from({ length: 6 }, (_, line) => of(64, `${letters}+/`.slice(line) + letters))
const pem = (kind: string, head: readonly string[] = []): string =>
  [`-----BEGIN ${kind}-----`, ...head, ...body, of(20), `-----END ${kind}-----`].join('\n')
const blocks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ', 'DSA '].map((kind) => [`${kind}key`, pem(`${kind}PRIVATE KEY`)]),
  ),
  'a PGP key': pem('PGP PRIVATE KEY BLOCK', ['Version: GnuPG v2', '']),
  'a key with a password': pem('RSA PRIVATE KEY', ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0A1B2C3D', '']),
  'a key on one line': pem('PRIVATE KEY').replaceAll('\n', ' '),
  'a key with CRLF': pem('PRIVATE KEY').replaceAll('\n', '\r\n'),
  'a key that is quoted': pem('PRIVATE KEY').replaceAll('\n', '\n> '),
  'a key that is cut': pem('PRIVATE KEY').slice(0, 250),
}

const spell = (text: string): readonly JsonValue[] => [
  text,
  { note: text },
  { [text]: 1 },
  JSON.stringify({ note: [text] }),
  `it answered ${JSON.stringify(JSON.stringify({ note: text }))}, they said`,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
]

describe('a key of another service', () => {
  it.each(Object.entries({ ...certain, ...atWord }))('is found wherever it stands: %s', (_, each) => {
    const texts = [`use ${each} here`, `(${each})`, `https://x.example/a/${each}/b?x=${each}&y=1`, `KEY=${each}`, each]
    for (const value of texts.flatMap(spell)) {
      expect(leftOf(value)).not.toContain(each.slice(-14))
      expect(leftOf(value)).not.toContain(Buffer.from(each).toString('base64').slice(4, -4))
    }
    expect(leftOf(`use ${each}, they said`)).toMatch(/^"use .{0,20}<(?:key|secret) 1>, they said"$/)
  })
  it.each(Object.entries(certain))('is found behind a word: %s', (_, each) => {
    for (const word of ['key', 'key_', 't_', 'KEY', 'aaaa'.repeat(30), 'x-y.']) {
      if (each.startsWith(':') || /^\d/.test(each)) continue
      expect(leftOf(`${word}${each}`)).not.toContain(each.slice(-14))
    }
  })
  it.each(Object.entries(addresses))('is found in an address that takes a post: %s', (_, [before, path]) => {
    for (const value of spell(`post to ${before}${path} now`)) expect(leftOf(value)).not.toContain(path.slice(-14))
    expect(leftOf(`post to ${before}${path} now`)).toBe(`"post to ${before}<key 1> now"`)
  })
  it.each(Object.entries(blocks))('is found between its dashes: %s', (_, each) => {
    for (const value of spell(`the key: ${each}\n, they said`)) {
      const rest = leftOf(value)
      expect(body.filter((line) => rest.includes(line.slice(0, 20)))).toEqual([])
    }
    expect(leftOf(`it is ${each}`)).toBe('"it is <key 1>"')
  })
  it('leaves what only resembles one', () => {
    const harmless = [
      'task-management-for-everyone, disk-encryption-and-recovery, risk_assessment_of_the_year, desk-3f2a9c41d6b8e07755aa10bc94de22f18c0b7a64',
      'npm_config_registry_of_this_machine, hf_model_name_that_is_long_enough, github_patches_and_other_things',
      'GLPAT is a prefix, glpat-short, ASIAPACIFICHEADQUARTERSOFFICE, SKIPPEDALLTHEROWSINTHISTABLE, AKIA, AIza',
      'an id 3f2a9c41-8c0b-4a64-9f22-0b7a64f1d6b8, ord_01HZX4J7K8M9N0P1Q2R3, cus_NffrFeUfNV2Hib, a-very-long-slug-of-a-page',
      'https://hooks.slack.com/services and https://discord.com/api/webhooks, https://api.slack.com/services/T0/B0/reference-of-all-services',
      '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkq\n-----END CERTIFICATE-----',
      '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
      'It starts with -----BEGIN PRIVATE KEY----- and you should never send it to anybody, internationalization included.',
      'xoxo-hugs-and-kisses-to-all, MSG.of-today-and-tomorrow.of-next-week, see dp.st.and-the-rest-of-it-all',
      'SKU SK0123456789, LTAIR, whsec, the pattern pat-na1, capital-na1-and-other-places-in-the-north',
    ]
    for (const text of harmless) expect(leftOf(text)).toBe(JSON.stringify(text))
  })
})
