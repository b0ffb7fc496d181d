/** The frame: the bar at the top, the panes under it, and the notice over them. */
export const layoutStyle: string = `
body { display: grid; grid-template-rows: auto minmax(0, 1fr); }
.top {
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 4px 32px;
  padding: 0 20px;
  background: var(--surface);
  border-bottom: 1px solid var(--line);
}
.top h1 { font-size: 15px; font-weight: 650; white-space: nowrap; }
.top h1 span { color: var(--muted); font-weight: 400; }
#tabs { display: flex; gap: 4px; }
#tabs a {
  display: flex;
  align-items: baseline;
  gap: 6px;
  padding: 13px 10px 11px;
  border-bottom: 2px solid transparent;
  color: var(--muted);
  white-space: nowrap;
  text-decoration: none;
}
#tabs a:hover { color: var(--text); }
#tabs a[aria-current] { color: var(--text); border-color: var(--accent); }
#tabs a:focus-visible { outline-offset: -4px; }
.count { min-width: 2ch; font-size: 12.5px; font-weight: 400; color: var(--muted); }
.count.alarm { color: var(--bad); }
#connection { display: flex; align-items: center; gap: 16px; font-size: 13px; white-space: nowrap; }
.clock { color: var(--muted); }
.frozen { margin-left: 8px; padding: 1px 6px; border: 1px solid var(--line); border-radius: 4px; color: var(--text); }
.connection { color: var(--muted); }
.connection[data-kind="live"] { color: var(--good); }
.connection[data-kind="live"]::before { background: currentColor; }
.connection[data-kind="lost"] { color: var(--bad); }

main { position: relative; min-height: 0; }
main > section { position: absolute; inset: 0; }
.scroll { overflow: auto; scrollbar-gutter: stable; }
#sessions { display: grid; grid-template: minmax(0, 1fr) / minmax(460px, 11fr) minmax(0, 14fr); }
.list-pane { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; border-right: 1px solid var(--line); background: var(--surface); }
.filter-bar { display: flex; align-items: center; gap: 12px; padding: 10px 20px; border-bottom: 1px solid var(--line); }
#filter {
  flex: 1;
  min-width: 0;
  padding: 6px 10px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--ground);
  color: inherit;
  font: inherit;
}
#filter::placeholder { color: var(--muted); opacity: 1; }
#session-count { min-width: 6ch; text-align: right; color: var(--muted); font-size: 13px; white-space: nowrap; }
#detail { padding: 20px 28px 40px; min-width: 0; }
.back { display: none; }

#notice { position: fixed; inset: auto 0 20px; display: flex; justify-content: center; padding: 0 16px; pointer-events: none; }
.notice {
  display: grid;
  gap: 2px;
  max-width: 640px;
  padding: 12px 18px;
  border: 1px solid var(--bad);
  border-left-width: 4px;
  border-radius: 8px;
  background: var(--surface);
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  pointer-events: auto;
}
.notice strong { color: var(--bad); }
body[data-connection="lost"] main { opacity: 0.75; }
noscript { position: fixed; inset: 40% 16px auto; text-align: center; }

@media (max-width: 860px) {
  .top { grid-template-columns: 1fr auto; gap: 0 12px; padding: 10px 16px 0; }
  #tabs { grid-row: 2; grid-column: 1 / -1; margin: 0 -10px; overflow-x: auto; }
  #tabs a { padding: 9px 10px 8px; }
  #sessions { grid-template-columns: minmax(0, 1fr); }
  #sessions[data-open="true"] .list-pane, #sessions[data-open="false"] #detail { display: none; }
  .list-pane { border-right: 0; }
  .filter-bar { padding: 10px 16px; }
  #detail { padding: 12px 16px 32px; }
  .back { display: inline-block; margin-bottom: 10px; }
}
@media (max-width: 560px) {
  .top h1 span, #connection .clock > time { display: none; }
  .frozen { margin: 0; }
  .scroll { scrollbar-gutter: auto; }
  #tabs { gap: 0; }
  #tabs a { padding: 9px 9px 8px; }
  .count { min-width: 0; }
}
`
