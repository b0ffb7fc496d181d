/** Size of the type, in the picture's units; a column of the font is six tenths of it wide. */
export const fontSize = 12.5

const light = `--paper:#fffefc;--raised:#f3f1ec;--line:#e2dfd8;--text:#21201d;--muted:#66635b;--bad:#a8281f;--bad-tint:#fbe3df;--good:#1b6b3f;--good-tint:#dcf0e3;--warn:#85570a;--news:#5b4a9c`
const dark = `--paper:#1d1d1c;--raised:#262624;--line:#3d3c38;--text:#ebe9e2;--muted:#a5a298;--bad:#ff9a8f;--bad-tint:#46241f;--good:#74d09a;--good-tint:#1b3a28;--warn:#e3b35c;--news:#b9a9f5`

/** The style inside the picture, which follows the colours of the reader's system. */
export const pictureStyle: string = `
svg{${light}}
@media (prefers-color-scheme:dark){svg{${dark}}}
text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace;white-space:pre;fill:var(--text)}
.paper{fill:var(--paper)}.band{fill:var(--raised)}.rule{stroke:var(--line)}
.strong,.title{font-weight:600}.quiet,.none{fill:var(--muted)}
.removed{fill:var(--bad);text-decoration:line-through}.added{fill:var(--good);text-decoration:underline}
.removed-ground{fill:var(--bad-tint)}.added-ground{fill:var(--good-tint)}
.bad{fill:var(--bad)}.warn{fill:var(--warn)}.good{fill:var(--good)}.news{fill:var(--news)}.muted{fill:var(--muted)}
path{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
path.bad{stroke:var(--bad)}path.warn{stroke:var(--warn)}path.good{stroke:var(--good)}path.news{stroke:var(--news)}path.muted{stroke:var(--muted)}path.open{fill:none}
.edge{stroke:var(--news);stroke-width:3}
`
