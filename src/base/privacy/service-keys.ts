/** Keys whose beginning nobody else uses, certain even when joined to a word before (`keysk-proj-…`). */
const keyForms = [
  // repositories, packages and builds
  String.raw`gh[oprsu]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255}`,
  String.raw`gl(?:pat|dt|rt|cbt|ptt|soat|imt|agent|oas|ft|ffct|wt)-[\w-]{20,300}`,
  String.raw`npm_[A-Za-z0-9]{36,200}|pypi-AgE[\w-]{50,300}|rubygems_[a-f\d]{48}|dckr_[po]at_[\w-]{20,200}`,
  String.raw`ATBB[A-Za-z0-9]{32}|bkua_[a-f\d]{40}|CCIPAT_[A-Za-z0-9]{22}_[a-f\d]{40}|sgp_\w{40,90}|AKCp[A-Za-z0-9]{69}`,
  // clouds
  String.raw`AKIA[A-Z\d]{16}|A(?:SI|BI|CC)A(?=[A-Z]{0,15}\d)[A-Z\d]{16}|ABSK[A-Za-z0-9+/]{100,300}`,
  String.raw`AIzaSy[\w-]{33}|GOCSPX-[\w-]{28}|ya29\.[\w-]{20,1000}`,
  String.raw`do[opr]_v1_[a-f\d]{64}|dapi[a-f\d]{32}|LTAI(?=[A-Za-z]{0,19}\d)[A-Za-z0-9]{20}|HRKU-AA[\w-]{58}`,
  String.raw`hv[bs]\.[\w-]{24,300}|atlasv1\.[\w=-]{60,70}|pul-[a-f\d]{40}|v1\.0-[a-f\d]{24}-[a-f\d]{146}`,
  String.raw`dp\.(?:pt|ct|st|sa|scim|audit)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}|ops_eyJ[A-Za-z0-9+/]{200,2000}`,
  String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}|sbp_[a-f\d]{40}|sb_secret_[\w-]{20,60}|nfp_[A-Za-z0-9]{36,60}`,
  String.raw`fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,2000}|AGE-SECRET-KEY-1[A-Z\d]{58}`,
  'tskey-[a-z]{3,10}-[A-Za-z0-9]{10,60}-[A-Za-z0-9]{20,60}',
  // messages and mail
  String.raw`xox[abeoprs]-\d[\w-]{14,250}|xapp-\d-[\w-]{20,200}|SG\.[\w-]{22}\.[\w-]{43}|SK[a-f\d]{32}(?![a-f\d])`,
  String.raw`:AA(?<=\d{8}:AA)[\w-]{32,34}|x(?:key|smtp)sib-[a-f\d]{64}-[A-Za-z0-9]{16}`,
  // payment and shops
  String.raw`[rs]k_(?:live|test|prod)_[A-Za-z0-9]{24,250}|whsec_[A-Za-z0-9+/]{24,100}|sq0(?:atp|csp)-[\w-]{22,43}`,
  String.raw`shp(?:at|ca|pa|ss|tka)_[A-Fa-f\d]{32}|access_token\$(?:production|sandbox)\$[a-z\d]{16}\$[a-f\d]{32}`,
  String.raw`access-(?:sandbox|development|production)-[a-f\d]{8}-[a-f\d-]{27}|FLWSECK(?:_[A-Z]{4})?-[A-Za-z0-9]{12,40}`,
  String.raw`EZ[AT]K[A-Za-z0-9]{54}|duffel_(?:test|live)_[\w=-]{43}|shippo_(?:test|live)_[a-f\d]{40}`,
  // language models
  String.raw`sk-(?:proj|svcacct|admin|ant|or-v1|lf)-[\w-]{16,300}`,
  // a task or a disk may have an id in hexadecimal digits
  String.raw`sk-(?=[a-zA-Z]{0,60}\d)(?=[a-z\d]{0,60}[A-Z])(?=[A-Z\d]{0,60}[a-z])[A-Za-z0-9]{40,200}`,
  String.raw`hf_[A-Za-z0-9]{34,60}|api_org_[A-Za-z]{34}|gsk_[A-Za-z0-9]{48,60}|xai-[A-Za-z0-9]{70,90}|nvapi-[\w-]{60,80}`,
  String.raw`pplx-[A-Za-z0-9]{40,60}|r8_[A-Za-z0-9]{37,40}|lsv2_(?:pt|sk)_[a-f\d]{32}_[a-f\d]{10}|csk-[a-z\d]{40,60}`,
  String.raw`tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,60}|pcsk_\w{60,90}|VF\.(?:DM|WS)\.[a-f\d]{24}\.[A-Za-z0-9]{16}`,
  // monitoring and office work
  String.raw`NRAK-[A-Z\d]{27}|NRII-[\w-]{32}|sntry[su]_[A-Za-z0-9+/_=]{43,300}|glsa_[A-Za-z0-9]{32}_[A-Fa-f\d]{8}`,
  String.raw`glc_[A-Za-z0-9+/]{32,400}|phx_[A-Za-z0-9]{32,60}|PMAK-[a-f\d]{24}-[a-f\d]{34}|AT[ACS]TT3[\w=-]{100,300}`,
  String.raw`dt0[a-z]\d\d\.[A-Z\d]{24}\.[A-Z\d]{64}|lin_(?:api|oauth)_[A-Za-z0-9]{32,64}|ntn_[A-Za-z0-9]{40,60}`,
  String.raw`pat[A-Za-z0-9]{14}\.[a-f\d]{64}|pat-(?:na|eu)\d-[a-f\d]{8}-[a-f\d-]{27}|secret_[A-Za-z0-9]{43}`,
  String.raw`figd_[\w-]{38,60}|CFPAT-[\w-]{43}|tfp_[\w-]{44}_[\w-]{10,20}|rdme_[a-z\d]{70}|pnu_[A-Za-z0-9]{36}`,
  // addresses that take a post from anybody who knows them
  String.raw`(?:services|workflows|triggers)/(?<=hooks\.slack(?:-gov)?\.com/\w{8,9}/)[\w/-]{20,200}`,
  String.raw`webhooks/(?<=discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/)\d{10,25}/[\w-]{30,100}`,
  String.raw`webhookb2/[\w@/-]{60,400}`,
]

/** Keys with a beginning that may also end a word, as in `disk-…`, or that is short: they begin a word themselves. */
const atWord = [
  String.raw`(?:[sprk]k[-_](?:\w{2,8}[-_])?|gh[opsu]_|xox[abp]-|AKIA)[A-Za-z0-9_-]{14,200}`,
  String.raw`AIza[\w-]{35}|[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}`,
  String.raw`re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|sl\.(?:u\.)?[\w-]{130,500}|1//0[\w-]{40,200}`,
  String.raw`[\w.~]{3}\dQ~[\w.~-]{31,34}|[a-f\d]{32}-us\d{1,2}\b`,
]

