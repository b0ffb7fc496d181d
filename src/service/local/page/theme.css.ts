/** Colours, type and the small things used everywhere. */
export const themeStyle: string = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4;
  --surface: #ffffff;
  --raised: #fafaf8;
  --line: #e3e3df;
  --text: #1d1d1b;
  --muted: #66665f;
  --accent: #0b5cad;
  --tint: #e8f0f9;
  --good: #17733f;
  --wait: #8a5a00;
  --bad: #b3261e;
  --bad-tint: #fdf0ef;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141416;
    --surface: #1c1c1f;
    --raised: #222226;
    --line: #323238;
    --text: #ebebe7;
    --muted: #a2a29b;
    --accent: #86b9f3;
    --tint: #1e2d40;
    --good: #62cf94;
    --wait: #e3b455;
    --bad: #ff938a;
    --bad-tint: #34201f;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  background: var(--ground);
  color: var(--text);
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, dl, dd, ol, ul, pre { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h2 { font-size: 17px; font-weight: 600; line-height: 1.3; }
h3 { font-size: 13px; font-weight: 600; }
code, pre, .mono { font-family: var(--mono); font-size: 12.5px; }
pre {
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  max-height: 22rem;
  overflow: auto;
}
a { color: var(--accent); text-underline-offset: 2px; }
a, td, dd, dt, .text, .sub, .line, h2, code { unicode-bidi: isolate; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; unicode-bidi: plaintext; }
.muted, .sub { color: var(--muted); }
.sub, .version { font-size: 12.5px; }
.version { margin-left: 6px; color: var(--muted); font-weight: 400; }
time { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.scroll:focus-visible, pre:focus-visible { outline-offset: -2px; }
.hidden-character {
  padding: 0 3px;
  border: 1px solid var(--line);
  border-radius: 3px;
  background: var(--ground);
  color: var(--wait);
  font: 11px var(--mono);
  unicode-bidi: isolate;
}

.status { font-size: 13px; white-space: nowrap; color: var(--muted); }
.status::before, .connection::before {
  content: "";
  display: inline-block;
  width: 9px;
  height: 9px;
  margin: 0 8px 0 2px;
  border: 2px solid currentColor;
  border-radius: 50%;
}
.status[data-tone="good"] { color: var(--good); }
.status[data-tone="good"]::before { background: currentColor; }
.status[data-tone="busy"] { color: var(--accent); }
.status[data-tone="busy"]::before { background: linear-gradient(90deg, currentColor 50%, transparent 50%); }
.status[data-tone="wait"] { color: var(--wait); }
.status[data-tone="bad"] { color: var(--bad); }
.status[data-tone="bad"]::before, .connection[data-kind="lost"]::before { background: currentColor; border-radius: 1px; transform: rotate(45deg) scale(0.9); }

.empty { padding: 48px 24px; text-align: center; color: var(--muted); }
.empty p:first-child { color: var(--text); font-weight: 600; }
.empty p + p { margin-top: 4px; }

.facts { display: grid; gap: 4px; }
.facts > div { display: grid; grid-template-columns: 80px minmax(0, 1fr); gap: 12px; align-items: baseline; }
.facts dt { color: var(--muted); }
`
