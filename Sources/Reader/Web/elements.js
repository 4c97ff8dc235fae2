'use strict';
/* How single elements look, over the theme: kept in a theme of the book's own, theme.yaml. */

class Elements {
  constructor(studio) { this.studio = studio; }

  /** Parts of the book by what one sees first. */
  static names = { 'chapter-title': 'chapter title', 'chapter-number': 'chapter number', 'drop-capital': 'large initial', 'scene-break': 'scene break', head: 'running head', foot: 'page foot',
    'part-title': 'part title', 'part-number': 'part number', 'half-title': 'half title', 'chapter': 'chapter opening', 'part': 'part opening', text: 'text' };

  make() {
    this.select = element('select', { id: 'element', 'aria-label': 'Element' });
    this.rows = element('div', {});
    this.select.onchange = () => this.fill();
    this.details = element('details', { class: 'group' }, element('summary', { text: 'Elements' }),
      element('p', { class: 'quiet', text: 'Titles, heads, verse and the rest, each in its own type and place. They are kept in theme.yaml.' }), this.select, this.rows);
    this.details.ontoggle = () => { if (this.details.open) this.take(); };
    return this.details;
  }

  /** Asked for anew, where they are in sight. */
  async take() {
    if (!this.details?.open) return;
    const known = await this.studio.data.get('elements');
    if (!known) return;
    this.elements = known.elements;
    const first = Object.keys(Elements.names), order = ({ name }) => first.includes(name) ? first.indexOf(name) : 99;
    const chosen = this.select.value;
    this.select.replaceChildren(...[...this.elements].sort((a, b) => order(a) - order(b)).map(({ name, rows }) =>
      element('option', { value: name, text: (Elements.names[name] ?? name.replaceAll('-', ' ')) + (rows.some(row => row.changed) ? ' •' : '') })));
    if (chosen) this.select.value = chosen;
    if (!this.rows.contains(document.activeElement) || document.activeElement.matches('select, button')) this.fill();
  }

  fill() {
    const found = this.elements.find(({ name }) => name === this.select.value), { looks } = this.studio;
    const focus = this.rows.contains(document.activeElement) ? document.activeElement.closest('[data-key]')?.dataset.key : null;
    const isLocked = !!looks.row('theme')?.locked;
    this.rows.replaceChildren(...(found?.rows ?? []).map(row => {
      const key = `${found.name}.${row.key}`, set = value => this.set(key, value);
      let control;
      if (row.choices?.length === 2 && row.choices.includes('true')) {
        control = element('input', { type: 'checkbox' });
        control.checked = row.value === 'true';
        control.onchange = () => set(String(control.checked));
      } else if (row.choices?.length > 1 || row.key === 'font') {
        const choices = row.key === 'font' ? ['', ...looks.options.families] : row.choices;
        control = element('select', {}, ...[...new Set([row.value, ...choices])].map(value => element('option', { value, text: value || 'as the text' })));
        control.value = row.value;
        control.onchange = () => set(control.value);
      } else {
        const isColour = /^#[0-9a-f]{6}$/i.test(row.value);
        control = element('input', { type: isColour ? 'color' : 'text' });
        control.value = row.value;
        control.onchange = () => set(control.value);
      }
      control.disabled = isLocked;
      control.setAttribute('aria-label', `${found.name} ${row.key}`);
      const reset = element('button', { class: 'reset plain', text: '×', title: 'As the theme has it', 'aria-label': `${row.key}: as the theme has it` });
      reset.onclick = () => this.set(key, null);
      reset.hidden = !row.changed;
      return element('div', { class: `option${row.changed ? ' changed' : ''}`, 'data-key': row.key },
        element('div', { class: 'line' }, element('code', { text: row.key }), control, reset), element('p', { text: row.help[0].toUpperCase() + row.help.slice(1) + '.' }));
    }));
    if (focus) this.rows.querySelector(`[data-key="${focus}"] :is(input, select)`)?.focus();
  }

  set(key, value) {
    this.studio.change(() => this.studio.data.post('element', { key, ...value !== null && { value } }));
  }
}
