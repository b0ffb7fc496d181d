/** The open session: its head and facts, and the entries of its transcript. */
export const transcriptStyle: string = `
#detail > * { max-width: 760px; }
.session-facts .facts { grid-template-columns: repeat(auto-fit, minmax(min(290px, 100%), 1fr)); column-gap: 24px; }
.session-facts [data-key="session"], .session-facts [data-key="customer"] { grid-column: 1 / -1; }
.session-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; margin-bottom: 12px; }
.whole { user-select: all; }
#detail h3, .section { margin-top: 20px; padding-top: 14px; border-top: 1px solid var(--line); }
#detail h3, .section > summary { color: var(--muted); font-size: 13px; font-weight: 600; }
.section > summary, .metadata > summary { cursor: pointer; }
.section > .facts { margin-top: 8px; }
.section .facts > div { grid-template-columns: minmax(80px, 22%) minmax(0, 1fr); }

.transcript { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; margin-top: 14px; }
.entry-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 10px; margin-bottom: 4px; font-size: 12.5px; color: var(--muted); }
.entry-head .status { font-size: 12.5px; }
.entry-head time { margin-left: auto; }
.role { font-weight: 600; color: var(--text); }

.message { justify-self: start; max-width: 88%; min-width: min(280px, 100%); }
.bubble { display: grid; gap: 8px; padding: 9px 14px; border: 1px solid var(--line); border-radius: 4px 12px 12px; background: var(--surface); }
.message[data-role="user"] { justify-self: end; }
.message[data-role="user"] .bubble { border-color: transparent; border-radius: 12px 4px 12px 12px; background: var(--tint); }
.message[data-role="backgroundAgent"] .bubble { border-style: dashed; }
.metadata { margin-top: 4px; font-size: 12.5px; color: var(--muted); }

.piece { display: grid; grid-template-columns: 48px minmax(0, 1fr); align-items: baseline; gap: 8px; }
.piece > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; }
.piece .label { color: var(--muted); font-size: 12.5px; }
.piece[data-kind="button"] strong { padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); font-weight: 550; }
.piece code { color: var(--muted); }

.call { padding: 10px 14px; border: 1px solid var(--line); border-left: 3px solid var(--muted); border-radius: 6px; background: var(--raised); }
.call[data-error] { border-color: var(--bad); background: var(--bad-tint); }
.call .entry-head { margin-bottom: 6px; }
.call .role { color: var(--muted); font-weight: 400; }
.call .name { color: var(--text); font-size: 13px; font-weight: 600; }
.phase { padding: 0 6px; border: 1px solid var(--line); border-radius: 4px; }
.call-parts { display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 4px 12px; }
.call-parts dt { color: var(--muted); font-size: 12.5px; }

.aside { padding-left: 14px; border-left: 3px solid var(--line); color: var(--muted); font-size: 13px; }
.aside .role { color: inherit; }

@media (max-width: 560px) {
  .message { max-width: 96%; }
  .call-parts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .call-parts dd + dt { margin-top: 6px; }
}
`
