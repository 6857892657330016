'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const items = [...document.querySelectorAll('.item')];
  const apply = () => {
    const words = $('q').value.toLowerCase().split(/\s+/).filter(Boolean);
    const severity = $('severity').value, value = $('value').value;
    let shown = 0;
    for (const el of items) {
      const d = el.dataset, text = d.text.toLowerCase();
      const ok = words.every(w => text.includes(w)) &&
        (!severity || d.severity === undefined || d.severity === severity) &&
        (!value || d.values === undefined || d.values.split(' ').includes(value));
      el.hidden = !ok;
      if (ok) shown++;
    }
    $('count').textContent = shown === items.length ? '' : shown + ' of ' + items.length + ' shown';
  };
  for (const id of ['q', 'severity', 'value']) $(id).addEventListener('input', apply);
  $('filter').addEventListener('submit', e => e.preventDefault());
  addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => { d.open = true; }));
  const open = () => {
    const el = location.hash && $(decodeURIComponent(location.hash.slice(1)));
    const details = el && el.querySelector('details');
    if (details) details.open = true;
  };
  addEventListener('hashchange', open);
  open();
})();