const begin = String.raw`-{4,5} ?BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}`

/** A key between two lines of dashes: all of it, and the lines left where the end was cut off. */
const betweenDashes = [
  String.raw`${begin}[^-]{0,9000}(?:-(?!---)[^-]{0,9000}){0,60}-{4,5} ?END [A-Z\d ]{0,60}-{4,5}`,
  String.raw`${begin}(?:\s{1,4}[A-Z][\w-]{1,20}: [^\n]{0,80}){0,5}(?:[\s>|]{0,12}[A-Za-z\d+/=]{16,200}){1,400}(?:\s{0,4}[A-Za-z\d+/=]{1,80}(?=\s{0,4}(?:$|…|\.{3}|["'<])))?`,
]

const tokens: readonly RegExp[] = [
  // JSON web tokens, signed or encrypted
  /\beyJ[\w-]{6,4000}(?:\.[\w-]{0,4000}){2,4}/g,
  /(?<=\b[Bb]earer )[\w.~+/-]{12,2000}=*/g,
  /(?<=\bauthorization["']?\s?[:=]\s?["']?basic )[\w+/-]{6,2000}=*/gi,
  // requires a digit or a base64 sign, which ordinary words after "basic" do not have
  /(?<=\bbasic )(?=[a-z+/]{0,200}[\d=])[\w+/-]{12,2000}=*/gi,
]
const mayHoldToken = /eyJ|earer |basic /i

const dashed = betweenDashes.map((each) => new RegExp(each, 'g'))
const inRuns = [new RegExp(keyForms.join('|'), 'g'), new RegExp(String.raw`\b(?:${atWord.join('|')})`, 'g')]

/** Replaces keys and tokens of services by their form; `at` is right as long as `put` keeps the length. */
export function replaceKeys(text: string, replace: (found: string, at: number) => string): string {
  // None of these patterns has a group, so the place follows the match.
  const replaceAll = (patterns: readonly RegExp[], from: string, start = 0): string =>
    patterns.reduce((rest, each) => rest.replace(each, (match, at: number) => replace(match, start + at)), from)
  let rest = text
  if (hasLongRun(text)) {
    if (text.includes('PRIVATE KEY')) rest = replaceAll(dashed, rest)
    rest = inLongWords(rest, (word, at) => replaceAll(inRuns, word, at))
  }
  return mayHoldToken.test(rest) ? replaceAll(tokens, rest) : rest
}

/** How many letters, digits, dashes and underscores in a row every key has. Ordinary words have fewer. */
const shortest = 17
const [ofKey, betweenKeys] = [2, 1]
/** What kind of character each is: part of a key, or of a longer word that may hold one. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[\w~-]/.test(character) ? ofKey : /[:.$/@+=]/.test(character) ? betweenKeys : 0
})

function kindAt(text: string, at: number): number {
  return kinds[text.charCodeAt(at)] ?? 0
}

/** Whether `shortest` key characters stand in a row; every seventeenth is looked at first, which is far faster. */
function hasLongRun(text: string): boolean {
  let from = 0
  for (let at = shortest - 1; at < text.length; at = from + shortest - 1) {
    let back = at
    while (back >= from && kindAt(text, back) === ofKey) back -= 1
    if (back < from) return true
    from = back + 1
  }
  return false
}

/** Replaces the long words (addresses too) that are more than hex digits: forms of keys are sought only there. */
function inLongWords(text: string, replace: (word: string, at: number) => string): string {
  let [replaced, done] = ['', 0]
  for (let from = 0; from < text.length; from += 1) {
    const start = from
    while (from < text.length && kindAt(text, from) !== 0) from += 1
    if (from - start < shortest) continue
    const word = text.slice(start, from)
    if (!/[g-z_~]/i.test(word) || !hasLongRun(word)) continue
    replaced += text.slice(done, start) + replace(word, start)
    done = from
  }
  return done === 0 ? text : replaced + text.slice(done)
}
